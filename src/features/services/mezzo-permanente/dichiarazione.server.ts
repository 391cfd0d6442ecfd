/** Begins a declaration of advertising devices, reads it, and lists those that were begun. */
import * as z from 'zod/mini';
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { readBozza, startBozza } from '../../cases/bozza/bozza.server.ts';
import { enti, findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, notReceivedText } from '../../cases/ente/ente.ts';
import { sistemaFields } from '../../cases/ente/sistemi.ts';
import { withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { readOpenPosizione, readOwnDichiarazione } from './accesso.server.ts';
import { showDichiarazione, showMezzo } from './dichiarazione-view.server.ts';
import { listStartedDichiarazioni, writeDichiarazione } from './dichiarazioni.db.ts';
import { listMezziOfPosizione } from './mezzi.db.ts';
import { mezziOperations } from './mezzo.contract.ts';
import type { TipoDichiarazione } from './mezzo.ts';
import { mezzoDataOf } from './mezzo-stored.ts';
import { flattenRichiedente } from './richiedente-values.ts';
import { readTariffa } from './tariffa.server.ts';

/** The code of the service that its case gets. */
export const codiceOf = (tipo: TipoDichiarazione): string => (tipo === 'nuovo' ? 'SF100' : 'SF110');

/** @throws PortalError `invalid` on `ente` when there is no such ente, or it takes no such declarations online */
export function checkReceivingEnte(chosen: Ente | undefined, tipo: TipoDichiarazione): Ente {
  if (!chosen) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente a cui scrivere.'] } });
  if (!chosen.categorie.includes(codiceOf(tipo)))
    throw new PortalError('invalid', { fields: { ente: [notReceivedText(chosen.nome)] } });
  return chosen;
}

type NewDichiarazione = { tipo: TipoDichiarazione; ente?: string | undefined; posizione?: string | undefined };

/** @throws PortalError `invalid`, also for a position of something else; `not_found` when it is not open to the caller, or another ente's */
async function prepareDichiarazione(
  { tipo, ente: asked, posizione }: NewDichiarazione,
  ctx: CallContext,
): Promise<{ ente: string; posizione: string | null }> {
  if (ownerOf(ctx) === '') throw new PortalError('token');
  if (!posizione && tipo !== 'nuovo')
    throw new PortalError('invalid', {
      fields: {
        posizione: ['Scegli la posizione a cui appartengono i mezzi: la apri con i due codici della lettera.'],
      },
    });
  const opened = posizione ? await readOpenPosizione(ctx, posizione, { servizio: codiceOf(tipo) }) : undefined;
  if (opened && asked && opened.ente !== asked) throw new PortalError('not_found');
  const receiving = await findEnte(ctx.house, opened?.ente ?? asked ?? '');
  if (opened && sistemaFields(receiving, opened.sistema).tipo_sistema !== 'affissioni')
    throw new PortalError('invalid', {
      fields: { posizione: ['Questa posizione non riguarda i mezzi pubblicitari: scegline un’altra.'] },
    });
  const chosen = checkReceivingEnte(receiving, tipo);
  return { ente: chosen.id, posizione: opened?.id ?? null };
}

/** Begins the draft of a declaration that a back end has made: what was said of the applicant is typed already. */
export async function startBackEndBozza(ctx: CallContext, fields: ReceivedFields, output: unknown): Promise<void> {
  const { Id } = z.parse(z.object({ Id: z.string() }), output);
  const { richiedente } = z.parse(mezziOperations.nuovaDichiarazioneMezzi.input, fields);
  const path = dichiarazionePath(Id);
  // A repeated call has the same answer.
  if (await readBozza(ctx, path)) return;
  await startBozza(ctx, {
    percorso: path,
    passo: 'richiedente',
    valori: richiedente ? flattenRichiedente(richiedente) : {},
  });
}

export const dichiarazioneHandlers: Pick<
  OperationHandlers<typeof mezziOperations>,
  'nuovaDichiarazioneMezzi' | 'leggiDichiarazioneMezzi' | 'mezziPosizione' | 'mieDichiarazioniMezzi'
> = {
  nuovaDichiarazioneMezzi: {
    complete: withIdentita,
    prepare: prepareDichiarazione,
    run: async ({ tipo, richiedente }, ctx, target: { ente: string; posizione: string | null }) => {
      const id = randomId();
      const ownerKey = ownerOf(ctx);
      await writeDichiarazione(ctx.db, { id, proprietario: ownerKey, tipo, ...target, creata: ctx.now, pratica: null });
      const values = richiedente ? flattenRichiedente(richiedente) : {};
      await startBozza(ctx, { percorso: dichiarazionePath(id), passo: 'richiedente', valori: values });
      return { Id: id };
    },
  },

  leggiDichiarazioneMezzi: async ({ id }, ctx) => showDichiarazione(ctx, await readOwnDichiarazione(ctx, id)),

  mezziPosizione: async ({ id }, ctx) => {
    const posizione = await readOpenPosizione(ctx, id, 'presenta');
    const tariffa = await readTariffa(ctx.house, posizione.ente);
    const mezzi = await listMezziOfPosizione(ctx.db, { posizione: posizione.id });
    return mezzi.map((m) => showMezzo(m.id, mezzoDataOf(m), tariffa));
  },

  mieDichiarazioniMezzi: async (_input, ctx) => {
    const ownerKey = ownerOf(ctx);
    if (ownerKey === '') return [];
    const [rows, bodies] = await Promise.all([
      listStartedDichiarazioni(ctx.db, { proprietario: ownerKey, now: ctx.now }),
      enti(ctx.house),
    ]);
    return rows.map(({ id, tipo, ente: enteId, codice_utente, mezzi, aggiornata }) => ({
      Id: id,
      tipo,
      nome_ente: bodies.find((e) => e.id === enteId)?.nome ?? enteId,
      codice_utente,
      mezzi: Number(mezzi),
      aggiornata: isoInstant(aggiornata),
    }));
  },
};
