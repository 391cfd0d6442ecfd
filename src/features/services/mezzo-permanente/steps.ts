/** The steps of a declaration of advertising devices: names, addresses, which may be opened and why another may not yet. Pure. */
import type { TipoDichiarazione } from './mezzo.ts';

export const SERVICE_PATH = '/servizio/mezzo-permanente';
export const SERVICE_TITLE = 'Mezzi pubblicitari permanenti';

export const ALL_STEPS = ['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'conferma'] as const;
export type DichiarazioneStep = (typeof ALL_STEPS)[number];

export const STEP_NAMES: Readonly<Record<DichiarazioneStep, string>> = {
  tipo: 'Tipo',
  richiedente: 'Richiedente',
  mezzi: 'Mezzi',
  allegati: 'Allegati',
  riepilogo: 'Riepilogo',
  conferma: 'Conferma',
};

/** Those that somebody goes through before the send. */
export const STEPS_TO_DO: readonly DichiarazioneStep[] = ALL_STEPS.filter((p) => p !== 'conferma');

/** Address of a step. @param suffix a query with its `?`, or a fragment */
export const stepAddress = (step: DichiarazioneStep, id: string, suffix = ''): string =>
  `${SERVICE_PATH}/${step}/${id}${suffix}`;

/** Where one goes on after a device was saved. @param azione of the button: `salva_altro` leads to the form of another */
export function addressAfterMezzo(
  id: string,
  { Id, mezzo = Id }: { Id: string; mezzo?: string | undefined },
  azione: string,
) {
  return stepAddress('mezzi', id, azione === 'salva_altro' ? `?mezzo=nuovo&salvato=${Id}` : `#mezzo-${mezzo}`);
}

/** Where a declaration is begun. @param posizione id of a position, chosen already */
export function startAddress(tipo: TipoDichiarazione, posizione?: string): string {
  return `${SERVICE_PATH}?${new URLSearchParams({ tipo, ...(posizione && { posizione }) })}`;
}

/** Value of "none" among the positions: a new device may belong to none. */
export const NO_POSIZIONE = 'nessuna';

/** Where the two codes are asked for again, once the hour of the position is over. @param id of the declaration */
export const reopenAddress = (id: string): string => `${SERVICE_PATH}?riapri=${id}`;

export const parseStep = (text: string | null | undefined): DichiarazioneStep | undefined =>
  ALL_STEPS.find((p) => p === text);

/** @param offset +1 the next, -1 the one before; the last is the summary: further leads only the send */
export function neighbourStep(step: DichiarazioneStep, offset: 1 | -1): DichiarazioneStep {
  const at = Math.min(Math.max(STEPS_TO_DO.indexOf(step) + offset, 0), STEPS_TO_DO.length - 1);
  return STEPS_TO_DO[at] as DichiarazioneStep;
}

/** How far a declaration is. @property richiedente who declares is told, whole @property mezzi how many devices it speaks of */
export type StepProgress = {
  tipo: TipoDichiarazione;
  sent: boolean;
  privacy: boolean;
  richiedente: boolean;
  mezzi: number;
};

/** The step that may be opened when one is asked for: nobody jumps ahead of an incomplete one, and what was sent is closed. */
export function findAllowedStep(
  asked: DichiarazioneStep,
  { sent, privacy, richiedente, mezzi }: StepProgress,
): DichiarazioneStep {
  if (sent) return 'conferma';
  const complete: Partial<Record<DichiarazioneStep, boolean>> = {
    tipo: privacy,
    richiedente,
    mezzi: mezzi > 0,
    riepilogo: false,
  };
  const before = ALL_STEPS.slice(0, ALL_STEPS.indexOf(asked));
  return before.find((p) => complete[p] === false) ?? asked;
}

const AT_LEAST_ONE: Readonly<Record<TipoDichiarazione, string>> = {
  nuovo: 'aggiungi almeno un mezzo',
  variazione: 'indica almeno un mezzo che cambia, cessa o si aggiunge',
  cessazione: 'indica almeno un mezzo che cessa',
};

/** Why one stands here and not where one wanted to go. @param step the step that is incomplete */
export function explainBlockedStep(
  step: DichiarazioneStep,
  target: DichiarazioneStep,
  tipo: TipoDichiarazione,
): string {
  const reasons: Readonly<Record<DichiarazioneStep, string>> = {
    tipo: 'dichiara di aver letto l’informativa sulla privacy',
    richiedente: 'completa i dati di chi presenta la dichiarazione',
    mezzi: AT_LEAST_ONE[tipo],
    allegati: '',
    riepilogo: 'controlla i dati e premi «Invia»: la dichiarazione non è ancora partita',
    conferma: '',
  };
  return `Per passare a «${STEP_NAMES[target]}» prima ${reasons[step]}.`;
}

/** What one declares, in words: on the page where it is chosen, and above every step. */
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
