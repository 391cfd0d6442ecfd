/** A device in words: in one line, and what a variation changes of it. Pure: server and browser. */
import { conArticolo, dataBreve, dataInParole } from '../../../platform/atoms/date.ts';
import { targaInParole } from '../../../platform/atoms/targa-scritta.ts';
import type { MezzoDichiaratoMostrato, MezzoMostrato } from './mezzo.contract.ts';
import { FACCE, ILLUMINAZIONE, TIPI, VEICOLI } from './mezzo.ts';

/** What is said of a device, of whatever type: `DatiMezzo`, or one as it is shown. */
export type Detto = Omit<MezzoMostrato, 'Id' | 'stima_cent'>;
type Campo = keyof Detto;

/** Label of each field, in the order of the form. */
export const ETICHETTE = {
  Tipologia_impianto_publicitario__c: 'Tipo',
  targa: 'Targa',
  categoria_veicolo: 'Categoria del veicolo',
  indirizzo: 'Dove si trova',
  facce: 'Facce',
  illuminazione: 'Illuminazione',
  larghezza_cm: 'Larghezza',
  altezza_cm: 'Altezza',
  quantita: 'Quantità',
  testo: 'Testo o marchio',
  dal: 'Dal',
  al: 'Al',
} as const satisfies Record<Campo, string>;
const CAMPI = Object.keys(ETICHETTE) as Campo[];

const voce = (parole: Readonly<Record<string, string>>, chiave: string): string => parole[chiave] ?? chiave;

/** Name of the type as people read it. */
export const tipoInParole = (m: Pick<Detto, 'Tipologia_impianto_publicitario__c'>): string =>
  TIPI[m.Tipologia_impianto_publicitario__c];

export const pezzi = (n: number): string => (n === 1 ? 'un pezzo' : `${n} pezzi`);

/** @returns the value of a field in words; '' when the device has none */
export function valoreInParole(m: Detto, campo: Campo): string {
  const v = m[campo];
  if (v === undefined || v === '') return '';
  switch (campo) {
    case 'Tipologia_impianto_publicitario__c':
      return tipoInParole(m);
    case 'targa':
      return targaInParole(String(v));
    case 'categoria_veicolo':
      return voce(VEICOLI, String(v));
    case 'facce':
      return voce(FACCE, String(v));
    case 'illuminazione':
      return voce(ILLUMINAZIONE, String(v));
    case 'larghezza_cm':
    case 'altezza_cm':
      return `${v} cm`;
    case 'dal':
    case 'al':
      return dataBreve(String(v));
    default:
      return String(v);
  }
}

const minuscolo = (s: string) => s.charAt(0).toLowerCase() + s.slice(1);

function periodo({ dal, al }: Detto): string {
  if (dal && al) return `${conArticolo('dal', dataBreve(dal))} ${conArticolo('al', dataBreve(al))}`;
  if (dal) return conArticolo('dal', dataBreve(dal));
  return al ? `fino ${conArticolo('al', dataBreve(al))}` : '';
}

/** In one line, without its type: "Via Roma 1, 100 × 200 cm, due facce, senza luce, 2 pezzi, «Bar Sport»". */
export function mezzoInParole(m: Detto): string {
  return [
    valoreInParole(m, 'targa'),
    minuscolo(valoreInParole(m, 'categoria_veicolo')),
    m.indirizzo,
    `${m.larghezza_cm} × ${m.altezza_cm} cm`,
    minuscolo(valoreInParole(m, 'facce')),
    minuscolo(valoreInParole(m, 'illuminazione')),
    m.quantita === undefined ? '' : pezzi(m.quantita),
    m.testo && `«${m.testo}»`,
    periodo(m),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Where or by what it is known: its plate or its place, after the type. */
export const qualeMezzo = (m: Detto): string =>
  [tipoInParole(m), valoreInParole(m, 'targa') || (m.indirizzo ?? '')].filter(Boolean).join(', ');

/** @property prima, @property dopo in words; '' where there was or is nothing */
export type Differenza = { campo: Campo; etichetta: string; prima: string; dopo: string };

/** What is said otherwise of a device than before, in the order of the form. */
export function differenze(prima: Detto, dopo: Detto): Differenza[] {
  return CAMPI.filter((campo) => (prima[campo] ?? '') !== (dopo[campo] ?? '')).map((campo) => ({
    campo,
    etichetta: ETICHETTE[campo],
    prima: valoreInParole(prima, campo),
    dopo: valoreInParole(dopo, campo),
  }));
}

export const cessazioneInParole = ({ dal, motivo }: { dal: string; motivo: string }): string =>
  `non c’è più ${conArticolo('dal', dataInParole(dal))}: ${motivo}`;

/** Does the declaration say nothing of this device of the position? Also when what it said was taken back. */
export const invariato = (m: MezzoDichiaratoMostrato): boolean =>
  m.mezzo !== undefined && (m.tolto === true || (!m.prima && !m.cessazione && m.allegati.length === 0));

/** Does it count: not removed, and the declaration says something of it? */
export const dichiarato = (m: MezzoDichiaratoMostrato): boolean => !m.tolto && !invariato(m);

/** What the declaration says of a device, for receipt and case: a new one as it is, else old → new, or from when it is no more. */
export function rigaMezzo(m: MezzoDichiaratoMostrato): string {
  if (m.cessazione) return `${mezzoInParole(m)}; ${cessazioneInParole(m.cessazione)}`;
  if (m.azione === 'nuovo') return mezzoInParole(m);
  const cambi = m.prima ? differenze(m.prima, m) : [];
  const detti = cambi.map(({ etichetta, prima, dopo }) => `${etichetta}: ${prima || '–'} → ${dopo || '–'}`);
  return [mezzoInParole(m.prima ?? m), ...detti].join('\n');
}

/** Heading of a device in what was sent: "1. Cartello", "2. Cartello (variazione)". */
export const titoloMezzo = (m: MezzoDichiaratoMostrato, n: number): string =>
  `${n}. ${tipoInParole(m)}${m.azione === 'nuovo' ? '' : ` (${m.azione})`}`;
