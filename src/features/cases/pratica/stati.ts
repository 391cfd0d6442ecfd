/** The states of a case, their labels, and which side may move it from which state to which. Pure. */
import { PortalError } from '../../../platform/errors.ts';

export const STATO_LABELS = {
  inviata: 'Inviata',
  in_elaborazione: 'In lavorazione',
  da_integrare: 'In attesa di una tua risposta',
  conclusa: 'Conclusa',
  accettata: 'Accettata',
  rifiutata: 'Rifiutata',
  ritirata: 'Ritirata',
} as const;

/**
 * What the store has as state of a case that another program deals with. The state there is beside it: so no rule, no list and no term of
 * the office is about it.
 */
export const ESTERNA = 'esterna';

export type StatoPratica = keyof typeof STATO_LABELS;
export type TipoPratica = 'segnalazione' | 'richiesta';
export type PraticaSide = 'cittadino' | 'operatore';
/** The author of what was written with the key of the ente's mailbox, as it is stored; a citizen reads "ufficio". */
export const CASELLA_AUTHOR = 'casella dell’ente';

/** What a side does with a case; calls name it `stato`. */
export const PRATICA_AZIONI = [
  'in_elaborazione',
  'da_integrare',
  'conclusa',
  'accettata',
  'rifiutata',
  'non_risolto',
  'ritirata',
] as const;
export type Azione = (typeof PRATICA_AZIONI)[number];

/** States of a case that is not closed. */
export const OPEN_PRATICA_STATI: readonly StatoPratica[] = ['inviata', 'in_elaborazione', 'da_integrare'];
/** A closed report may be opened again for so long (product rule). */
export const REOPEN_DAYS = 21;
const DAY_MS = 24 * 3600_000;

type StatoRule = {
  side: PraticaSide;
  from: readonly StatoPratica[];
  to: StatoPratica;
  /** Only for one kind of case */
  tipo?: TipoPratica;
  /** Allowed for cases that end this way only */
  ending?: PraticaEnding;
  /** The text that must come with the action */
  needs?: 'motivo' | 'testo';
  /** Set for a decision with effects, for which the key of the mailbox is not enough */
  login?: true;
};

/** All transitions. */
export const STATO_RULES: Record<Azione, StatoRule> = {
  in_elaborazione: { side: 'operatore', from: ['inviata', 'da_integrare'], to: 'in_elaborazione' },
  da_integrare: { side: 'operatore', from: ['inviata', 'in_elaborazione'], to: 'da_integrare', needs: 'testo' },
  conclusa: { side: 'operatore', from: OPEN_PRATICA_STATI, to: 'conclusa', ending: 'conclusione', needs: 'testo' },
  accettata: {
    side: 'operatore',
    from: OPEN_PRATICA_STATI,
    to: 'accettata',
    ending: 'decisione',
    needs: 'motivo',
    login: true,
  },
  rifiutata: {
    side: 'operatore',
    from: OPEN_PRATICA_STATI,
    to: 'rifiutata',
    ending: 'decisione',
    needs: 'motivo',
    login: true,
  },
  non_risolto: { side: 'cittadino', from: ['conclusa'], to: 'in_elaborazione', tipo: 'segnalazione', needs: 'testo' },
  ritirata: { side: 'cittadino', from: OPEN_PRATICA_STATI, to: 'ritirata', tipo: 'richiesta' },
};

export type PraticaEnding = 'conclusione' | 'decisione' | 'visita';

export type PraticaSituation = {
  tipo: TipoPratica;
  ending: PraticaEnding;
  stato: StatoPratica;
  chiusa_il: number | null;
};

const ruleApplies = (rule: StatoRule, { tipo, ending }: PraticaSituation) =>
  (!rule.tipo || rule.tipo === tipo) && (!rule.ending || (rule.ending === 'decisione') === (ending === 'decisione'));

export function isOpenStato(stato: StatoPratica): boolean {
  return OPEN_PRATICA_STATI.includes(stato);
}

/** The actions that this side has now; the screen offers what the server accepts. */
export function listPossibleAzioni(
  pratica: PraticaSituation,
  side: PraticaSide,
  viewer: { now: number; login: boolean },
): Azione[] {
  return PRATICA_AZIONI.filter((azione) => {
    const r = STATO_RULES[azione];
    if (r.side !== side || !r.from.includes(pratica.stato) || !ruleApplies(r, pratica)) return false;
    if (r.login && !viewer.login) return false;
    return azione !== 'non_risolto' || canReopen(pratica, viewer.now);
  });
}

function canReopen(pratica: PraticaSituation, now: number): boolean {
  return pratica.chiusa_il !== null && now - pratica.chiusa_il <= REOPEN_DAYS * DAY_MS;
}

/**
 * The state that follows an action.
 * @throws PortalError `forbidden` when the action is the other side's or needs a login, `conflict` when the state forbids it,
 *   `invalid` when its text is missing
 */
export function nextStato(
  pratica: PraticaSituation,
  azione: Azione,
  actor: { side: PraticaSide; login: boolean; now: number; testo: string; motivo: string },
): StatoPratica {
  const rule = STATO_RULES[azione];
  if (rule.side !== actor.side) throw new PortalError('forbidden');
  if (!ruleApplies(rule, pratica)) throw new PortalError('conflict', { message: NOT_NOW });
  if (rule.login && !actor.login) {
    throw new PortalError('forbidden', { message: 'Per accettare o rifiutare una richiesta accedi come dipendente.' });
  }
  if (!rule.from.includes(pratica.stato)) throw new PortalError('conflict', { message: NOT_NOW });
  if (azione === 'non_risolto' && !canReopen(pratica, actor.now)) {
    throw new PortalError('conflict', {
      message: `Sono passati più di ${REOPEN_DAYS} giorni dalla chiusura: invia una nuova segnalazione.`,
    });
  }
  if (rule.needs === 'motivo' && !actor.motivo)
    throw new PortalError('invalid', {
      fields: { motivo: ['Scrivi il motivo della decisione: lo leggerà il cittadino.'] },
    });
  if (rule.needs === 'testo' && !actor.testo)
    throw new PortalError('invalid', { fields: { testo: [TEXT_NEEDED[azione] ?? 'Scrivi un messaggio.'] } });
  return rule.to;
}

const NOT_NOW = 'Nello stato in cui si trova la pratica questa operazione non è possibile. Ricarica la pagina.';
const TEXT_NEEDED: Partial<Record<Azione, string>> = {
  da_integrare: 'Scrivi che cosa deve aggiungere il cittadino.',
  conclusa: 'Scrivi al cittadino com’è andata a finire.',
  non_risolto: 'Scrivi che cosa non è ancora risolto.',
};
