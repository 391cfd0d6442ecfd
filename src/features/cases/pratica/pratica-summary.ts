/** The contents and files of a sent case as labels and values, the same on the receipt and on screen. Pure. */
import { fullName } from '../../../platform/atoms/nome.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { Allegato, Pratica } from '../../../store/tables.ts';
import { FILE_CATEGORIE, type FileCategoria } from '../allegati/file-limits.ts';
import type { ShownPraticaData } from './pratica-data.ts';
import type { PraticaSide } from './stati.ts';

/** The part of a case that the sender wrote. */
export type SentContent = Pick<
  Pratica,
  'oggetto' | 'descrizione' | 'nome' | 'cognome' | 'codice_fiscale' | 'email' | 'telefono'
> & { dati: ShownPraticaData };

/**
 * What was sent, as label and value in the order of the form: for the receipt, the operator's page and the summary.
 * @param shown `titolo`: label of the title; `vista`: who reads it, because only a crew needs the coordinates beside an address
 */
export function praticaFacts(
  { dati, ...pratica }: SentContent,
  { titolo = 'Oggetto', vista = 'operatore' }: { titolo?: string; vista?: PraticaSide } = {},
): SummaryItem[] {
  const isCrew = vista === 'operatore';
  const facts: (SummaryItem | [string, null | undefined])[] = [
    ['Sportello', dati.sportello],
    [titolo, pratica.oggetto],
    ...(dati.fatti ?? []),
    ['Dettagli', pratica.descrizione],
    ['Luogo', isCrew ? dati.indirizzo : luogoInWords(dati)],
    ['Coordinate', isCrew ? pointInWords(dati) : null],
    ['Nome e cognome', fullName(pratica)],
    ['Codice fiscale', pratica.codice_fiscale],
    ['E-mail', pratica.email],
    ['Telefono', pratica.telefono],
    ...(dati.inQualitaDi ?? []),
    ...(dati.attributi ?? []),
  ];
  return facts.filter((f): f is SummaryItem => Boolean(f[1]));
}

/** What the forms call the title of a case. */
export const titoloLabel = (tipo: Pratica['tipo']): string => (tipo === 'segnalazione' ? 'Titolo' : 'Oggetto');

/** Where, in one line: the address, else that there is a point. Undefined for a case without a place. */
export function luogoInWords({ indirizzo, lat, lon }: ShownPraticaData): string | undefined {
  if (indirizzo) return indirizzo;
  const point = pointInWords({ lat, lon });
  return point && `punto sulla mappa (${point})`;
}

const pointInWords = ({ lat, lon }: Pick<ShownPraticaData, 'lat' | 'lon'>): string | undefined =>
  lat === undefined || lon === undefined ? undefined : `${lat}, ${lon}`;

/** The label and value of an attachment: its name, then its purpose if it has one, and its fingerprint. */
export function fileFact({
  nome: name,
  categoria,
  sha256,
}: Pick<Allegato, 'nome' | 'categoria' | 'sha256'>): SummaryItem {
  const purpose = FILE_CATEGORIE[categoria as FileCategoria];
  return [name, [...(purpose ? [purpose] : []), `SHA-256 ${sha256}`].join('\n')];
}
