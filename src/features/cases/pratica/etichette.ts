/** Priority and tags of a case, by which operators sort their work. Pure. */
import type { Pratica } from '../../../store/tables.ts';

export const PRIORITA = { alta: 'Alta', normale: 'Normale' } as const;
export type Priorita = keyof typeof PRIORITA;

/** Tags of a case, and those that an ente has in use. */
export const MAX_ETICHETTE = 5;
export const MAX_ENTE_ETICHETTE = 40;
/** In characters. */
export const MAX_ETICHETTA_LENGTH = 30;

const TAG_SEPARATOR = ', ';

export type MarkedPratica = Pick<Pratica, 'priorita' | 'etichette'>;

export const prioritaOf = ({ priorita }: Pick<MarkedPratica, 'priorita'>): Priorita =>
  priorita === 'alta' ? 'alta' : 'normale';

/** The tags of a case as its column keeps them. */
export const etichetteOf = ({ etichette }: Pick<MarkedPratica, 'etichette'>): string[] =>
  etichette === '' ? [] : etichette.split(TAG_SEPARATOR);

/** Each once, in the order of the alphabet. */
export const joinEtichette = (etichette: readonly string[]): string =>
  [...new Set(etichette)].sort((a, b) => a.localeCompare(b, 'it')).join(TAG_SEPARATOR);

/** A tag as people may write it twice, in one spelling. */
export const spellEtichetta = (typed: string): string => typed.toLocaleLowerCase('it').replace(/\s+/g, ' ').trim();

/**
 * The word by which the cases with a tag are found among all words of cases. It ends with its own mark, so that no tag is found by one that
 * begins alike.
 */
export const wordOfEtichetta = (etichetta: string): string => `#${etichetta.replaceAll(' ', '#')}#`;

export const etichetteInWords = ({ etichette }: Pick<MarkedPratica, 'etichette'>): string => etichette || 'nessuna';

/** Both in one line: "normale; buche, scuola". */
export const marksInWords = (pratica: MarkedPratica): string =>
  `${PRIORITA[prioritaOf(pratica)].toLowerCase()}; ${etichetteInWords(pratica)}`;
