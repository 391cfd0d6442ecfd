/** The calls that bring in files of the ente's systems, and tell what became of them. */
import type { CallContext } from '../../../context.ts';
import { BrakeError, ImportError } from '../../../data/import.server.ts';
import { capitalizeFirst } from '../../../platform/atoms/capital.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { workOwnerOf } from '../../../platform/turns.server.ts';
import { keepAct } from '../../cases/allegati/allegati.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { findWithAct } from './atti.db.ts';
import {
  type EsitoImportazione,
  type Importazione,
  importazioneCounts,
  type importazioniOperations,
  MAX_SENT,
  type ViaImportazione,
} from './importazioni.contract.ts';
import { findRejects, listImportazioni } from './importazioni.db.ts';
import { receiveFile, UnknownColumnsError } from './receive.server.ts';

/** Rows of the list. */
const LISTED_FILES = 100;
/** Faults of an answer; the sheet has all. */
const SHOWN_FAULTS = 100;

export const importazioniHandlers: OperationHandlers<typeof importazioniOperations> = {
  importaPosizioni: async ({ ente, file, foglio, prova: isDry, conferma: confirmed }, ctx) => {
    const { via, chi } = senderOf(ctx, ente);
    if (file.size > MAX_SENT)
      throw refuseFile(
        `Il file supera ${MAX_SENT / 1024 / 1024} MB: dividilo, oppure fallo mettere nella cartella che il portale legge ogni notte.`,
      );
    const sent = {
      ente,
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
      foglio: foglio || undefined,
      via,
      chi,
    };
    const { faults, rejects, ...received } = await receiveFile(ctx.house, sent, { isDry, confirmed }).catch(
      (error: unknown) => {
        if (error instanceof BrakeError)
          throw new PortalError('conflict', { message: inSentence(error), fields: { conferma: [inSentence(error)] } });
        if (error instanceof UnknownColumnsError)
          throw new PortalError('invalid', { fields: { colonne: [inSentence(error)] } });
        throw error instanceof ImportError ? refuseFile(inSentence(error)) : error;
      },
    );
    return {
      ...received,
      nome: file.name,
      via,
      chi,
      quando: isoInstant(ctx.now),
      rifiuti: rejects !== undefined,
      righe: faults.slice(0, SHOWN_FAULTS),
    };
  },

  caricaAtto: async ({ ente, sistema, numero, file }, ctx) => {
    senderOf(ctx, ente);
    const found = await findWithAct(ctx.db, { ente, sistema, numero });
    if (!found) throw new PortalError('not_found', { message: 'L’ente non ha questo documento, o è chiuso.' });
    const bytes = new Uint8Array(await file.arrayBuffer());
    return keepAct(ctx.house, workOwnerOf(ctx), { nome: file.name, bytes, documento: found.id, sha256: found.sha256 });
  },

  importazioniEnte: async ({ ente }, { db }) => {
    const rows = await listImportazioni(db, { ente, limit: LISTED_FILES });
    return { importazioni: rows.map(wireOf) };
  },

  rifiutiImportazione: async ({ ente, id }, { db }) => {
    const found = await findRejects(db, { id, ente });
    if (!found?.rifiuti) throw new PortalError('not_found');
    const name = `${found.nome.replace(/\.\w+$/, '')}-rifiuti.csv`;
    return {
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(found.rifiuti),
      disposition: contentDisposition(name),
    };
  },
};

/** @throws PortalError `not_found` for an ente that is not the caller's, `forbidden` for an operator who does not administer it */
function senderOf({ user, programma }: CallContext, ente: string): { via: ViaImportazione; chi: string } {
  if (!user?.enti.includes(ente) && !user?.amministra.includes(ente)) throw new PortalError('not_found');
  if (programma) return { via: 'programma', chi: programma.nome };
  if (!user.amministra.includes(ente)) throw new PortalError('forbidden');
  return { via: 'pagina', chi: fullName(user) };
}

const refuseFile = (text: string) => new PortalError('invalid', { fields: { file: [text] } });

/** The command line has the name of the file before it. */
const inSentence = ({ message }: Error): string => capitalizeFirst(message);

type ImportazioneRow = Awaited<ReturnType<typeof listImportazioni>>[number];

function wireOf({ id, nome, esito, via, chi, iniziata, dati_json, hasRejects }: ImportazioneRow): Importazione {
  const counts = dati_json
    ? importazioneCounts.parse(JSON.parse(dati_json))
    : { messaggio: null, sezioni: [], sostituiti: [], errori: 0 };
  return {
    ...counts,
    id,
    nome,
    esito: esito as EsitoImportazione,
    via: via as ViaImportazione,
    chi,
    quando: isoInstant(Number(iniziata)),
    rifiuti: Number(hasRejects) === 1,
  };
}
