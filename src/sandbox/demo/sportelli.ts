/** The desks of the three invented enti: their purposes, places and downloads. */
import { INVENTED_TOWNS } from '../town/town.ts';

/** The town hall stands in the middle of the town. */
function townHallOf(ente: string) {
  const [lat = 0, lon = 0] = INVENTED_TOWNS.find((town) => town.ente === ente)?.center ?? [];
  return { lat, lon };
}

const BORGOSERENO = {
  ente: 'borgosereno',
  indirizzo: 'Piazza del Municipio 1, 00001 Borgosereno',
  punto: townHallOf('borgosereno'),
  telefono: '0123 000 101',
};
const COLLELUME = { ente: 'collelume', indirizzo: 'Via dei Lampioni 12, 00002 Collelume', telefono: '0123 000 202' };
const PORTOLIEVE = { ente: 'portolieve', indirizzo: 'Molo Vecchio 3, 00003 Portolieve', telefono: '0123 000 303' };

const moduloAt = (site: string, name: string, file: string) => ({ nome: name, url: `${site}/moduli/${file}.pdf` });
const borgoserenoModulo = (name: string, file: string) => moduloAt('https://www.borgosereno.example', name, file);
const collelumeModulo = (name: string, file: string) => moduloAt('https://www.collelume.example', name, file);
const portolieveModulo = (name: string, file: string) => moduloAt('https://portolieve.example', name, file);

const WORK_DAYS = ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'];

export const SPORTELLI = [
  {
    ...BORGOSERENO,
    codice: 'urp',
    nome: 'Ufficio relazioni con il pubblico',
    descrizione: 'Informazioni sui servizi, segnalazioni e reclami, accesso agli atti.',
    percorso: '/segnalazione',
    orari: 'Da lunedì a venerdì 9:00–12:30, martedì e giovedì anche 15:00–17:00.',
    aperture: [
      { giorni: WORK_DAYS, dalle: '09:00', alle: '12:30' },
      { giorni: ['martedi', 'giovedi'], dalle: '15:00', alle: '17:00' },
    ],
    email: 'urp@borgosereno.example',
    moduli: [
      borgoserenoModulo('Richiesta di accesso agli atti', 'accesso-atti'),
      borgoserenoModulo('Reclamo', 'reclamo'),
    ],
  },
  {
    ...BORGOSERENO,
    codice: 'tributi',
    nome: 'Tributi e tassa rifiuti',
    descrizione: 'Posizioni TARI, riduzioni, rimborsi e pagamenti a rate.',
    percorso: '/area-riservata',
    orari: 'Lunedì e mercoledì 9:00–13:00, solo su appuntamento.',
    email: 'tributi@borgosereno.example',
    moduli: [
      borgoserenoModulo('Dichiarazione TARI: inizio, variazione, fine', 'tari-dichiarazione'),
      borgoserenoModulo('Richiesta di riduzione per il compostaggio', 'tari-compostaggio'),
      borgoserenoModulo('Richiesta di rimborso', 'rimborso'),
    ],
  },
  {
    ...BORGOSERENO,
    codice: 'affissioni',
    nome: 'Affissioni e pubblicità',
    descrizione: 'Manifesti, insegne e altri mezzi pubblicitari.',
    percorso: '/servizio/affissione-manifesti',
    orari: 'Martedì e venerdì 9:00–12:00.',
    aperture: [{ giorni: ['martedi', 'venerdi'], dalle: '09:00', alle: '12:00' }],
    email: 'affissioni@borgosereno.example',
    moduli: [borgoserenoModulo('Prenotazione di spazi per manifesti', 'manifesti')],
  },
  {
    ...BORGOSERENO,
    codice: 'isola-ecologica',
    indirizzo: 'Strada dei Prati 40, 00001 Borgosereno',
    nome: 'Isola ecologica',
    descrizione: 'Conferimento di ingombranti, elettrodomestici, verde e inerti.',
    percorso: '/segnalazione',
    orari: 'Da martedì a sabato 8:00–13:00.',
    aperture: [{ giorni: ['martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato'], dalle: '08:00', alle: '13:00' }],
    email: 'ambiente@borgosereno.example',
    prenotazione_url: 'https://www.borgosereno.example/prenota/isola-ecologica',
    moduli: [],
  },
  {
    ...COLLELUME,
    codice: 'sportello-unico',
    nome: 'Sportello al cittadino',
    descrizione: 'Un solo sportello per certificati, segnalazioni e informazioni.',
    percorso: '/segnalazione',
    orari: 'Da lunedì a sabato 8:30–12:00.',
    email: 'comune@collelume.example',
    moduli: [collelumeModulo('Autocertificazione', 'autocertificazione')],
  },
  {
    ...COLLELUME,
    codice: 'tributi',
    nome: 'Tributi e occupazione di suolo',
    descrizione: 'Tassa rifiuti, passi carrabili, dehors e ponteggi.',
    percorso: '/area-riservata',
    orari: 'Giovedì 9:00–13:00 e 14:30–17:30.',
    email: 'tributi@collelume.example',
    moduli: [
      collelumeModulo('Occupazione temporanea di suolo', 'suolo-temporanea'),
      collelumeModulo('Passo carrabile', 'passo-carrabile'),
    ],
  },
  {
    ...PORTOLIEVE,
    codice: 'punto-citta',
    nome: 'Punto Città',
    descrizione: 'Informazioni, segnalazioni e assistenza ai servizi online.',
    percorso: '/segnalazione',
    orari: 'Da lunedì a venerdì 8:30–18:00.',
    aperture: [{ giorni: WORK_DAYS, dalle: '08:30', alle: '18:00' }],
    email: 'sportello@portolieve.example',
    prenotazione_url: 'https://portolieve.example/appuntamenti',
    moduli: [portolieveModulo('Delega a una persona di fiducia', 'delega')],
  },
  {
    ...PORTOLIEVE,
    codice: 'sosta',
    nome: 'Sosta e permessi',
    descrizione: 'Abbonamenti ai parcheggi, permessi per residenti e zona a traffico limitato.',
    percorso: '/servizio/abbonamento-parcheggi',
    orari: 'Lunedì, mercoledì e venerdì 9:00–13:00.',
    email: 'sosta@portolieve.example',
    prenotazione_url: 'https://portolieve.example/appuntamenti/sosta',
    moduli: [
      portolieveModulo('Permesso per residenti', 'permesso-residenti'),
      portolieveModulo('Contrassegno disabili', 'contrassegno'),
    ],
  },
  {
    ...PORTOLIEVE,
    codice: 'riscossione',
    nome: 'Riscossione',
    descrizione: 'Solleciti, rateizzazioni e richieste di riesame.',
    percorso: '/area-riservata',
    orari: 'Martedì e giovedì 9:00–12:30, solo su appuntamento.',
    email: 'riscossione@portolieve.example',
    prenotazione_url: 'https://portolieve.example/appuntamenti/riscossione',
    moduli: [
      portolieveModulo('Richiesta di rateizzazione', 'rateizzazione'),
      portolieveModulo('Richiesta di riesame', 'riesame'),
    ],
  },
];
