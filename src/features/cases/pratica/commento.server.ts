/** Adds a message, a change of state or files to the timeline of a case, with the same rules for both sides. */
import type { CallContext } from '../../../context.ts';
import { addDays, daysBetween, instantInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Allegato, Evento, Pratica } from '../../../store/tables.ts';
import { listEventiAllegati } from '../allegati/allegati.db.ts';
import { attachFiles, checkPraticaRoom } from '../allegati/allegati.server.ts';
import { serviceOf } from '../ente/servizi.ts';
import { askForMessaggio, noteWritten } from '../protocollo/protocollo-asked.server.ts';
import { protocolloEnteInWords, type WrittenProtocollo } from '../protocollo/protocollo-ente.ts';
import { movePubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import type { Accesso } from './accesso.server.ts';
import { type NewAtto, writeAtto } from './atti.db.ts';
import { checkDecisione, type DecisioneFields, decisioneOf } from './decisione.ts';
import { applyDecisione, isDecisione } from './decisioni.server.ts';
import { tellDoppioni } from './doppioni-told.server.ts';
import { endingOf } from './ending.ts';
import { esternaRefused, findOwnEsterna, takesMessaggi } from './esterna.server.ts';
import { findLastChange, writeEvento } from './eventi.db.ts';
import { changePratica } from './pratica.db.ts';
import { CITTADINO_MESSAGGIO, CITTADINO_STATO, ENTE_MESSAGGIO } from './pratica-outbox.ts';
import {
  type Azione,
  CASELLA_AUTHOR,
  ESTERNA,
  isOpenStato,
  nextStato,
  STATO_LABELS,
  STATO_RULES,
  type StatoPratica,
} from './stati.ts';

/** After a mail the other side gets no further one for this long, unless they read in between (product rule). */
const NOTICE_PAUSE_MS = 30 * 60_000;

type Commento = DecisioneFields & {
  testo?: string | undefined;
  stato?: Azione | undefined;
  motivo?: string | undefined;
  /** The first number in the ente's own register */
  protocollo?: WrittenProtocollo | undefined;
  filesAllegati?: readonly { Id: string }[];
  /** Words of the portal itself, which are added in any state of the case */
  sistema?: string;
  /** What the trail says an operator did, where it is more than an answer */
  atto?: NewAtto;
  /** The caller tells the citizen by a mail of its own */
  isToldApart?: true;
};

/**
 * Adds an event to a case, with its consequences: state, dates, notice to the other side. Runs inside a transaction that locks the case.
 * @throws PortalError `conflict` when the case is closed, `forbidden`, `invalid`, `not_found` for a file
 */
export async function addCommento(
  ctx: CallContext,
  accesso: Accesso,
  commento: Commento,
): Promise<{ evento: Evento; allegati: Allegato[] }> {
  const { pratica, side } = accesso;
  const changes: Partial<Pratica> = commento.sistema
    ? {}
    : { ...(await requireConsequences(ctx, accesso, commento)), ...countUnanswered(ctx, accesso, commento) };
  const files = commento.filesAllegati ?? [];
  const fieldErrors = checkDecisione(commento, {
    asks: serviceOf(ctx.house.services, pratica.codice)?.decision?.asks ?? [],
    accepts: commento.stato === 'accettata',
  });
  if (Object.keys(fieldErrors).length > 0) throw new PortalError('invalid', { fields: fieldErrors });
  const effect = isDecisione(commento.stato)
    ? await applyDecisione(ctx, pratica, commento.stato, { ...decisioneOf(commento), files: files.length })
    : undefined;
  const version = pratica.versione + 1;
  const evento: Evento = {
    id: randomId(),
    pratica: pratica.id,
    n: version,
    quando: ctx.now,
    da: commento.sistema ? 'sistema' : side,
    chi: accesso.operatoreName,
    tipo: changes.stato ? 'stato' : files.length > 0 && !commento.testo ? 'documento' : 'messaggio',
    testo: commento.sistema ?? eventoText(commento, effect),
    stato: changes.stato ?? null,
    nascosto: null,
    nascosto_da: null,
  };
  if (side === 'cittadino') await checkPraticaRoom(ctx, pratica.id, files);
  await writeEvento(ctx.db, evento);
  await attachFiles(ctx, files, { pratica: pratica.id, evento: evento.id });
  if (evento.da === 'cittadino' && pratica.stato !== ESTERNA) await askForMessaggio(ctx, pratica, evento.id);
  const read = side === 'cittadino' ? { letto_cittadino: version } : { letto_operatore: version };
  const notice = commento.sistema || commento.isToldApart ? {} : await notifyOther(ctx, accesso, commento);
  const isAnswer = side === 'operatore' && !commento.sistema;
  const answered = isAnswer && pratica.prima_risposta_il === null ? { prima_risposta_il: ctx.now } : {};
  await changePratica(ctx.db, pratica.id, { ...changes, ...read, ...notice, ...answered, versione: version });
  if (commento.protocollo) await noteWritten(ctx, pratica.id, commento.protocollo);
  if (changes.stato) {
    await movePubblica(ctx, pratica, { stato: changes.stato });
    await tellDoppioni(ctx, pratica, changes.stato as StatoPratica);
  }
  if (isAnswer)
    await writeAtto(ctx, pratica, { ...attoOf(commento, evento), name: accesso.operatoreName ?? CASELLA_AUTHOR });
  const allegati = files.length > 0 ? await listEventiAllegati(ctx.db, pratica.id, [evento.id]) : [];
  return { evento, allegati };
}

/** Its words are in the timeline, where they can be hidden: the trail names the event. */
function attoOf({ stato, testo, filesAllegati = [], protocollo, atto }: Commento, evento: Evento): NewAtto {
  if (atto) return { ...atto, dati: { ...atto.dati, evento: evento.id } };
  const said = testo || filesAllegati.length > 0;
  return {
    azione: stato ? STATO_ATTI[stato] : protocollo && !said ? 'protocollo' : 'risposta',
    ...(protocollo && { testo: protocolloEnteInWords(protocollo) ?? '' }),
    dati: { evento: evento.id, ...(stato && { stato }), ...protocollo },
  };
}

/** What each change of state is in the trail; the last two are a citizen's, and leave none. */
const STATO_ATTI: Record<Azione, NewAtto['azione']> = {
  in_elaborazione: 'presa_in_carico',
  da_integrare: 'integrazione',
  conclusa: 'decisione',
  accettata: 'decisione',
  rifiutata: 'decisione',
  non_risolto: 'risposta',
  ritirata: 'risposta',
};

function eventoText({ testo, motivo, protocollo }: Commento, effect?: string): string | null {
  const parts = [
    testo,
    motivo && `Motivo: ${motivo}`,
    effect,
    protocollo && `Protocollo dell’ente: ${protocolloEnteInWords(protocollo)}`,
  ];
  return parts.filter(Boolean).join('\n\n') || null;
}

/** An operator who comes too late reads what a colleague or the citizen has done meanwhile, and when. */
async function requireConsequences(ctx: CallContext, accesso: Accesso, commento: Commento): Promise<Partial<Pratica>> {
  try {
    await requireTaken(ctx, accesso, commento);
    return consequencesOf(ctx, accesso, commento);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'conflict' && accesso.side === 'operatore')) throw error;
    const last = await findLastChange(ctx.db, accesso.pratica.id);
    if (!last) throw error;
    const name = last.stato === 'da_integrare' ? 'In attesa del cittadino' : STATO_LABELS[last.stato as StatoPratica];
    const who = last.da === 'cittadino' ? 'dal cittadino' : `da ${last.chi ?? CASELLA_AUTHOR}`;
    const when = instantInWords(Number(last.quando));
    throw new PortalError('conflict', {
      message: `Nel frattempo la pratica è cambiata: ora è «${name}» (${who}, ${when}). Questa operazione non è più possibile.`,
    });
  }
}

/** What a citizen writes into a case of another program goes to that program, which says how the case stands. */
async function requireTaken(ctx: CallContext, { pratica, side }: Accesso, { stato }: Commento): Promise<void> {
  const esterna = await findOwnEsterna(ctx, pratica);
  if (esterna && (stato || !takesMessaggi(esterna, side))) throw esternaRefused(esterna.nome);
}

/** The columns of the case that the event changes. */
function consequencesOf(ctx: CallContext, { pratica, side, login }: Accesso, commento: Commento): Partial<Pratica> {
  const stato = pratica.stato as StatoPratica;
  const { testo = '', motivo = '', filesAllegati = [] } = commento;
  const { protocollo } = commento;
  if (!commento.stato) {
    if (!isOpenStato(stato) && pratica.stato !== ESTERNA)
      throw new PortalError('conflict', { message: 'Questa pratica è chiusa: non si possono aggiungere messaggi.' });
    if (!testo && filesAllegati.length === 0 && !protocollo) {
      throw new PortalError('invalid', { fields: { testo: ['Scrivi un messaggio o allega un file.'] } });
    }
    // When the citizen answers a question of the office, the case is in progress again.
    return stato === 'da_integrare' && side === 'cittadino'
      ? changesTo(ctx, pratica, 'in_elaborazione')
      : { ...protocollo };
  }
  const situation = { ...pratica, stato, ending: endingOf(ctx.house.services, pratica) };
  const next = nextStato(situation, commento.stato, { side, login, now: ctx.now, testo, motivo });
  // An operator who takes charge has the case, unless a colleague has it.
  const takes = commento.stato === 'in_elaborazione' && login && pratica.assegnata_a === null && ctx.user;
  return { ...protocollo, ...changesTo(ctx, pratica, next), ...(takes && { assegnata_a: takes.id }) };
}

/**
 * Limits how often a citizen writes before the office acts (product rule). The case is locked, so messages sent at once are all counted.
 * The citizen can always withdraw a request.
 * @throws PortalError `conflict`
 */
function countUnanswered(
  ctx: CallContext,
  { pratica, side }: Accesso,
  { stato }: Commento,
): Pick<Pratica, 'senza_risposta'> {
  if (side === 'operatore') return { senza_risposta: 0 };
  const max = ctx.house.settings.messagesUnanswered;
  if (pratica.senza_risposta >= max && stato !== 'ritirata') {
    throw new PortalError('conflict', {
      message: `Hai già scritto ${max === 1 ? 'un messaggio' : `${max} messaggi`} dopo l’ultima risposta dell’ufficio: aspetta che ti risponda, poi puoi scrivere di nuovo.`,
    });
  }
  return { senza_risposta: pratica.senza_risposta + 1 };
}

/** The days that a case waits for the citizen do not count for the office (product rule). */
function changesTo(ctx: CallContext, pratica: Pratica, stato: StatoPratica): Partial<Pratica> {
  const changes: Partial<Pratica> = { stato };
  if (stato === 'in_elaborazione' && pratica.presa_in_carico_il === null) changes.presa_in_carico_il = ctx.now;
  if (stato === 'da_integrare') changes.sospesa_dal = ctx.now;
  if (pratica.sospesa_dal !== null && stato !== 'da_integrare') {
    changes.termine_il = addDays(
      pratica.termine_il,
      daysBetween(todayInRome(pratica.sospesa_dal), todayInRome(ctx.now)),
    );
    changes.sospesa_dal = null;
  }
  changes.chiusa_il = isOpenStato(stato) ? null : ctx.now;
  // Opened again it goes on by itself.
  if (isOpenStato(stato) && pratica.doppione_di !== null) changes.doppione_di = null;
  return changes;
}

/** The other side is always told of a change of state and of the ente's number; of a message only while no unread notice is out. */
async function notifyOther(
  ctx: CallContext,
  { pratica, side }: Accesso,
  { stato, protocollo }: Commento,
): Promise<Partial<Pratica>> {
  const recipient = side === 'cittadino' ? 'ente' : 'cittadino';
  // A citizen whose report an operator filed may have left no address.
  if (recipient === 'cittadino' && !pratica.email) return {};
  // The program reads it in what has changed.
  if (pratica.stato === ESTERNA) return {};
  const lastNotice = side === 'cittadino' ? pratica.avvisato_operatore : pratica.avvisato_cittadino;
  if (!stato && !protocollo && lastNotice !== null && ctx.now - lastNotice < NOTICE_PAUSE_MS) return {};
  const told = stato ? STATO_RULES[stato].to : protocollo && (pratica.stato as StatoPratica);
  const entry =
    recipient === 'ente'
      ? outboxEntry(ENTE_MESSAGGIO, { pratica: pratica.id, evento: EVENTO_KIND[stato ?? ''] })
      : told
        ? outboxEntry(CITTADINO_STATO, { pratica: pratica.id, stato: told })
        : outboxEntry(CITTADINO_MESSAGGIO, { pratica: pratica.id });
  await enqueueEntries(ctx.db, ctx.house.now, entry);
  return recipient === 'ente' ? { avvisato_operatore: ctx.now } : { avvisato_cittadino: ctx.now };
}

const EVENTO_KIND: Record<string, 'riaperta' | 'ritirata'> = { non_risolto: 'riaperta', ritirata: 'ritirata' };
