/** A citizen lets another one act on positions; the other accepts at their own login, and either ends it at once. */
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { addDays, dateInWords, isoInstant, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError, requireNoErrors } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Delega } from '../../../store/tables.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { codesOnPositions } from '../../cases/posizione/azioni.ts';
import { DELEGA_NOVITA, type DelegaEvento } from '../../cases/posizione/delega-novita.ts';
import { listPaidBy, listSentBy } from '../../cases/posizione/deleghe-atti.db.ts';
import { MAX_DAYS } from '../../cases/posizione/deleghe-words.ts';
import { endDelega, linkDelegate, lockForDelega, writeDelega } from '../../cases/posizione/deleghe-write.db.ts';
import { type PosizioneHolder, powersOf, storedServizi } from '../../cases/posizione/link.ts';
import { requireOfAge } from '../../cases/posizione/of-age.server.ts';
import { readPosizioniById } from '../../cases/posizione/posizione.server.ts';
import { chatPath, protocollo } from '../../cases/pratica/pratica-names.ts';
import { holderOf, requireCittadino, requireTaxCode } from './delegate.server.ts';
import {
  DELEGHE_PAGE,
  type DelegatedPosizione,
  type delegheOperations,
  MAX_ATTI,
  type ShownAtto,
  type ShownDelega,
} from './deleghe.contract.ts';
import {
  acceptDelega,
  findDelegatedPosizione,
  findOwnDelega,
  listDelegated,
  listGiven,
  listGivenBefore,
  listHeld,
  listNamedPosizioni,
  listNextDue,
  listOwedRate,
  listReceived,
} from './deleghe.db.ts';
import { statementHandlers } from './statement.server.ts';

const NOT_TO_REVOKE =
  'Questa delega l’ha concessa l’ufficio: la può chiudere solo l’ufficio. Se non è giusta, scrivigli subito.';

export const delegheHandlers: OperationHandlers<typeof delegheOperations> = {
  ...statementHandlers,

  mieDeleghe: async ({ pagina: page = 1 }, ctx) => {
    const { codice_fiscale } = requireCittadino(ctx);
    const today = todayInRome(ctx.now);
    const given = await listGiven(ctx.db, codice_fiscale);
    const received = codice_fiscale ? await listReceived(ctx.db, { codice_fiscale, today, page }) : [];
    const shown = received.slice(0, DELEGHE_PAGE);
    const wired = await wireDeleghe(ctx, [...given, ...shown]);
    return {
      date: wired.slice(0, given.length),
      ricevute: wired.slice(given.length),
      altre: received.length > DELEGHE_PAGE,
    };
  },

  nuovaDelega: async (input, ctx) => {
    const user = requireTaxCode(ctx);
    const posizioni = [...new Set(input.posizioni)];
    const today = todayInRome(ctx.now);
    requireNoErrors({
      ...checkDelegate(input.delegato, user.codice_fiscale),
      ...(await checkPosizioni(ctx, { codice_fiscale: user.codice_fiscale, today }, posizioni)),
      ...checkServizi(ctx, input),
      ...checkEnd(input.fino_a, today),
    });
    await lockForDelega(ctx.db, ctx.house.dialect, posizioni);
    await requireNoneBefore(ctx, { delegante: user.codice_fiscale, delegato: input.delegato, today }, posizioni);
    const delega = newDelega(ctx, user, input);
    await writeDelega(ctx.db, delega, posizioni);
    await tellHolder(ctx, delega, 'data');
    return wireDelega(ctx, delega);
  },

  accettaDelega: ({ id }, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const user = requireTaxCode(ctx);
      const delega = await findOwnDelega(tx, { id, codice_fiscale: user.codice_fiscale });
      if (delega?.delegato !== user.codice_fiscale) throw delegaUnknown();
      const today = todayInRome(ctx.now);
      await requireOfAge(tx, user, today);
      const delegato_nome = fullName(user);
      if (!(await acceptDelega(tx, { id, accettata: ctx.now, delegato_nome, today }))) throw notWaiting(delega, today);
      await linkPosizioni(inside, delega);
      const accepted = { ...delega, accettata: ctx.now, delegato_nome };
      await tellHolder(inside, accepted, 'accettata');
      return wireDelega(inside, accepted);
    }),

  chiudiDelega: ({ id }, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const delega = await requireOwn(inside, id);
      const isGiver = delega.delegante === requireCittadino(ctx).codice_fiscale;
      if (isGiver && delega.ente !== null) throw new PortalError('conflict', { message: NOT_TO_REVOKE });
      const esito = isGiver ? 'revocata' : delega.accettata === null ? 'rifiutata' : 'rinunciata';
      if (!(await endDelega(tx, id, { chiusa: ctx.now, esito }))) return wireDelega(inside, delega);
      const ended = { ...delega, chiusa: ctx.now, esito } as const;
      await tellHolder(inside, ended, esito);
      return wireDelega(inside, ended);
    }),

  posizioniDelegate: async ({ cerca: search = '', pagina: page = 1 }, ctx) => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
    const rows = await listDelegated(ctx.db, { ...holderOf(ctx), words, page });
    const ids = rows.slice(0, DELEGHE_PAGE).map(({ posizione }) => posizione);
    return { posizioni: await readDelegated(ctx, [...new Set(ids)]), altre: rows.length > DELEGHE_PAGE };
  },

  posizioneDelegata: async ({ id }, ctx) => {
    const link = await findDelegatedPosizione(ctx.db, { id, codice_fiscale: requireTaxCode(ctx).codice_fiscale });
    const [found] = link ? await readDelegated(ctx, [link.posizione]) : [];
    if (!found) throw new PortalError('not_found');
    return found;
  },

  attiDelega: async ({ id }, ctx) => {
    const delega = await requireOwn(ctx, id);
    return { delega: await wireDelega(ctx, delega), atti: await readAtti(ctx, id) };
  },
};

/** Words of a search that are looked for. */
const MAX_WORDS = 5;

/** With what of them is to be paid, and when. */
async function readDelegated(ctx: CallContext, ids: readonly string[]): Promise<DelegatedPosizione[]> {
  const posizioni = await readPosizioniById(ctx, ids);
  if (posizioni.length === 0) return [];
  const found = posizioni.map(({ Id }) => Id);
  const [owed, due] = await Promise.all([listOwedRate(ctx.db, found), listNextDue(ctx.db, found)]);
  const rateOf = Map.groupBy(owed, ({ posizione }) => posizione);
  const dueOf = new Map(due.map(({ posizione, scadenza }) => [posizione, scadenza]));
  return posizioni.map((one) => {
    const rate = (rateOf.get(one.Id) ?? []).map(({ causale, numero_avviso, scadenza, importo_cent }) => ({
      causale,
      numero_avviso,
      scadenza,
      importo_cent: Number(importo_cent),
    }));
    const days = [dueOf.get(one.Id), ...rate.map(({ scadenza }) => scadenza)].filter((day) => typeof day === 'string');
    return { ...one, rate, prossima_scadenza: days.sort()[0] ?? null };
  });
}

/** The same words for a delegation of others and for one that does not exist. */
const delegaUnknown = () =>
  new PortalError('not_found', { message: 'Non abbiamo trovato questa delega. Torna all’elenco delle tue deleghe.' });

async function requireOwn(ctx: CallContext, id: string): Promise<Delega> {
  const { codice_fiscale } = requireTaxCode(ctx);
  const delega = await findOwnDelega(ctx.db, { id, codice_fiscale });
  if (!delega) throw delegaUnknown();
  return delega;
}

function notWaiting({ accettata, chiusa }: Delega, today: string): PortalError {
  if (accettata !== null) return new PortalError('conflict', { message: 'Hai già accettato questa delega.' });
  const message =
    chiusa !== null
      ? 'Questa delega non c’è più: è stata revocata o rifiutata.'
      : `Questa delega è scaduta prima di oggi, ${dateInWords(today)}: chiedine una nuova.`;
  return new PortalError('conflict', { message });
}

/** A person acts with their own login, so that a firm cannot. Whether they are of age, their login tells when they accept. */
function checkDelegate(delegato: string, own: string): FieldErrors {
  const refuse = (words: string): FieldErrors => ({ delegato: [words] });
  if (delegato === own) return refuse('È il tuo codice fiscale: scrivi quello della persona che agirà per te.');
  if (delegato.length !== 16)
    return refuse(
      'Scrivi il codice fiscale di una persona, 16 lettere e numeri: chi agisce accede con la sua identità.',
    );
  return {};
}

function checkServizi({ house }: CallContext, { presenta, servizi }: NewDelega): FieldErrors {
  const known = codesOnPositions(house.services);
  return presenta && servizi?.some((codice) => !known.includes(codice)) ? { servizi: [UNKNOWN_SERVIZIO] } : {};
}

const UNKNOWN_SERVIZIO = 'Una delle richieste scelte non c’è più: ricarica la pagina e scegli di nuovo.';

async function checkPosizioni(
  ctx: CallContext,
  holder: PosizioneHolder,
  posizioni: readonly string[],
): Promise<FieldErrors> {
  const held = await listHeld(ctx.db, holder, posizioni);
  if (held.some(({ delegata }) => delegata !== null))
    return { posizioni: ['Una posizione che hai per delega non la puoi delegare ad altri: togli la spunta.'] };
  return held.length === posizioni.length
    ? {}
    : { posizioni: ['Una delle posizioni scelte non è più fra le tue: ricarica la pagina e scegli di nuovo.'] };
}

function checkEnd(fino_a: string, today: string): FieldErrors {
  if (fino_a < today) return { fino_a: ['Questo giorno è passato: scegline uno da oggi in poi.'] };
  const last = addDays(today, MAX_DAYS);
  return fino_a <= last
    ? {}
    : { fino_a: [`Una delega vale al massimo due anni: fino ${withArticle('al', dateInWords(last))}.`] };
}

/** @throws PortalError `conflict` */
async function requireNoneBefore(
  ctx: CallContext,
  who: Pick<Delega, 'delegante' | 'delegato'> & { today: string },
  posizioni: readonly string[],
): Promise<void> {
  const before = await listGivenBefore(ctx.db, who, posizioni);
  if (before.length === 0) return;
  const codes = before.map(({ codice_utente }) => codice_utente).join(', ');
  throw new PortalError('conflict', {
    message: `A questa persona hai già dato una delega su ${codes}. Per cambiarla revocala e danne una nuova.`,
  });
}

type NewDelega = OperationInput<typeof delegheOperations.nuovaDelega>;

const newDelega = (ctx: CallContext, user: LoggedInUser, input: NewDelega): Delega => ({
  id: randomId(),
  delegante: user.codice_fiscale,
  delegante_nome: fullName(user),
  delegato: input.delegato,
  delegato_nome: null,
  paga: input.paga ? 1 : 0,
  presenta: input.presenta ? 1 : 0,
  servizi: input.presenta && input.servizi ? storedServizi([...new Set(input.servizi)]) : null,
  avvisi: input.avvisi,
  fino_a: input.fino_a,
  creata: ctx.now,
  accettata: null,
  chiusa: null,
  esito: null,
  ente: null,
  pratica: null,
  motivo: null,
  operatore: null,
});

/** Positions that have been closed meanwhile are left out. */
async function linkPosizioni(ctx: CallContext, { id, delegato: codice_fiscale }: Delega): Promise<void> {
  const named = await listNamedPosizioni(ctx.db, [id]);
  await linkDelegate(
    ctx.db,
    { codice_fiscale, today: todayInRome(ctx.now), now: ctx.now },
    named.map((posizione) => ({ id: randomId(), posizione: posizione.id })),
  );
}

/** The one who gave it hears by mail of all that becomes of it; the other reads it at their own login. */
const tellHolder = ({ db, house, host }: CallContext, { id }: Delega, evento: DelegaEvento): Promise<void> =>
  enqueueEntries(db, house.now, outboxEntry(DELEGA_NOVITA, { delega: id, evento, host }));

/** Positions of a delegation that a list names; more are only counted. */
const SHOWN_POSIZIONI = 5;

const wireDelega = async (ctx: CallContext, delega: Delega): Promise<ShownDelega> =>
  (await wireDeleghe(ctx, [delega]))[0] as ShownDelega;

async function wireDeleghe(ctx: CallContext, deleghe: readonly Delega[]): Promise<ShownDelega[]> {
  const ids = deleghe.map(({ id }) => id);
  const named = Map.groupBy(await listNamedPosizioni(ctx.db, ids), ({ delega }) => delega);
  const today = todayInRome(ctx.now);
  return deleghe.map((one) => {
    const own = named.get(one.id) ?? [];
    return {
      id: one.id,
      stato: statoOf(one, today),
      titolare: one.delegante_nome,
      delegato: one.delegato_nome,
      codice_fiscale_delegato: one.delegato,
      ...powersOf(one),
      avvisi: one.avvisi,
      fino_a: one.fino_a,
      creata_il: isoInstant(one.creata),
      accettata_il: one.accettata === null ? null : isoInstant(one.accettata),
      chiusa_il: one.chiusa === null ? null : isoInstant(one.chiusa),
      quante: own.length,
      posizioni: own
        .slice(0, SHOWN_POSIZIONI)
        .map(({ codice_utente, ente, sistema, ditta }) => ({ codice_utente, ente, sistema, ditta })),
      concessa: one.ente !== null && one.motivo !== null ? { ente: one.ente, motivo: one.motivo } : null,
    };
  });
}

function statoOf({ esito, accettata, fino_a }: Delega, today: string): ShownDelega['stato'] {
  if (esito !== null) return esito;
  if (fino_a < today) return 'scaduta';
  return accettata === null ? 'attesa' : 'attiva';
}

async function readAtti(ctx: CallContext, delega: string): Promise<ShownAtto[]> {
  const [sent, paid] = await Promise.all([listSentBy(ctx.db, delega, MAX_ATTI), listPaidBy(ctx.db, delega, MAX_ATTI)]);
  const requests = sent.map(
    (p): ShownAtto => ({
      quando: isoInstant(p.inviata_il),
      tipo: 'richiesta',
      testo: nameOf(ctx.house.services, p.codice),
      protocollo: protocollo(p),
      stato: p.stato,
      importo_cent: null,
      chat: chatPath(p),
    }),
  );
  const payments = paid.map(
    ({ causale, importo_cent, aggiornato }): ShownAtto => ({
      quando: isoInstant(aggiornato),
      tipo: 'pagamento',
      testo: causale,
      protocollo: null,
      stato: null,
      importo_cent,
      chat: null,
    }),
  );
  return [...requests, ...payments].sort((a, b) => b.quando.localeCompare(a.quando)).slice(0, MAX_ATTI);
}
