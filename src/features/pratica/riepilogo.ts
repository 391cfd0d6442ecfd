import type { Voce } from '../../platform/atoms/tabella.ts';
import type { Pratica } from '../../store/tables.ts';

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
