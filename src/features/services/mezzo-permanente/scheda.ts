/** One device as it is typed: the fields of its form, what of them is sent, and how a half-typed one is kept. Pure. */
import { targaNormale } from '../../../platform/atoms/targa-scritta.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { MezzoMostrato } from './mezzo.contract.ts';
import type { FileNominato } from './mezzo.ts';
import { CATEGORIE, TIPO } from './valori.ts';

/** Fields of a vehicle, of all other types, and of both. */
const CAMPI_AUTO = ['targa', 'paese', 'categoria_veicolo'] as const;
const CAMPI_FISSO = ['indirizzo', 'quantita', 'testo', 'dal', 'al'] as const;
const COMUNI = ['facce', 'illuminazione', 'larghezza_cm', 'altezza_cm'] as const;
/** From top to bottom: errors are told in this order. */
const CAMPI: readonly string[] = [
  ...[TIPO, ...CAMPI_AUTO, ...CAMPI_FISSO, ...COMUNI],
  ...CATEGORIE.map((c) => `file_${c}`),
];

/** @returns what of a form belongs to a device, missing keys left out */
export function valoriDi(fields: Record<string, unknown>): Valori {
  return Object.fromEntries(
    CAMPI.flatMap((nome) => (typeof fields[nome] === 'string' ? [[nome, fields[nome]] as const] : [])),
  );
}

/** A device in the fields of its form. */
export function valoriDelMezzo(mezzo: MezzoMostrato): Valori {
  const [targa = '', paese = ''] = (mezzo.targa ?? '').split(':').reverse();
  const scritti = Object.entries({ ...mezzo, targa, paese }).map(([nome, v]) => [
    nome,
    v === undefined ? '' : String(v),
  ]);
  return valoriDi(Object.fromEntries(scritti));
}

export const NUOVO: Valori = { quantita: '1' };

/** The plate with the country that was chosen beside it. */
function targaCon({ targa = '', paese = '' }: Valori): string {
  const normale = targaNormale(targa);
  return !normale || normale.includes(':') || !paese || paese === 'IT' ? targa : `${paese}:${normale}`;
}

/** What is sent: the fields of its type, and those of all. */
export function corpoDi(valori: Valori): Record<string, string> {
  const auto = valori[TIPO] === 'Automezzo';
  const propri: readonly string[] = auto ? ['targa', 'categoria_veicolo'] : CAMPI_FISSO;
  const scelti = [TIPO, ...propri, ...COMUNI].map((nome) => [nome, valori[nome] ?? ''] as const);
  return { ...Object.fromEntries(scelti), ...(auto && { targa: targaCon(valori) }) };
}

/** @returns errors of fields that are there, in the order of the screen; while no type is chosen those of its fields would speak of what is not asked yet */
export function inOrdine(errori: FieldErrors, { [TIPO]: tipo }: Valori): FieldErrors {
  const tutti: FieldErrors = {};
  for (const [nome, frasi] of Object.entries(errori)) {
    const campo = /allegati|^file/i.test(nome) ? campoFile(nome) : nome;
    if (!CAMPI.includes(campo) || (!tipo && CAMPI_FISSO.some((c) => c === campo))) continue;
    tutti[campo] ??= frasi;
  }
  return Object.fromEntries(Object.entries(tutti).sort(([a], [b]) => posto(a) - posto(b)));
}

const posto = (nome: string): number => CAMPI.indexOf(nome) >>> 0;
/** What is wrong with the files stands at the first field of them, unless it names its own. */
const campoFile = (nome: string): string => (CAMPI.includes(nome) ? nome : `file_${CATEGORIE[0]}`);

/** @property mezzo id of the device, or `nuovo` @property file as the form has them now */
export type InCorso = { mezzo: string; valori: Valori; file: FileNominato[] };

/** Characters: what a draft takes of one value, and what of a field of a device is kept. */
const MAX_BOZZA = 8000;
const MAX_CAMPO = 400;

/** @returns text for the draft, never longer than it takes: a field beyond all limits is kept to its first words */
export function scriviInCorso({ mezzo, valori, file }: InCorso): string {
  const testo = (max: number) => {
    const brevi = Object.entries(valori).map(([nome, v]) => [nome, v.slice(0, max)]);
    const soli = file.map(({ Id, categoria }) => ({ Id, categoria }));
    return JSON.stringify({ mezzo, valori: Object.fromEntries(brevi), file: soli } satisfies InCorso);
  };
  return [MAX_CAMPO, 100, 10].map(testo).find((t) => t.length <= MAX_BOZZA) ?? '';
}

/** @param testo from the draft @returns null when there is none, or none that can be read */
export function leggiInCorso(testo: string | undefined): InCorso | null {
  if (!testo) return null;
  try {
    const letto = JSON.parse(testo) as Partial<InCorso> | null;
    if (typeof letto?.mezzo !== 'string') return null;
    return { mezzo: letto.mezzo, valori: valoriDi(letto.valori ?? {}), file: nominati(letto.file) };
  } catch {
    // Whoever wrote it can type it again: a draft is not worth a page that does not open.
    return null;
  }
}

/** @param testo from the draft @returns undefined when there is none, or none that can be read. `cessa`: id of the device */
export function leggiCessa(testo: string | undefined): { cessa: string; dal: string; motivo: string } | undefined {
  if (!testo) return undefined;
  try {
    const { cessa, dal, motivo } = JSON.parse(testo) as Valori;
    return { cessa: String(cessa), dal: String(dal), motivo: String(motivo) };
  } catch {
    // It can be typed again: a draft is not worth a page that does not open.
    return undefined;
  }
}

/** @param testo `[{Id, categoria}]` as the form carries it @returns those that have the form of it */
export function leggiFile(testo: string | undefined): FileNominato[] {
  try {
    return nominati(JSON.parse(testo || '[]'));
  } catch {
    // Not written by our page: as if no file were named.
    return [];
  }
}

function nominati(letti: unknown): FileNominato[] {
  if (!Array.isArray(letti)) return [];
  return letti.filter(
    (f): f is FileNominato => typeof f?.Id === 'string' && CATEGORIE.some((categoria) => categoria === f.categoria),
  );
}
