/** Which cases an operator asks for: of their own enti, in a queue, by state, dates and words, as a filter of rows. */
import * as z from 'zod/mini';
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { codiceFiscaleSchema } from '../../../platform/atoms/codice-fiscale.ts';
import { addDays, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { wordOfEtichetta } from '../../cases/pratica/etichette.ts';
import { searchWords } from '../../cases/pratica/pratica-search.ts';
import { isOpenStato, OPEN_PRATICA_STATI, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import type { Coda, operatoreOperations } from './operatore.contract.ts';
import type { PraticaFilter, PraticaQueue } from './operatore.db.ts';

export const ALL_STATI = Object.keys(STATO_LABELS) as StatoPratica[];

type ListInput = OperationInput<typeof operatoreOperations.praticheOperatore>;
export type AskedList = Omit<ListInput, 'pagina' | 'righe' | 'da_protocollare'> & { da_protocollare?: boolean };

/** A due date within so many days is near. */
const NEAR_DAYS = 7;

/** The term is suspended while a case waits for the citizen (product rule). */
const RUNNING_STATI = OPEN_PRATICA_STATI.filter((stato) => stato !== 'da_integrare');

/** What is in a queue: the states, and what else. */
function queueOf(coda: Coda, { user, now }: CallContext): { stati: readonly StatoPratica[]; queue?: PraticaQueue } {
  const today = todayInRome(now);
  const open = OPEN_PRATICA_STATI;
  const queues = {
    mie: { stati: open, queue: { persona: user?.id ?? '' } },
    ufficio: { stati: open, queue: { uffici: user?.uffici ?? [] } },
    da_assegnare: { stati: open, queue: { nobody: true } },
    in_ritardo: { stati: RUNNING_STATI, queue: { prima: today } },
    in_scadenza: { stati: RUNNING_STATI, queue: { dal: today, prima: addDays(today, NEAR_DAYS + 1) } },
    in_attesa: { stati: ['da_integrare'] },
    chiuse: { stati: ALL_STATI.filter((stato) => !isOpenStato(stato)) },
  } as const satisfies Record<Coda, { stati: readonly StatoPratica[]; queue?: PraticaQueue }>;
  return queues[coda];
}

const ownCases = ({ id, riservati, uffici }: LoggedInUser): PraticaFilter['own'] =>
  riservati.length > 0 ? { enti: riservati, uffici, persona: id } : undefined;

/** @throws PortalError `not_found` for an ente that is not the operator's */
export function filterOf(asked: Omit<AskedList, 'ordine'>, ctx: CallContext): PraticaFilter {
  const {
    ente,
    q = '',
    non_lette,
    da_protocollare,
    servizio,
    area,
    persona,
    priorita,
    etichetta,
    dal,
    al,
    stato,
    coda,
  } = asked;
  const { data: codiceFiscale } = z.safeParse(codiceFiscaleSchema(), q);
  const ownEnti = ctx.user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  const { stati, queue } = coda ? queueOf(coda, ctx) : { stati: ALL_STATI };
  const isAsked = (s: StatoPratica) =>
    !stato || stato === 'tutte' || s === stato || (stato === 'aperte' && isOpenStato(s));
  return {
    enti: ente ? [ente] : ownEnti,
    unreadOnly: non_lette,
    unnumberedOnly: da_protocollare || undefined,
    codice: servizio,
    area,
    persona,
    priorita,
    withoutPoint: asked.senza_punto || undefined,
    codiceFiscale,
    queue,
    // An operator without any office has none of their cases.
    stati: queue && 'uffici' in queue && queue.uffici.length === 0 ? [] : stati.filter(isAsked),
    words: [...(etichetta ? [wordOfEtichetta(etichetta)] : []), ...(codiceFiscale ? [] : searchWords(q))],
    from: dal ? midnightInRome(dal) : undefined,
    until: al ? midnightInRome(addDays(al, 1)) : undefined,
    own: ctx.user ? ownCases(ctx.user) : undefined,
  };
}
