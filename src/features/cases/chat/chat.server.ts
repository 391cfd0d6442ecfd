/** The calls of a chat: a case with its timeline, a new message, marking it as read, and hiding content. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { countCharacters } from '../../../platform/atoms/text.ts';
import { changeStream } from '../../../platform/change-stream.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import type { Allegato, Evento, Pratica } from '../../../store/tables.ts';
import { listBozzaAllegati, listEventiAllegati, listSentAllegati } from '../allegati/allegati.db.ts';
import { showAllegato } from '../allegati/allegati.server.ts';
import { enteInside } from '../ente/ente.server.ts';
import { fillPlaceholders, placeholderProblem } from '../ente/risposte.ts';
import { moneyOf } from '../ente/servizi.ts';
import { findAttribuzione } from '../mappa/mappa.db.ts';
import {
  type Accesso,
  type AskedPratica,
  countMisses,
  findVisiblePratica,
  recordConsultazione,
} from '../pratica/accesso.server.ts';
import { writeAtto } from '../pratica/atti.db.ts';
import { closeBozzaOperatore } from '../pratica/bozza-operatore.server.ts';
import { addCommento } from '../pratica/commento.server.ts';
import { endingOf } from '../pratica/ending.ts';
import { findOwnEsterna, showEsterna, takesMessaggi } from '../pratica/esterna.server.ts';
import {
  findEvento,
  hideEvento,
  hideFile,
  listEventiAfter,
  listEventiBefore,
  listHiddenEventi,
} from '../pratica/eventi.db.ts';
import { placeholdersOf } from '../pratica/incarico.server.ts';
import { MAX_MESSAGGIO_LENGTH } from '../pratica/messaggio-length.ts';
import { changePratica, findDelegation } from '../pratica/pratica.db.ts';
import { anyPraticaData, parsePraticaData } from '../pratica/pratica-data.ts';
import { idOfSide, protocollo } from '../pratica/pratica-names.ts';
import { firstProtocollo } from '../pratica/protocollo-ente.server.ts';
import {
  CASELLA_AUTHOR,
  isOpenStato,
  listPossibleAzioni,
  type PraticaSide,
  type StatoPratica,
} from '../pratica/stati.ts';
import { registeredMessaggi } from '../protocollo/messaggi-protocollati.server.ts';
import { protocolloOf } from '../protocollo/protocollo-ente.ts';
import { type HiddenInPublic, hideInPubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { chatOperations, type PraticaDetail, type ShownEvento } from './chat.contract.ts';
import { readyFilesPath } from './messaggio.ts';

async function sideOf(ctx: CallContext, asked: AskedPratica): Promise<{ id: string; side: PraticaSide }> {
  const { pratica, side } = await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked));
  return { id: idOfSide(side, pratica), side };
}

const TOO_LONG = `Con i dati al posto dei segnaposto il testo supera ${MAX_MESSAGGIO_LENGTH} caratteri: accorcialo.`;

/** What an operator typed, with the placeholders of prepared answers filled in. @throws PortalError `invalid` for others, and for a text that gets too long */
async function fillIn(ctx: CallContext, pratica: Pratica, text: string | undefined): Promise<string | undefined> {
  if (!text?.includes('{')) return text;
  const filled = fillPlaceholders(text, placeholdersOf(pratica, await enteInside(ctx, '', pratica.ente)));
  const problem = placeholderProblem(text) ?? (countCharacters(filled) > MAX_MESSAGGIO_LENGTH ? TOO_LONG : undefined);
  if (problem) throw new PortalError('invalid', { fields: { testo: [problem] } });
  return filled;
}

export const chatHandlers: OperationHandlers<typeof chatOperations> = {
  dettaglioPratica: {
    version: async (input, ctx) => {
      const { pratica, side, login } = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
      const azioni = listAzioni(ctx, { pratica, side, login });
      const { id, versione, letto_cittadino, letto_operatore } = pratica;
      // All that the answer depends on; the actions change with time, too.
      const areaKey = areaOf(ctx, { pratica, side }) ?? '';
      const pagamenti = await moneyOf(ctx.house.services).ofCase(ctx, pratica, side);
      const moneyKey = pagamenti.length > 0 ? sha256Of(JSON.stringify(pagamenti)) : '';
      const mappaKey = (await findAttribuzione(ctx.db, id)) === undefined ? '' : 'm';
      const esterna = await findOwnEsterna(ctx, pratica);
      const esternaKey = esterna ? sha256Of(JSON.stringify(esterna)) : '';
      const pageKey = [input.prima ?? '', input.dopo ?? '', mappaKey];
      return [
        id,
        side,
        versione,
        letto_cittadino,
        letto_operatore,
        areaKey,
        moneyKey,
        esternaKey,
        ...pageKey,
        ...azioni,
      ].join('.');
    },
    run: async (input, ctx) => {
      const accesso = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
      await recordConsultazione(ctx, accesso);
      return readDetail(ctx, accesso, input);
    },
  },
  commenta: {
    // A wrong pair is counted outside the transaction, which would roll the count back.
    prepare: (input, ctx) => countMisses(ctx, input.email, () => findVisiblePratica(ctx, input)),
    run: async ({ protocollo_ente, ...input }, ctx) => {
      const accesso = await findVisiblePratica(ctx, input, 'change');
      const protocollo = protocollo_ente && firstProtocollo(ctx, accesso, protocollo_ente);
      const text = accesso.side === 'operatore' ? await fillIn(ctx, accesso.pratica, input.testo) : input.testo;
      const commento = { ...input, testo: text, ...(protocollo && { protocollo }) };
      const { evento, allegati } = await addCommento(ctx, accesso, commento);
      if (accesso.side === 'operatore') await closeBozzaOperatore(ctx, accesso.pratica);
      return showEvento(evento, allegati, false);
    },
  },
  filePronti: async (input, ctx) => {
    // The case of a back end is not in this store: its files that wait here are this browser's own, whatever it is about.
    const { id, side } = ctx.house.backEnd.takes(chatOperations.dettaglioPratica)
      ? { id: input.id, side: input.vista ?? ('cittadino' as const) }
      : await sideOf(ctx, input);
    if (ownerOf(ctx) === '') return [];
    return (await listBozzaAllegati(ctx.db, ownerOf(ctx), readyFilesPath(id, side))).map(showAllegato);
  },
  novitaPratica: async (input, ctx) => {
    const { pratica } = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
    return () => changeStream(ctx, pratica.id);
  },
  segnaLetto: async (input, ctx) => ({ letto: await markRead(ctx, input) }),
  nascondi: async ({ evento, allegato, ...asked }, ctx) => {
    const asOperatore: AskedPratica = { ...asked, vista: 'operatore' };
    await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asOperatore));
    const hidden = await ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      // Read again under the lock: another message may have come in between.
      return hideContent(inside, await findVisiblePratica(inside, asOperatore, 'change'), { evento, allegato });
    });
    return { nascosto: true, ...(hidden && { pubblico: hidden }) };
  },
};

/** What the page offers a logged-in citizen: a link to their area, or taking a case that is in no area yet. */
function areaOf({ user }: CallContext, { pratica, side }: Pick<Accesso, 'pratica' | 'side'>): PraticaDetail['area'] {
  if (user?.ruolo !== 'cittadino' || side !== 'cittadino') return undefined;
  if (pratica.utente !== null) return pratica.utente === user.id ? 'tua' : undefined;
  return [null, user.codice_fiscale].includes(pratica.codice_fiscale) ? 'da_prendere' : undefined;
}

/** The clocks of several hosts differ, so a change may be reported twice rather than never. */
const CLOCK_SKEW_MS = 60_000;

type TimelinePage = { prima?: string | undefined; dopo?: string | undefined };

/**
 * The page of the timeline that was asked for, and what changed before it since then.
 * @throws PortalError `not_found` when the given event is not of this case
 */
async function readEventi(ctx: CallContext, pratica: Pratica, asked: TimelinePage) {
  const ofPratica = { pratica: pratica.id };
  if (asked.dopo && asked.prima)
    throw new PortalError('invalid', {
      fields: { prima: ['Chiedi quello che viene prima, o quello che viene dopo.'] },
    });
  if (asked.dopo) {
    const { n, quando } = await requireEvento(ctx, pratica, asked.dopo);
    const { eventi, hasMore: altri } = await listEventiAfter(ctx.db, { ...ofPratica, n });
    const changed = await listHiddenEventi(ctx.db, { ...ofPratica, n, dal: quando - CLOCK_SKEW_MS });
    return { eventi, cambiati: changed, ...(altri && { altri_dopo: true }) };
  }
  const n = asked.prima ? (await requireEvento(ctx, pratica, asked.prima)).n : pratica.versione + 1;
  const { eventi, hasMore: altri } = await listEventiBefore(ctx.db, { ...ofPratica, n });
  return { eventi, cambiati: [], ...(altri && { altri_prima: true }) };
}

async function requireEvento(ctx: CallContext, pratica: Pratica, id: string): Promise<Evento> {
  const evento = await findEvento(ctx.db, pratica.id, id);
  if (!evento) throw new PortalError('not_found');
  return evento;
}

async function readDetail(
  ctx: CallContext,
  { pratica, side, login }: Accesso,
  asked: TimelinePage,
): Promise<PraticaDetail> {
  const { eventi, cambiati, ...altri } = await readEventi(ctx, pratica, asked);
  const sent = await listSentAllegati(ctx.db, { pratica: pratica.id });
  const file = await listEventiAllegati(
    ctx.db,
    pratica.id,
    [...eventi, ...cambiati].map((e) => e.id),
  );
  const mappa = await findAttribuzione(ctx.db, pratica.id);
  const esterna = await findOwnEsterna(ctx, pratica);
  const stato = (esterna?.stato ?? pratica.stato) as StatoPratica;
  const area = areaOf(ctx, { pratica, side });
  const pagamenti = await moneyOf(ctx.house.services).ofCase(ctx, pratica, side);
  const readByOther = side === 'cittadino' ? pratica.letto_operatore : pratica.letto_cittadino;
  const registered = await registeredMessaggi(ctx, pratica.id);
  const delega = await findDelegation(ctx.db, pratica);
  const shown = (e: Evento) => ({
    ...showEvento(
      e,
      file.filter((a) => a.evento === e.id),
      e.da === side && e.n <= readByOther,
    ),
    ...(registered.has(e.id) && { registrato: registered.get(e.id) }),
  });
  return {
    id: idOfSide(side, pratica),
    protocollo: protocollo(pratica),
    tipo: pratica.tipo,
    codice: pratica.codice,
    oggetto: pratica.oggetto,
    descrizione: pratica.descrizione,
    ente: pratica.ente,
    stato,
    inviata_il: isoInstant(pratica.inviata_il),
    ...(pratica.presa_in_carico_il !== null && { presa_in_carico_il: isoInstant(pratica.presa_in_carico_il) }),
    termine_il: pratica.termine_il,
    ...(pratica.chiusa_il !== null && { chiusa_il: isoInstant(pratica.chiusa_il) }),
    ...protocolloOf(pratica),
    dati: {
      ...parsePraticaData(anyPraticaData, pratica),
      nome: pratica.nome,
      cognome: pratica.cognome,
      codice_fiscale: pratica.codice_fiscale,
      telefono: pratica.telefono,
      email: pratica.email,
    },
    allegati: sent.map(showAllegato),
    ...(mappa !== undefined && { mappa }),
    eventi: eventi.map(shown),
    ...altri,
    ...(cambiati.length > 0 && { cambiati: cambiati.map(shown) }),
    letto_fino: readByOther,
    vista: side,
    azioni: listAzioni(ctx, { pratica, side, login }),
    puo_scrivere: esterna ? takesMessaggi(esterna, side) : isOpenStato(stato),
    ...(esterna && { esterna: showEsterna(esterna) }),
    ...(area && { area }),
    ...(pagamenti.length > 0 && { pagamenti }),
    ...(delega && { delega }),
  };
}

function listAzioni(
  { house, now }: CallContext,
  { pratica, side, login }: Pick<Accesso, 'pratica' | 'side' | 'login'>,
) {
  const situation = { ...pratica, ending: endingOf(house.services, pratica), stato: pratica.stato as StatoPratica };
  return listPossibleAzioni(situation, side, { now, login });
}

/** A hidden message keeps its place, its instant and its author; its words are gone for both sides. */
function showEvento(e: Evento, allegati: Allegato[], isRead: boolean): ShownEvento {
  const base = {
    id: e.id,
    n: e.n,
    quando: isoInstant(e.quando),
    da: e.da,
    ...(e.chi && { chi: e.chi }),
    letto: isRead,
    allegati: allegati.map(showAllegato),
  };
  if (e.nascosto !== null)
    return { ...base, tipo: 'nascosto', testo: 'Messaggio nascosto dall’ente perché esponeva dati di una persona.' };
  return { ...base, tipo: e.tipo, ...(e.testo && { testo: e.testo }), ...(e.stato && { stato: e.stato }) };
}

/** Reading ends the pause between mails: the next message is mailed at once. */
async function markRead(ctx: CallContext, asked: AskedPratica): Promise<boolean> {
  const { pratica, side } = await countMisses(ctx, asked.email, () => findVisiblePratica(ctx, asked));
  const readUpTo = side === 'cittadino' ? pratica.letto_cittadino : pratica.letto_operatore;
  if (readUpTo >= pratica.versione) return false;
  const changes =
    side === 'cittadino'
      ? { letto_cittadino: pratica.versione, avvisato_cittadino: null }
      : { letto_operatore: pratica.versione, avvisato_operatore: null };
  await changePratica(ctx.db, pratica.id, changes);
  return true;
}

async function hideContent(
  ctx: CallContext,
  { pratica, operatoreName }: Accesso,
  target: { evento?: string | undefined; allegato?: string | undefined },
): Promise<HiddenInPublic | undefined> {
  let text: string | undefined;
  if (target.allegato) {
    if (!(await hideFile(ctx.db, pratica.id, target.allegato, ctx.now))) throw new PortalError('not_found');
  } else {
    const evento = target.evento ? await findEvento(ctx.db, pratica.id, target.evento) : undefined;
    if (!evento || (evento.tipo === 'stato' && !evento.testo)) throw new PortalError('not_found');
    if (evento.nascosto !== null) return undefined;
    text = evento.testo ?? '';
    await hideEvento(ctx.db, evento.id, { at: ctx.now, by: operatoreName ?? 'operatore' });
  }
  const pubblico = await hideInPubblica(ctx, pratica, { text });
  await writeAtto(ctx, pratica, {
    azione: 'nascosto',
    dati: { ...target, ...(pubblico && { pubblico }) },
    name: operatoreName ?? CASELLA_AUTHOR,
  });
  await addCommento(
    ctx,
    { pratica, side: 'operatore', login: false, operatoreName: operatoreName },
    { sistema: 'Un operatore ha nascosto un contenuto che esponeva dati di una persona.' },
  );
  return pubblico;
}
