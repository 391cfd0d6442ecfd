/** The steps of a declaration of advertising devices: names, addresses, which may be opened and why another may not yet. Pure. */
import type { Operazione } from './mezzo.ts';

export const PERCORSO = '/servizio/mezzo-permanente';
export const TITOLO = 'Mezzi pubblicitari permanenti';

export const PASSI = ['tipo', 'richiedente', 'mezzi', 'allegati', 'riepilogo', 'conferma'] as const;
export type Passo = (typeof PASSI)[number];

export const NOMI: Readonly<Record<Passo, string>> = {
  tipo: 'Tipo',
  richiedente: 'Richiedente',
  mezzi: 'Mezzi',
  allegati: 'Allegati',
  riepilogo: 'Riepilogo',
  conferma: 'Conferma',
};

/** Those that somebody goes through before the send. */
export const DA_FARE: readonly Passo[] = PASSI.filter((p) => p !== 'conferma');

/** Address of a step. @param segue a query with its `?`, or a fragment */
export const indirizzo = (passo: Passo, id: string, segue = ''): string => `${PERCORSO}/${passo}/${id}${segue}`;

/** Where one goes on after a device was saved. @param azione of the button: `salva_altro` leads to the form of another */
export function dopoIlMezzo(
  id: string,
  { Id, mezzo = Id }: { Id: string; mezzo?: string | undefined },
  azione: string,
) {
  return indirizzo('mezzi', id, azione === 'salva_altro' ? `?mezzo=nuovo&salvato=${Id}` : `#mezzo-${mezzo}`);
}

/** Where a declaration is begun. @param posizione id of a position, chosen already */
export function inizioDi(tipo: Operazione, posizione?: string): string {
  return `${PERCORSO}?${new URLSearchParams({ tipo, ...(posizione && { posizione }) })}`;
}

/** Value of "none" among the positions: a new device may belong to none. */
export const NESSUNA = 'nessuna';

/** Where the two codes are asked for again, once the hour of the position is over. @param id of the declaration */
export const riapri = (id: string): string => `${PERCORSO}?riapri=${id}`;

export const passoDa = (detto: string | null | undefined): Passo | undefined => PASSI.find((p) => p === detto);

/** @param oltre +1 the next, -1 the one before; the last is the summary: further leads only the send */
export function vicino(passo: Passo, oltre: 1 | -1): Passo {
  const at = Math.min(Math.max(DA_FARE.indexOf(passo) + oltre, 0), DA_FARE.length - 1);
  return DA_FARE[at] as Passo;
}

/** How far a declaration is. @property richiedente who declares is told, whole @property mezzi how many devices it speaks of */
export type Avanzamento = { tipo: Operazione; inviata: boolean; privacy: boolean; richiedente: boolean; mezzi: number };

/** The step that may be opened when one is asked for: nobody jumps ahead of an incomplete one, and what was sent is closed. */
export function ammesso(chiesto: Passo, { inviata, privacy, richiedente, mezzi }: Avanzamento): Passo {
  if (inviata) return 'conferma';
  const completi: Partial<Record<Passo, boolean>> = { tipo: privacy, richiedente, mezzi: mezzi > 0, riepilogo: false };
  const prima = PASSI.slice(0, PASSI.indexOf(chiesto));
  return prima.find((p) => completi[p] === false) ?? chiesto;
}

const ALMENO_UNO: Readonly<Record<Operazione, string>> = {
  nuovo: 'aggiungi almeno un mezzo',
  variazione: 'indica almeno un mezzo che cambia, cessa o si aggiunge',
  cessazione: 'indica almeno un mezzo che cessa',
};

/** Why one stands here and not where one wanted to go. @param passo the step that is incomplete */
export function perche(passo: Passo, verso: Passo, tipo: Operazione): string {
  const prima: Readonly<Record<Passo, string>> = {
    tipo: 'dichiara di aver letto l’informativa sulla privacy',
    richiedente: 'completa i dati di chi presenta la dichiarazione',
    mezzi: ALMENO_UNO[tipo],
    allegati: '',
    riepilogo: 'controlla i dati e premi «Invia»: la dichiarazione non è ancora partita',
    conferma: '',
  };
  return `Per passare a «${NOMI[verso]}» prima ${prima[passo]}.`;
}

/** What one declares, in words: on the page where it is chosen, and above every step. */
export const OPERAZIONI_DETTE: Readonly<
  Record<Operazione, { nome: string; spiega: string; codice: 'SF100' | 'SF110' }>
> = {
  nuovo: {
    nome: 'Nuovi mezzi pubblicitari',
    spiega: 'Vuoi installare insegne, cartelli, tende o altri mezzi, o mettere la pubblicità su un veicolo.',
    codice: 'SF100',
  },
  variazione: {
    nome: 'Variazione di mezzi pubblicitari',
    spiega: 'Qualcosa cambia nei mezzi che hai già dichiarato: misure, testo, luogo, oppure uno in più o in meno.',
    codice: 'SF110',
  },
  cessazione: {
    nome: 'Cessazione di mezzi pubblicitari',
    spiega: 'Uno o più mezzi che hai già dichiarato non ci sono più, o stai per toglierli.',
    codice: 'SF110',
  },
};
