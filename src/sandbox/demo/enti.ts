/**
 * The portal itself and three enti that do not exist. Their sites and e-mails end in `.example` (RFC 2606), and their telephone
 * numbers cannot have been assigned.
 */
import type { Ente } from '../../features/cases/ente/ente.ts';
import { SANDBOX_TILES } from '../../platform/tiles.ts';
import { INVENTED_TOWNS, type LatLon } from '../town/town.ts';

const ALL_CODICI = [
  'SF510',
  'SF130',
  'SF310',
  'SF230',
  'SF410',
  'SF140',
  'SF420',
  'SF500',
  'SF120',
  'SF100',
  'SF110',
  'SF300',
  'SF200',
  'SF210',
  'SF220',
  'SPORTELLO',
  'APPUNTAMENTO',
  'ISTANZA',
  'DELEGA',
];

/** The map that the sandbox draws itself, opened at the middle of the town. */
function mapOf(ente: string): NonNullable<Ente['mappa']> {
  const [lat = 0, lon = 0] = INVENTED_TOWNS.find((town) => town.ente === ente)?.center ?? [];
  return { tasselli: SANDBOX_TILES, attribuzione: 'Mappa di prova di Comuni inventati', lat, lon, zoom: 16 };
}

function borderAround(corners: readonly LatLon[]): NonNullable<Ente['confine']> {
  const ring = corners.map(([lat, lon]) => [lon, lat]);
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

/** The border that the map shows, and the quarters; one hamlet is scattered houses, and has no border. */
function landOf(ente: string): Pick<Ente, 'aree' | 'confine'> {
  const { border = [], quarters = [] } = INVENTED_TOWNS.find((town) => town.ente === ente) ?? {};
  const aree = quarters.map(({ id, name, ring }) => ({ id, nome: name, confine: borderAround(ring) }));
  return {
    aree: [...aree, ...(ente === 'borgosereno' ? [{ id: 'case-sparse', nome: 'Case sparse' }] : [])],
    confine: borderAround(border),
  };
}

const PORTAL_RECORD: Ente = {
  id: 'portale',
  nome: 'Portale del cittadino',
  motto: 'Ambiente di prova con tre Comuni inventati',
  regione: 'Dati di prova',
  codice_fiscale: '',
  host: null,
  colore: '#0066cc',
  contatti: { indirizzo: 'Via della Prova 1, 00000 Comune di prova', email: 'assistenza@portale.example' },
  url: { prenotazione: 'https://portale.example/prenota' },
  caselle: {},
  categorie: [],
  giorni: {},
};

const BORGOSERENO: Ente = {
  id: 'borgosereno',
  nome: 'Comune di Borgosereno',
  motto: 'Comune inventato: qui puoi provare tutto',
  regione: 'Regione Valdombria (di prova)',
  codice_fiscale: '80000015554',
  host: 'borgosereno.localhost',
  colore: '#007a52',
  contatti: {
    indirizzo: 'Piazza del Municipio 1, 00001 Borgosereno',
    telefono: '0123 000 101',
    numero_verde: '800 000 000',
    email: 'urp@borgosereno.example',
    pec: 'protocollo@pec.borgosereno.example',
  },
  orari: 'Da lunedì a venerdì 9:00–12:30\nMartedì e giovedì anche 15:00–17:00',
  chiusure: [
    { dal: '2026-12-07', motivo: 'ponte dell’Immacolata' },
    { dal: '2026-12-24', al: '2026-12-31', motivo: 'feste di fine anno' },
  ],
  testo_faq:
    '## A che ora posso parlare con l’anagrafe?\n\nDa lunedì a venerdì dalle 9:00 alle 12:30. Il martedì e il giovedì anche di pomeriggio, dalle 15:00 alle 17:00.',
  url: {
    sito: 'https://www.borgosereno.example/',
    privacy: 'https://www.borgosereno.example/privacy',
    accessibilita: 'https://www.borgosereno.example/accessibilita',
  },
  caselle: { '*': 'protocollo@borgosereno.example', SF410: 'ambiente@borgosereno.example' },
  categorie: ALL_CODICI,
  giorni: { SF510: 10, SF410: 7, SF310: 20, SF200: 60 },
  pubblicazione: { SF510: 'subito', SF310: 'subito', SF410: 'dopo_controllo', SF420: 'dopo_controllo' },
  risposte: [
    {
      nome: 'Sopralluogo',
      testo:
        'Gentile {nome},\nabbiamo letto la segnalazione {numero}. Un tecnico fa un sopralluogo in {luogo}, e ti scriviamo qui che cosa trova, al più tardi entro il {termine}.',
      servizi: ['SF510', 'SF310', 'SF410'],
    },
    {
      nome: 'Riparato',
      testo:
        'Gentile {nome},\nil problema «{oggetto}» è risolto. Se così non è, puoi riaprire la segnalazione da questa pagina.',
      servizi: ['SF510', 'SF310', 'SF410'],
    },
    {
      nome: 'Serve un documento',
      testo: 'Gentile {nome},\nper la richiesta {numero} ci serve ancora: \nAllegalo qui sotto con un messaggio.',
    },
  ],
  capitoli: [
    { capitolo: '1.01.01.51', accertamento: '2026/12', servizi: ['TARMB', 'Rifiuti TARI'] },
    { capitolo: '3.01.02.01', accertamento: '2026/31', spontanei: ['mensa'] },
    { capitolo: '3.01.02.33', accertamento: '2026/34', servizi: ['SF500'], spontanei: ['certificati'] },
    { capitolo: '3.01.03.01', accertamento: '2026/40', servizi: ['SF300', 'PAR', 'ICP', 'ICPMB'] },
  ],
  mappa: mapOf('borgosereno'),
  ...landOf('borgosereno'),
};

const COLLELUME: Ente = {
  id: 'collelume',
  nome: 'Comune di Collelume',
  motto: 'Comune inventato, senza segnalazioni sugli immobili',
  regione: 'Regione Altacosta (di prova)',
  codice_fiscale: '80000025553',
  host: 'collelume.localhost',
  colore: '#8a1c3b',
  contatti: {
    indirizzo: 'Via dei Lampioni 12, 00002 Collelume',
    telefono: '0123 000 202',
    email: 'comune@collelume.example',
  },
  url: {},
  caselle: { '*': 'protocollo@collelume.example', SF310: 'polizialocale@collelume.example' },
  categorie: ALL_CODICI.filter((codice) => codice !== 'SF420'),
  pubblicazione: { SF510: 'dopo_controllo', SF310: 'dopo_controllo', SF410: 'dopo_controllo' },
  giorni: { SF310: 15, SF140: 45 },
  mappa: mapOf('collelume'),
  ...landOf('collelume'),
};

const PORTOLIEVE: Ente = {
  id: 'portolieve',
  nome: 'Città di Portolieve',
  motto: 'Città inventata sul mare, con meno servizi online',
  regione: 'Regione Altacosta (di prova)',
  codice_fiscale: '80000035552',
  host: 'portolieve.localhost',
  colore: '#5b3fa0',
  contatti: {
    indirizzo: 'Molo Vecchio 3, 00003 Portolieve',
    telefono: '0123 000 303',
    email: 'sportello@portolieve.example',
    pec: 'comune@pec.portolieve.example',
  },
  url: {
    sito: 'https://portolieve.example/',
    faq: 'https://portolieve.example/domande-frequenti',
    prenotazione: 'https://portolieve.example/appuntamenti',
    prenotazione_per: { SF300: 'https://portolieve.example/appuntamenti/sosta' },
  },
  caselle: { '*': 'protocollo@portolieve.example', SF420: 'patrimonio@portolieve.example' },
  categorie: ALL_CODICI.filter((codice) => !['SF500', 'SF120', 'SF100', 'SF110', 'APPUNTAMENTO'].includes(codice)),
  pubblicazione: { SF510: 'subito', SF310: 'subito', SF410: 'subito', SF420: 'dopo_controllo' },
  giorni: { SF420: 60, SF510: 5 },
  mappa: mapOf('portolieve'),
  ...landOf('portolieve'),
};

export const ENTI: readonly Ente[] = [PORTAL_RECORD, BORGOSERENO, COLLELUME, PORTOLIEVE];
