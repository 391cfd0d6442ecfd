/** The declarant and the files of a declaration, and its sending, which opens a case. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Allegato } from '../../../store/tables.ts';
import { listBozzaAllegati } from '../../cases/allegati/allegati.db.ts';
import { dichiarazionePath, MAX_DICHIARAZIONE_BYTES } from '../../cases/allegati/file-limits.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { PRIVACY_REQUIRED } from '../../cases/form/form.ts';
import type { Richiedente } from '../../cases/richiedente/richiedente.checks.ts';
import { RICHIEDENTE_CATEGORIE } from '../../cases/richiedente/richiedente.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { lockOwnDichiarazione, type OwnDichiarazione, readOwnDichiarazione } from './accesso.server.ts';
import { checkReceivingEnte, codiceOf } from './dichiarazione.server.ts';
import { type KnownContext, readKnownContext, showDichiarazione } from './dichiarazione-view.server.ts';
import { findPendingMezzi, markSent, renewBozza } from './dichiarazioni.db.ts';
import { checkFileCount, nameFiles, takeFiles } from './file.server.ts';
import { deleteOtherRows, lockMezzi } from './mezzi.db.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { MAX_MEZZI, type TipoDichiarazione } from './mezzo.ts';
import { declaredText, isDeclared, mezzoName, mezzoTitle } from './mezzo-text.ts';
import { namedFile, type PraticaData } from './pratica-data.ts';
import { flattenRichiedente, parseRichiedente } from './richiedente-values.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione } from './shown.ts';

type PreparedInvio = { chosen: Ente | undefined; known: KnownContext };

export const invioHandlers: Pick<OperationHandlers<typeof mezziOperations>, 'scriviDichiarazioneMezzi'> = {
  scriviDichiarazioneMezzi: {
    complete: withIdentita,
    // Read before the transaction, which must not wait for other sources.
    prepare: async ({ id }, ctx): Promise<PreparedInvio> => {
      // Also for a declaration sent just now, perhaps under this key: the transaction decides which answer it gets.
      const { ente: enteId } = await readOwnDichiarazione(ctx, id);
      return { chosen: await findEnte(ctx.house, enteId), known: await readKnownContext(ctx, enteId) };
    },
    run: async (input, ctx, prepared: PreparedInvio) => {
      const d = await lockOwnDichiarazione(ctx, input.id);
      const current = input.richiedente ? await writeRichiedente(ctx, d, input.richiedente) : d;
      const target = { dichiarazione: d.id, id: '' };
      const before = await showDichiarazione(ctx, current, prepared.known);
      if (input.allegati?.length) await nameFiles(ctx, target, { current: ownFiles(before), sent: input.allegati });
      await takeFiles(ctx, d.id, input.filesAllegati);
      const withFiles = input.allegati?.length || input.filesAllegati.length > 0;
      const after = withFiles ? await showDichiarazione(ctx, current, prepared.known) : before;
      return input.invia
        ? sendDichiarazione(ctx, { d: current, shown: after, privacy: input.privacy }, prepared)
        : after;
    },
  },
};

const ownFiles = ({ allegati }: ShownDichiarazione) =>
  allegati.map(({ Id, categoria }) => ({ Id, categoria: categoria as never }));

async function writeRichiedente(ctx: CallContext, d: OwnDichiarazione, told: Richiedente): Promise<OwnDichiarazione> {
  const values = { ...d.values, ...flattenRichiedente(told) };
  await renewBozza(ctx.db, d, { valori_json: JSON.stringify(values) });
  return { ...d, values };
}

type ToSend = { d: OwnDichiarazione; shown: ShownDichiarazione; privacy: boolean };

/** @throws PortalError `invalid` with all that is missing, `conflict` for a device that is gone or in another declaration */
async function sendDichiarazione(
  ctx: CallContext,
  { d, shown, privacy }: ToSend,
  { chosen }: PreparedInvio,
): Promise<ShownDichiarazione> {
  const mezzi = shown.mezzi.filter(isDeclared);
  const { richiedente, errors } = parseRichiedente(d.values, ctx);
  const missing: FieldErrors = {
    ...(mezzi.length === 0 && { mezzi: [NO_MEZZO[d.tipo]] }),
    ...(mezzi.length > MAX_MEZZI && {
      mezzi: [`Una dichiarazione ha al massimo ${MAX_MEZZI} mezzi: togline qualcuno.`],
    }),
    ...errors,
    ...(!privacy && { privacy: [PRIVACY_REQUIRED] }),
  };
  if (!richiedente || Object.keys(missing).length > 0) throw new PortalError('invalid', { fields: missing });
  const ente = checkReceivingEnte(chosen, d.tipo);
  await checkFree(ctx, d, mezzi);
  const filesAllegati = filesToSend(
    mezzi,
    shown,
    await listBozzaAllegati(ctx.db, d.proprietario, dichiarazionePath(d.id)),
  );
  await deleteOtherRows(
    ctx.db,
    d.id,
    mezzi.map((m) => m.Id),
  );
  const pratica = await openRichiesta(
    ctx,
    { richiedente, filesAllegati },
    {
      codice: codiceOf(d.tipo),
      ente,
      oggetto: oggettoOf(d, mezzi.length),
      descrizione: '',
      fatti: factsOf(shown, mezzi),
      dati: { ...sentData(shown, mezzi), richiedente, tipo: d.tipo, posizione: d.posizione },
      percorso: dichiarazionePath(d.id),
      posizione: d.posizione,
    },
  );
  await markSent(ctx.db, d.id, pratica.id);
  return { ...shown, stato: 'inviata', richiedente, mezzi, pratica, protocollo: pratica.protocollo };
}

const NO_MEZZO: Readonly<Record<TipoDichiarazione, string>> = {
  nuovo: 'Aggiungi almeno un mezzo pubblicitario.',
  variazione: 'Non hai ancora cambiato niente: modifica, aggiungi o togli almeno un mezzo.',
  cessazione: 'Indica almeno un mezzo che non c’è più.',
};

const OGGETTO_TEXTS: Readonly<Record<TipoDichiarazione, string>> = {
  nuovo: 'Nuovi mezzi pubblicitari',
  variazione: 'Variazione di mezzi pubblicitari',
  cessazione: 'Cessazione di mezzi pubblicitari',
};
const oggettoOf = ({ tipo, codice_utente }: OwnDichiarazione, count: number) =>
  `${OGGETTO_TEXTS[tipo]}: ${count}${codice_utente === null ? '' : `, posizione ${codice_utente}`}`;

/** The declaration in words for receipt, chat and operator. */
function factsOf({ posizione, stima_cent }: ShownDichiarazione, mezzi: readonly ShownDeclaredMezzo[]) {
  return [
    ...(posizione ? [['Posizione', posizione.codice_utente] as const] : []),
    ...mezzi.map((m, i) => [mezzoTitle(m, i + 1), declaredText(m)] as const),
    ...(stima_cent === null
      ? []
      : [
          [
            'Canone stimato',
            `${formatEuro(stima_cent)} all’anno. È una stima: l’importo lo stabilisce l’ente.`,
          ] as const,
        ]),
  ];
}

const sentData = (
  { Id, allegati, stima_cent }: ShownDichiarazione,
  mezzi: readonly ShownDeclaredMezzo[],
): Omit<PraticaData, 'richiedente'> => {
  const namesOf = (files: readonly { Id: string; categoria: string }[]) => z.parse(z.array(namedFile), files);
  return {
    dichiarazione: Id,
    stima_cent,
    mezzi: mezzi.map((m) => ({ ...m, allegati: namesOf(m.allegati) })),
    allegati: namesOf(allegati),
  };
};

/**
 * Locks the devices of the position and checks that they are unchanged and no other declaration about them is open.
 * @throws PortalError `conflict` that names those that are not
 */
async function checkFree(ctx: CallContext, d: OwnDichiarazione, mezzi: readonly ShownDeclaredMezzo[]): Promise<void> {
  const ids = mezzi.flatMap((m) => m.mezzo ?? []);
  const locked = await lockMezzi(ctx.db, ctx.house.dialect, ids);
  const ceased = locked.filter((m) => m.cessato_dal !== null || m.posizione !== d.posizione).map((m) => m.id);
  const pending = await findPendingMezzi(ctx.db, ids);
  const textsOf = (mezzoIds: readonly string[]) =>
    mezzi.flatMap((m) => (m.mezzo && mezzoIds.includes(m.mezzo) ? [mezzoName(m)] : []));
  const removed = textsOf(ceased);
  if (removed.length > 0) {
    const [thisMezzo, removeIt] = removed.length === 1 ? ['questo mezzo', 'Toglilo'] : ['questi mezzi', 'Toglili'];
    throw new PortalError('conflict', {
      message: `Intanto l’ente ha tolto ${thisMezzo} dalla posizione: ${removed.join('; ')}. ${removeIt} dalla dichiarazione e invia di nuovo.`,
    });
  }
  const inProgress = textsOf(pending);
  if (inProgress.length > 0) {
    const [thisMezzo, removeIt] = inProgress.length === 1 ? ['questo mezzo', 'Toglilo'] : ['questi mezzi', 'Toglili'];
    throw new PortalError('conflict', {
      message: `Per ${thisMezzo} c’è già una dichiarazione in corso: ${inProgress.join('; ')}. ${removeIt} da questa, o attendi che l’ente decida sull’altra.`,
    });
  }
}

/** The files of the case, each once. @throws PortalError `invalid` on `allegati` for too many or too much */
function filesToSend(
  mezzi: readonly ShownDeclaredMezzo[],
  { allegati }: ShownDichiarazione,
  bozza: readonly Allegato[],
): { Id: string }[] {
  checkFileCount(allegati);
  const ofRichiedente = bozza.filter((f) => Object.hasOwn(RICHIEDENTE_CATEGORIE, f.categoria ?? '')).map((f) => f.id);
  const ids = new Set([
    ...mezzi.flatMap((m) => m.allegati.map((f) => f.Id)),
    ...allegati.map((f) => f.Id),
    ...ofRichiedente,
  ]);
  const bytes = bozza.filter((f) => ids.has(f.id)).reduce((sum, f) => sum + f.dimensione, 0);
  if (bytes > MAX_DICHIARAZIONE_BYTES) {
    const text = `I file superano in tutto ${MAX_DICHIARAZIONE_BYTES / 1024 / 1024} MB: togline qualcuno.`;
    throw new PortalError('invalid', { message: text, fields: { allegati: [text] } });
  }
  return [...ids].map((Id) => ({ Id }));
}
