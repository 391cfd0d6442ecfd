/**
 * Estimates what advertising devices cost a year, by the tariff of an ente. The canone unico (L. 160/2019 art. 1
 * c. 816-847) starts from a yearly tariff per m² (c. 826), which each ente adapts by regulation (c. 817, 821); it is due on the surface
 * of the device, whatever its text (c. 825). What depends on the message, like signs of one's own shop up to 5 m² (c. 833 lett. l), and
 * a tariff by day (c. 827) are not considered. Pure; server and browser.
 */
import { daysBetween } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type CategoriaVeicolo, FACCE, type MezzoData, TIPI, type TipoMezzo, VEICOLI } from './mezzo.ts';

/** How a surface is rounded up before it is charged. */
export const ROUNDING_TEXTS = {
  mezzo: 'sotto 1 m² si conta 1 m², oltre si arrotonda al mezzo m² superiore',
  metro: 'si arrotonda al m² superiore',
  nessuno: 'si conta la superficie misurata',
} as const;
type RoundingKind = keyof typeof ROUNDING_TEXTS;

/**
 * Percentages are of the price before them: 100 changes nothing.
 * @property al_mq_cent euro cents a year for one m² of one face
 * @property bifacciale_percento, @property polifacciale_percento of the price of one face
 * @property luminoso_percento added for light @property tipi types that cost more or less
 * @property fasce the highest `da_cm2` that the charged surface reaches counts, for the whole of it
 * @property veicoli euro cents a year whatever the surface; a missing category is charged by its surface
 */
export type TariffaMezzi = {
  al_mq_cent: number;
  arrotondamento: RoundingKind;
  bifacciale_percento: number;
  polifacciale_percento: number;
  luminoso_percento: number;
  tipi?: { tipo: TipoMezzo; percento: number }[] | undefined;
  fasce?: { da_cm2: number; percento: number }[] | undefined;
  veicoli?: { categoria: CategoriaVeicolo; annuo_cent: number }[] | undefined;
};

/** Smaller surfaces are exempt (L. 160/2019 art. 1 c. 825, as before it D.Lgs. 507/1993 art. 7 c. 2). cm². */
const MIN_CM2 = 300;
const CM2_PER_M2 = 10_000;
const DAYS_PER_YEAR = 365;

type MezzoSize = Pick<MezzoData, 'larghezza_cm' | 'altezza_cm'>;
const superficieOf = ({ larghezza_cm, altezza_cm }: MezzoSize): number => larghezza_cm * altezza_cm;

/**
 * @returns charged cm² of one face; 0: exempt. Less than 1 m² counts as 1, more is rounded up to half m²
 *   (D.Lgs. 507/1993 art. 7 c. 2, which most regulations have kept), unless the ente rounds otherwise
 */
export function taxedSuperficie(
  { arrotondamento: rounding }: Pick<TariffaMezzi, 'arrotondamento'>,
  mezzo: MezzoSize,
): number {
  const cm2 = superficieOf(mezzo);
  if (cm2 < MIN_CM2) return 0;
  if (rounding === 'nessuno') return cm2;
  const step = rounding === 'metro' ? CM2_PER_M2 : CM2_PER_M2 / 2;
  return Math.max(CM2_PER_M2, Math.ceil(cm2 / step) * step);
}

/** @returns euro cents a year for all its pieces, rounded once, half a cent up */
export function stimaOf(tariffa: TariffaMezzi, mezzo: MezzoData): number {
  const cm2 = taxedSuperficie(tariffa, mezzo);
  if (cm2 === 0) return 0;
  const { yearly, percentages } = computeFactors(tariffa, mezzo, cm2);
  const [price, divisor] = yearly === undefined ? [tariffa.al_mq_cent * cm2, CM2_PER_M2] : [yearly, 1];
  // The largest device and tariff exceed the integers that a double holds exactly.
  let numerator = BigInt(price) * BigInt(piecesOf(mezzo)) * BigInt(daysOf(mezzo));
  let denominator = BigInt(divisor * DAYS_PER_YEAR);
  for (const percentage of percentages) {
    numerator *= BigInt(percentage);
    denominator *= 100n;
  }
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}

/** The parts of an estimate in words: `2,5 m² × 40,00 € × 200% (due facce) × 3 pezzi`. The amount itself is not included. */
export function stimaText(tariffa: TariffaMezzi, mezzo: MezzoData): string {
  const cm2 = taxedSuperficie(tariffa, mezzo);
  if (cm2 === 0) return `Sotto i ${MIN_CM2} cm² non si paga.`;
  const { yearly, facce, light, tipo, band } = computeFactors(tariffa, mezzo, cm2);
  const tipoMezzo = mezzo.Tipologia_impianto_publicitario__c;
  const days = daysOf(mezzo);
  const pieces = piecesOf(mezzo);
  const factor = (percentage: number, text: string) => (percentage === 100 ? [] : [`${percentage}% (${text})`]);
  return [
    ...(yearly === undefined
      ? [squareMetres(cm2), formatEuro(tariffa.al_mq_cent)]
      : [
          `${formatEuro(yearly)} (${tipoMezzo === 'Automezzo' ? lowerFirst(VEICOLI[mezzo.categoria_veicolo]) : tipoMezzo})`,
        ]),
    ...factor(facce, lowerFirst(FACCE[mezzo.facce])),
    ...factor(light, 'luminoso'),
    ...factor(tipo, lowerFirst(TIPI[tipoMezzo])),
    ...factor(band, `da ${squareMetres(bandOf(tariffa, cm2)?.da_cm2 ?? 0)} in su`),
    ...(pieces === 1 ? [] : [`${pieces} pezzi`]),
    ...(days === DAYS_PER_YEAR ? [] : [`${days}/${DAYS_PER_YEAR} (giorni)`]),
  ].join(' × ');
}

/** @param cm2 whole @returns `2,5 m²`, up to four figures after the comma */
export function squareMetres(cm2: number): string {
  const decimals = String(cm2 % CM2_PER_M2)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${String(Math.floor(cm2 / CM2_PER_M2)).replace(/\B(?=(\d{3})+$)/g, '.')}${decimals && `,${decimals}`} m²`;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const bandOf = ({ fasce: bands = [] }: TariffaMezzi, cm2: number) =>
  bands
    .filter((f) => f.da_cm2 <= cm2)
    .reduce<{ da_cm2: number; percento: number } | undefined>(
      (highest, f) => (highest && highest.da_cm2 > f.da_cm2 ? highest : f),
      undefined,
    );
const piecesOf = (mezzo: MezzoData): number =>
  mezzo.Tipologia_impianto_publicitario__c === 'Automezzo' ? 1 : mezzo.quantita;

/** Charged days of a year, both ends included; without a first or last day it is the whole year. */
function daysOf(mezzo: MezzoData): number {
  if (mezzo.Tipologia_impianto_publicitario__c === 'Automezzo' || !mezzo.dal || !mezzo.al) return DAYS_PER_YEAR;
  return Math.min(DAYS_PER_YEAR, daysBetween(mezzo.dal, mezzo.al) + 1);
}

/** The yearly amount of a vehicle does not depend on its sides; light adds to it (D.Lgs. 507/1993 art. 7 c. 7, 13). */
function computeFactors(tariffa: TariffaMezzi, mezzo: MezzoData, cm2: number) {
  const { tipi = [], veicoli = [] } = tariffa;
  const tipoMezzo = mezzo.Tipologia_impianto_publicitario__c;
  const yearlyCents =
    tipoMezzo === 'Automezzo' ? veicoli.find((v) => v.categoria === mezzo.categoria_veicolo)?.annuo_cent : undefined;
  const isFlat = yearlyCents !== undefined;
  const facce = {
    Monofacciale: 100,
    Bifacciale: tariffa.bifacciale_percento,
    Polifacciale: tariffa.polifacciale_percento,
  };
  const parts = {
    facce: isFlat ? 100 : facce[mezzo.facce],
    light: 100 + (mezzo.illuminazione === 'Luminoso' ? tariffa.luminoso_percento : 0),
    tipo: isFlat ? 100 : (tipi.find((t) => t.tipo === tipoMezzo)?.percento ?? 100),
    band: isFlat ? 100 : (bandOf(tariffa, cm2)?.percento ?? 100),
  };
  return { ...parts, yearly: yearlyCents, percentages: Object.values(parts) };
}
