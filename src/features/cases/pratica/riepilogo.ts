/** Lists the contents and files of a sent case as labels and values, alike on the receipt and on screen. Pure. */
import type { Voce } from '../../../platform/atoms/tabella.ts';
import type { Allegato, Pratica } from '../../../store/tables.ts';
import { CATEGORIE_FILE, type CategoriaFile } from '../allegati/limiti.ts';

/** The part of a case that its sender wrote. */
export type Inviato = Pick<
  Pratica,
  'oggetto' | 'descrizione' | 'nome' | 'cognome' | 'codice_fiscale' | 'email' | 'telefono' | 'dati_json'
>;

/** What was sent, as label and value, in the order of the form: for the receipt, the operator's page and the summary. */
export function fattiDellaPratica(pratica: Inviato): Voce[] {
  const dati = JSON.parse(pratica.dati_json) as {
    sportello?: string;
    fatti?: Voce[];
    inQualitaDi?: [string, string][];
    indirizzo?: string;
    lat?: number;
    lon?: number;
  };
  const facts: (Voce | [string, null | undefined])[] = [
    ['Sportello', dati.sportello],
    ['Oggetto', pratica.oggetto],
    ...(dati.fatti ?? []),
    ['Descrizione', pratica.descrizione],
    ['Luogo', dati.indirizzo],
    ['Coordinate', dati.lat === undefined ? undefined : `${dati.lat}, ${dati.lon}`],
    ['Nome e cognome', `${pratica.nome} ${pratica.cognome}`],
    ['Codice fiscale', pratica.codice_fiscale],
    ['E-mail', pratica.email],
    ['Telefono', pratica.telefono],
    ...(dati.inQualitaDi ?? []),
  ];
  return facts.filter((f): f is Voce => Boolean(f[1]));
}

/** An attachment by its name: what it is for, where that was said, and its fingerprint. */
export function fileInRicevuta({ nome, categoria, sha256 }: Pick<Allegato, 'nome' | 'categoria' | 'sha256'>): Voce {
  const cosa = CATEGORIE_FILE[categoria as CategoriaFile];
  return [nome, [...(cosa ? [cosa] : []), `SHA-256 ${sha256}`].join('\n')];
}
