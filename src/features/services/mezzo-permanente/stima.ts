/**
 * What advertising devices would cost a year, by the tariff a body has told: always an estimate. The canone unico (L. 160/2019 art. 1
 * c. 816-847) starts from a yearly tariff per m² (c. 826), which each body adapts by regulation (c. 817, 821); it is due on the surface
 * of the device, whatever it says (c. 825). What depends on the message, like signs of one's own shop up to 5 m² (c. 833 lett. l), and
 * a tariff by day (c. 827) are not reckoned. Pure; server and browser.
 */
import { giorniTra } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { type CategoriaVeicolo, type DatiMezzo, FACCE, TIPI, type TipoMezzo, VEICOLI } from './mezzo.ts';

/** How a surface is rounded up before it is charged. */
export const ARROTONDAMENTI = {
  mezzo: 'sotto 1 m² si conta 1 m², oltre si arrotonda al mezzo m² superiore',
  metro: 'si arrotonda al m² superiore',
  nessuno: 'si conta la superficie misurata',
} as const;
export type Arrotondamento = keyof typeof ARROTONDAMENTI;

/**
 * Percentages are of the price before them: 100 changes nothing.
 * @property al_mq_cent euro cents a year for one m² of one face
 * @property bifacciale_percento, @property polifacciale_percento of the price of one face
 * @property luminoso_percento added for light @property tipi types that cost more or less
 * @property fasce the highest `da_cm2` that the charged surface reaches counts, for the whole of it
 * @property veicoli euro cents a year whatever the surface; a category that is not told is charged by its surface
 */
export type TariffaMezzi = {
  al_mq_cent: number;
  arrotondamento: Arrotondamento;
  bifacciale_percento: number;
  polifacciale_percento: number;
  luminoso_percento: number;
  tipi?: { tipo: TipoMezzo; percento: number }[] | undefined;
  fasce?: { da_cm2: number; percento: number }[] | undefined;
  veicoli?: { categoria: CategoriaVeicolo; annuo_cent: number }[] | undefined;
};

/** Surfaces below are charged nothing (L. 160/2019 art. 1 c. 825, as before it D.Lgs. 507/1993 art. 7 c. 2). cm². */
export const MIN_CM2 = 300;
const MQ = 10_000;
const ANNO = 365;

type Misure = Pick<DatiMezzo, 'larghezza_cm' | 'altezza_cm'>;
export const superficieDi = ({ larghezza_cm, altezza_cm }: Misure): number => larghezza_cm * altezza_cm;

/**
 * @returns cm² of one face as they are charged; 0: it is exempt. Below 1 m² counts as 1, beyond the first by half m² up
 *   (D.Lgs. 507/1993 art. 7 c. 2, which most regulations have kept), unless the body rounds otherwise
 */
export function superficieTassata({ arrotondamento }: Pick<TariffaMezzi, 'arrotondamento'>, mezzo: Misure): number {
  const cm2 = superficieDi(mezzo);
  if (cm2 < MIN_CM2) return 0;
  if (arrotondamento === 'nessuno') return cm2;
  const passo = arrotondamento === 'metro' ? MQ : MQ / 2;
  return Math.max(MQ, Math.ceil(cm2 / passo) * passo);
}

/** @returns euro cents a year for all its pieces, rounded once, half a cent up */
export function stimaDi(tariffa: TariffaMezzi, mezzo: DatiMezzo): number {
  const cm2 = superficieTassata(tariffa, mezzo);
  if (cm2 === 0) return 0;
  const { annuo, percenti } = calcolo(tariffa, mezzo, cm2);
  const [prezzo, su] = annuo === undefined ? [tariffa.al_mq_cent * cm2, MQ] : [annuo, 1];
  // Beyond what a double holds exactly with the largest device and tariff.
  let sopra = BigInt(prezzo) * BigInt(pezziDi(mezzo)) * BigInt(giorniDi(mezzo));
  let sotto = BigInt(su * ANNO);
  for (const percento of percenti) {
    sopra *= BigInt(percento);
    sotto *= 100n;
  }
  return Number((sopra * 2n + sotto) / (sotto * 2n));
}

/** What it is made of, in words: `2,5 m² × 40,00 € × 200% (due facce) × 3 pezzi`. The amount itself is not said. */
export function comeSiCalcola(tariffa: TariffaMezzi, mezzo: DatiMezzo): string {
  const cm2 = superficieTassata(tariffa, mezzo);
  if (cm2 === 0) return `Sotto i ${MIN_CM2} cm² non si paga.`;
  const { annuo, facce, luce, tipo, fascia } = calcolo(tariffa, mezzo, cm2);
  const nome = mezzo.Tipologia_impianto_publicitario__c;
  const giorni = giorniDi(mezzo);
  const pezzi = pezziDi(mezzo);
  const per = (percento: number, parole: string) => (percento === 100 ? [] : [`${percento}% (${parole})`]);
  return [
    ...(annuo === undefined
      ? [metri(cm2), euro(tariffa.al_mq_cent)]
      : [`${euro(annuo)} (${nome === 'Automezzo' ? minuscola(VEICOLI[mezzo.categoria_veicolo]) : nome})`]),
    ...per(facce, minuscola(FACCE[mezzo.facce])),
    ...per(luce, 'luminoso'),
    ...per(tipo, minuscola(TIPI[nome])),
    ...per(fascia, `da ${metri(fasciaDi(tariffa, cm2)?.da_cm2 ?? 0)} in su`),
    ...(pezzi === 1 ? [] : [`${pezzi} pezzi`]),
    ...(giorni === ANNO ? [] : [`${giorni}/${ANNO} (giorni)`]),
  ].join(' × ');
}

/** @param cm2 whole @returns `2,5 m²`, up to four figures after the comma */
export function metri(cm2: number): string {
  const decimali = String(cm2 % MQ)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${String(Math.floor(cm2 / MQ)).replace(/\B(?=(\d{3})+$)/g, '.')}${decimali && `,${decimali}`} m²`;
}

const minuscola = (parole: string): string => parole.charAt(0).toLowerCase() + parole.slice(1);
const fasciaDi = ({ fasce = [] }: TariffaMezzi, cm2: number) =>
  fasce
    .filter((f) => f.da_cm2 <= cm2)
    .reduce<{ da_cm2: number; percento: number } | undefined>(
      (alta, f) => (alta && alta.da_cm2 > f.da_cm2 ? alta : f),
      undefined,
    );
const pezziDi = (mezzo: DatiMezzo): number =>
  mezzo.Tipologia_impianto_publicitario__c === 'Automezzo' ? 1 : mezzo.quantita;

/** Days of a year it stands for, both ends counted; one without an end, or without a beginning, stands all year. */
function giorniDi(mezzo: DatiMezzo): number {
  if (mezzo.Tipologia_impianto_publicitario__c === 'Automezzo' || !mezzo.dal || !mezzo.al) return ANNO;
  return Math.min(ANNO, giorniTra(mezzo.dal, mezzo.al) + 1);
}

/** A flat yearly amount is for the vehicle, however many sides are written on; light adds to it too (D.Lgs. 507/1993 art. 7 c. 7, 13). */
function calcolo(tariffa: TariffaMezzi, mezzo: DatiMezzo, cm2: number) {
  const { tipi = [], veicoli = [] } = tariffa;
  const nome = mezzo.Tipologia_impianto_publicitario__c;
  const annuo =
    nome === 'Automezzo' ? veicoli.find((v) => v.categoria === mezzo.categoria_veicolo)?.annuo_cent : undefined;
  const piatto = annuo !== undefined;
  const facce = {
    Monofacciale: 100,
    Bifacciale: tariffa.bifacciale_percento,
    Polifacciale: tariffa.polifacciale_percento,
  };
  const parti = {
    facce: piatto ? 100 : facce[mezzo.facce],
    luce: 100 + (mezzo.illuminazione === 'Luminoso' ? tariffa.luminoso_percento : 0),
    tipo: piatto ? 100 : (tipi.find((t) => t.tipo === nome)?.percento ?? 100),
    fascia: piatto ? 100 : (fasciaDi(tariffa, cm2)?.percento ?? 100),
  };
  return { ...parti, annuo, percenti: Object.values(parti) };
}
