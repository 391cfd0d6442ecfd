/** The name of an ente in a sentence, with its article: "il Comune di Borgosereno", "della Città di Portolieve". Pure. */

import { capitalizeFirst } from './capital.ts';

/** Articles that the name of an ente can take; '' for a name without one. */
export const ARTICOLI = ['il', 'lo', 'la', 'l’', ''] as const;
type Articolo = (typeof ARTICOLI)[number];

/** @property articolo given by the data of the ente; else it follows from the first word of the name */
export type NamedEnte = { nome: string; articolo?: Articolo | undefined };

const JOINED_WORDS = {
  il: { il: 'il', di: 'del', a: 'al' },
  lo: { il: 'lo', di: 'dello', a: 'allo' },
  la: { il: 'la', di: 'della', a: 'alla' },
  'l’': { il: 'l’', di: 'dell’', a: 'all’' },
  '': { il: '', di: 'di', a: 'a' },
} as const;

const FEMININE_NAMES = /^(Città|Provincia|Regione|Comunità|Società|Camera) /;
const MASCULINE_NAMES = /^(Comune|Municipio|Consorzio|Libero) /;

function articoloOf({ nome, articolo }: NamedEnte): Articolo {
  if (articolo !== undefined) return articolo;
  if (MASCULINE_NAMES.test(nome)) return 'il';
  if (FEMININE_NAMES.test(nome)) return 'la';
  return /^(Unione|Ente|Azienda|Agenzia|Ufficio) /.test(nome) ? 'l’' : '';
}

/** @param word the preposition that joins the article; `il`: the article alone */
export function withArticolo(word: 'il' | 'di' | 'a', ente: NamedEnte): string {
  const joined = JOINED_WORDS[articoloOf(ente)][word];
  return joined === '' || joined.endsWith('’') ? joined + ente.nome : `${joined} ${ente.nome}`;
}

/** The name as the subject of a sentence, at its beginning: "Il Comune di Borgosereno". */
export function asSubject(ente: NamedEnte): string {
  return capitalizeFirst(withArticolo('il', ente));
}
