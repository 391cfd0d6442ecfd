/** The steps of a declaration of advertising devices: names, addresses, and why another than the one asked for opens. Pure. */
import { parseStep } from '../../cases/form/advance.ts';
import type { TipoDichiarazione } from './mezzo.ts';

export const SERVICE_PATH = '/servizio/mezzo-permanente';
export const SERVICE_TITLE = 'Insegne e cartelli';

export const STEP_NAMES = {
  tipo: 'Tipo',
  richiedente: 'Richiedente',
  mezzi: 'Mezzi',
  allegati: 'Allegati',
  riepilogo: 'Riepilogo',
} as const;
/** Steps before the send. */
export type OpenStep = keyof typeof STEP_NAMES;
export type DichiarazioneStep = OpenStep | 'conferma';

/** @param suffix a query with its `?`, or a fragment */
export const stepAddress = (step: DichiarazioneStep, id: string, suffix = ''): string =>
  `${SERVICE_PATH}/${step}/${id}${suffix}`;

/** Where to continue after a device was saved. @param azione of the button: `salva_altro` leads to the form of another */
export function addressAfterMezzo(
  id: string,
  { Id, mezzo = Id }: { Id: string; mezzo?: string | undefined },
  azione: string,
) {
  return stepAddress('mezzi', id, azione === 'salva_altro' ? `?mezzo=nuovo&salvato=${Id}` : `#mezzo-${mezzo}`);
}

/** Address of the first page. @param posizione id of a position that is chosen already */
export function startAddress(tipo: TipoDichiarazione, posizione?: string): string {
  return `${SERVICE_PATH}?${new URLSearchParams({ tipo, ...(posizione && { posizione }) })}`;
}

/** Value of "none" among the positions: a new device need not belong to one. */
export const NO_POSIZIONE = 'nessuna';

/** Address that asks for the two codes again, once the hour of the position is over. @param id of the declaration */
export const reopenAddress = (id: string): string => `${SERVICE_PATH}?riapri=${id}`;

export const parseDichiarazioneStep = (text: string | null | undefined): DichiarazioneStep | undefined =>
  text === 'conferma' ? text : parseStep({ names: STEP_NAMES }, text);

const AT_LEAST_ONE: Readonly<Record<TipoDichiarazione, string>> = {
  nuovo: 'aggiungi almeno un mezzo',
  variazione: 'indica almeno un mezzo che cambia, cessa o si aggiunge',
  cessazione: 'indica almeno un mezzo che cessa',
};

/** Why another step opened than the one that was asked for. @param step the step that is incomplete */
export function explainBlockedStep(step: OpenStep, target: DichiarazioneStep, tipo: TipoDichiarazione): string {
  const reasons: Readonly<Record<OpenStep, string>> = {
    tipo: 'dichiara di aver letto l’informativa sulla privacy',
    richiedente: 'completa i dati di chi presenta la dichiarazione',
    mezzi: AT_LEAST_ONE[tipo],
    allegati: '',
    riepilogo: 'controlla i dati e premi «Invia»: la dichiarazione non è ancora partita',
  };
  return `Per passare a «${{ ...STEP_NAMES, conferma: 'Conferma' }[target]}» prima ${reasons[step]}.`;
}

/** The kinds of declaration in words, for the page where they are chosen and above every step. */
export const DICHIARAZIONE_TEXTS: Readonly<
  Record<TipoDichiarazione, { name: string; explanation: string; codice: 'SF100' | 'SF110' }>
> = {
  nuovo: {
    name: 'Nuovi mezzi pubblicitari',
    explanation: 'Vuoi installare insegne, cartelli, tende o altri mezzi, o mettere la pubblicità su un veicolo.',
    codice: 'SF100',
  },
  variazione: {
    name: 'Variazione di mezzi pubblicitari',
    explanation: 'Qualcosa cambia nei mezzi che hai già dichiarato: misure, testo, luogo, oppure uno in più o in meno.',
    codice: 'SF110',
  },
  cessazione: {
    name: 'Cessazione di mezzi pubblicitari',
    explanation: 'Uno o più mezzi che hai già dichiarato non ci sono più, o stai per toglierli.',
    codice: 'SF110',
  },
};
