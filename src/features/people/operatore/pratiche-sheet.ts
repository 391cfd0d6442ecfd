/** The operators' list as the rows of a sheet. Pure. */
import { shortDate, todayInRome } from '../../../platform/atoms/date.ts';
import type { PraticaListItem } from './operatore.contract.ts';
import { STATI_UFFICIO } from './pratica-words.ts';

export const SHEET_TITLES = [
  'Numero',
  'Ente',
  'Servizio',
  'Oggetto',
  'Richiedente',
  'Stato',
  'Assegnata a',
  'Ufficio',
  'Arrivata il',
  'Termine',
  'In ritardo',
  'Novità da leggere',
  'Registrata',
  'Luogo',
  'Zona',
  'Protocollo dell’ente',
  'Data di protocollo',
  'Registro',
  'Anno di protocollo',
  'Classifica',
  'Fascicolo',
  'In attesa di protocollo dal',
  'Priorità',
  'Etichette',
];

/** @param enteNames by id @param places where a case is, by its id @returns a row per case */
export function sheetRows(
  items: readonly PraticaListItem[],
  enteNames: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, string>,
): (string | number)[][] {
  return items.map((p) => [
    p.protocollo,
    enteNames.get(p.ente) ?? p.ente,
    p.servizio,
    p.oggetto,
    p.richiedente,
    STATI_UFFICIO[p.stato],
    p.assegnata_a ?? '',
    p.assegnata_ufficio ?? '',
    shortDate(todayInRome(Date.parse(p.inviata_il))),
    shortDate(p.termine_il),
    p.in_ritardo ? 'sì' : 'no',
    p.non_letti,
    p.canale ?? '',
    places.get(p.id) ?? '',
    p.area ?? '',
    p.protocollo_ente ?? '',
    p.protocollo_ente_il ? shortDate(p.protocollo_ente_il) : '',
    p.protocollo_ente_registro ?? '',
    p.protocollo_ente_anno ?? '',
    p.protocollo_ente_classifica ?? '',
    p.protocollo_ente_fascicolo ?? '',
    p.protocollo_atteso_dal ? shortDate(todayInRome(Date.parse(p.protocollo_atteso_dal))) : '',
    p.priorita,
    p.etichette.join(', '),
  ]);
}
