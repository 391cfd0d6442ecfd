/** What a firm outside the municipality may see of a case, and how long. Pure. */
import type { Ditta } from '../../../store/tables.ts';

/** What an operator ticks when they give a case to a firm. Subject and place the firm always has: without them it cannot work. */
export const SHOWN_PARTS = {
  descrizione: 'La descrizione di chi ha scritto',
  foto: 'Le foto',
  chi: 'Il nome di chi ha scritto',
  telefono: 'Il telefono di chi ha scritto',
} as const;
export type ShownPart = keyof typeof SHOWN_PARTS;
export const SHOWN_PART_NAMES = Object.keys(SHOWN_PARTS) as ShownPart[];

/** What is ticked at first: nothing that says who the citizen is. */
export const FIRST_SHOWN: readonly ShownPart[] = ['descrizione', 'foto'];

export const shownPartsOf = ({ mostra }: Pick<Ditta, 'mostra'>): ShownPart[] =>
  SHOWN_PART_NAMES.filter((name) => mostra.split(' ').includes(name));

/** How long a link works at most, and what the form suggests. */
export const MAX_DITTA_DAYS = 180;
export const FIRST_DITTA_DAYS = 30;
/** Links of one case. */
export const MAX_DITTE = 20;

export type DittaStato = 'attiva' | 'scaduta' | 'revocata';

/** @param today `YYYY-MM-DD` */
export const dittaStato = ({ revocata, fino_al }: Pick<Ditta, 'revocata' | 'fino_al'>, today: string): DittaStato =>
  revocata !== null ? 'revocata' : fino_al < today ? 'scaduta' : 'attiva';

/** The page of the link. */
export const DITTA_PATH = '/ditta';

/** The id under which a case records that a firm has read it. */
export const dittaActor = (id: string): string => `ditta:${id}`;
export const isDittaActor = (actor: string): boolean => actor.startsWith('ditta:');
