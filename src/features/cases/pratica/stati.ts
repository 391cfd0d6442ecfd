/** The states of a case, who may move it from which to which, and what the screen calls them. Pure. */
import { PortalError } from '../../../platform/errors.ts';

export const STATI = {
  inviata: 'Inviata',
  in_elaborazione: 'In lavorazione',
  da_integrare: 'In attesa di una tua risposta',
  conclusa: 'Conclusa',
  accettata: 'Accettata',
  rifiutata: 'Rifiutata',
  ritirata: 'Ritirata',
} as const;

export type Stato = keyof typeof STATI;
export type TipoPratica = 'segnalazione' | 'richiesta';
export type Parte = 'cittadino' | 'operatore';

/** What somebody asks of a case; the wire calls it `stato`. */
export const AZIONI = [
  'in_elaborazione',
  'da_integrare',
  'conclusa',
  'accettata',
  'rifiutata',
  'non_risolto',
  'ritirata',
] as const;
export type Azione = (typeof AZIONI)[number];

/** States of a case that is not closed. */
export const APERTI: readonly Stato[] = ['inviata', 'in_elaborazione', 'da_integrare'];
/** A closed report may be opened again for so long (product rule). */
export const GIORNI_RIAPERTURA = 21;
const GIORNO = 24 * 3600_000;

type Regola = {
  chi: Parte;
  da: readonly Stato[];
  a: Stato;
  /** Only for one kind of case */
  tipo?: TipoPratica;
  /** Only for cases that end this way */
  fine?: Fine;
  /** The words that go with it are needed */
  testo?: 'motivo' | 'testo';
  /** A decision with effects: the key of the mailbox is not enough */
  login?: true;
};

/** Every transition there is. */
export const REGOLE: Record<Azione, Regola> = {
  in_elaborazione: { chi: 'operatore', da: ['inviata', 'da_integrare'], a: 'in_elaborazione' },
  da_integrare: { chi: 'operatore', da: ['inviata', 'in_elaborazione'], a: 'da_integrare', testo: 'testo' },
  conclusa: { chi: 'operatore', da: APERTI, a: 'conclusa', fine: 'conclusione', testo: 'testo' },
  accettata: { chi: 'operatore', da: APERTI, a: 'accettata', fine: 'decisione', testo: 'motivo', login: true },
  rifiutata: { chi: 'operatore', da: APERTI, a: 'rifiutata', fine: 'decisione', testo: 'motivo', login: true },
  non_risolto: { chi: 'cittadino', da: ['conclusa'], a: 'in_elaborazione', tipo: 'segnalazione', testo: 'testo' },
  ritirata: { chi: 'cittadino', da: APERTI, a: 'ritirata', tipo: 'richiesta' },
};

export type Vista = { tipo: TipoPratica; codice: string; stato: Stato; chiusa_il: number | null };

type Fine = 'conclusione' | 'decisione';

/** A report and a question to a desk are answered and concluded; of every other request an operator decides. */
export function fineDi({ tipo, codice }: { tipo: TipoPratica; codice: string }): Fine {
  return tipo === 'segnalazione' || codice === 'SPORTELLO' ? 'conclusione' : 'decisione';
}

const vale = (regola: Regola, pratica: { tipo: TipoPratica; codice: string }) =>
  (!regola.tipo || regola.tipo === pratica.tipo) && (!regola.fine || regola.fine === fineDi(pratica));

export function aperta(stato: Stato): boolean {
  return APERTI.includes(stato);
}

/** Which actions this side has now: what the screen offers is what the server takes. */
export function azioniPossibili(pratica: Vista, parte: Parte, come: { now: number; login: boolean }): Azione[] {
  return AZIONI.filter((azione) => {
    const r = REGOLE[azione];
    if (r.chi !== parte || !r.da.includes(pratica.stato) || !vale(r, pratica)) return false;
    if (r.login && !come.login) return false;
    return azione !== 'non_risolto' || riapribile(pratica, come.now);
  });
}

function riapribile(pratica: Vista, now: number): boolean {
  return pratica.chiusa_il !== null && now - pratica.chiusa_il <= GIORNI_RIAPERTURA * GIORNO;
}

/**
 * The state that follows an action.
 * @throws PortalError `forbidden` when it is not this side's to do or needs a login, `conflict` when the state forbids it,
 *   `invalid` when the words that belong to it are missing
 */
export function passa(
  pratica: Vista,
  azione: Azione,
  chi: { parte: Parte; login: boolean; now: number; testo: string; motivo: string },
): Stato {
  const regola = REGOLE[azione];
  if (regola.chi !== chi.parte) throw new PortalError('forbidden');
  if (!vale(regola, pratica)) throw new PortalError('conflict', { message: NON_ORA });
  if (regola.login && !chi.login) {
    throw new PortalError('forbidden', { message: 'Per accettare o rifiutare una richiesta accedi come dipendente.' });
  }
  if (!regola.da.includes(pratica.stato)) throw new PortalError('conflict', { message: NON_ORA });
  if (azione === 'non_risolto' && !riapribile(pratica, chi.now)) {
    throw new PortalError('conflict', {
      message: `Sono passati più di ${GIORNI_RIAPERTURA} giorni dalla chiusura: invia una nuova segnalazione.`,
    });
  }
  if (regola.testo === 'motivo' && !chi.motivo)
    throw new PortalError('invalid', {
      fields: { motivo: ['Scrivi il motivo della decisione: lo leggerà il cittadino.'] },
    });
  if (regola.testo === 'testo' && !chi.testo)
    throw new PortalError('invalid', { fields: { testo: [SERVE_TESTO[azione] ?? 'Scrivi un messaggio.'] } });
  return regola.a;
}

const NON_ORA = 'Nello stato in cui si trova la pratica questa operazione non è possibile. Ricarica la pagina.';
const SERVE_TESTO: Partial<Record<Azione, string>> = {
  da_integrare: 'Scrivi che cosa deve aggiungere il cittadino.',
  conclusa: 'Scrivi al cittadino com’è andata a finire.',
  non_risolto: 'Scrivi che cosa non è ancora risolto.',
};
