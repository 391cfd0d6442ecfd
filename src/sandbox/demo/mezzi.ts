/** The advertising devices of Verdi Insegne at Borgosereno: of several types, one of them a vehicle, one ended. */
import { addDays } from '../../platform/atoms/date.ts';

const POSIZIONE_KEY = { ente: 'borgosereno', codice_utente: 'BS-200202' };

const FIXED_MEZZI: readonly Record<string, unknown>[] = [
  {
    codice: 'IMP-0001',
    tipo: 'Cartello',
    indirizzo: 'Via Roma 12',
    quantita: 1,
    testo: 'Verdi Insegne',
    facce: 'Bifacciale',
    illuminazione: 'Luminoso',
    larghezza_cm: 120,
    altezza_cm: 80,
  },
  {
    codice: 'IMP-0002',
    tipo: 'Cartello',
    indirizzo: 'Via della Stazione 3',
    quantita: 1,
    testo: 'Bar Centrale',
    facce: 'Monofacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 300,
    altezza_cm: 200,
  },
  {
    codice: 'IMP-0003',
    tipo: 'Freccia',
    indirizzo: 'Strada provinciale 7, km 2',
    quantita: 4,
    testo: 'Agriturismo Il Gelso a 300 m',
    facce: 'Bifacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 125,
    altezza_cm: 25,
  },
  {
    codice: 'IMP-0004',
    tipo: 'Tende',
    indirizzo: 'Piazza del Municipio 5',
    quantita: 3,
    testo: 'Pasticceria Dolci',
    facce: 'Monofacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 250,
    altezza_cm: 30,
  },
  {
    codice: 'IMP-0005',
    tipo: 'Postir stazionario',
    indirizzo: 'Viale dei Tigli, angolo via Roma',
    quantita: 1,
    testo: 'Supermercato Borgo',
    facce: 'Polifacciale',
    illuminazione: 'Luminoso',
    larghezza_cm: 140,
    altezza_cm: 200,
  },
  {
    codice: 'IMP-0006',
    tipo: 'Scritte',
    indirizzo: 'Via Roma 12',
    quantita: 1,
    testo: 'Verdi Insegne dal 1972',
    facce: 'Monofacciale',
    illuminazione: 'Opaco',
    larghezza_cm: 400,
    altezza_cm: 40,
  },
];

/** @param today `YYYY-MM-DD` */
export const mezzi = (today: string) =>
  [
    ...FIXED_MEZZI,
    {
      codice: 'IMP-0007',
      tipo: 'Automezzo',
      targa: 'GA123BC',
      categoria_veicolo: 'sotto_30q',
      facce: 'Bifacciale',
      illuminazione: 'Opaco',
      larghezza_cm: 220,
      altezza_cm: 90,
    },
    {
      codice: 'IMP-0008',
      tipo: 'Telo',
      indirizzo: 'Via del Mercato 20',
      quantita: 1,
      testo: 'Saldi da Moda Borgo',
      facce: 'Monofacciale',
      illuminazione: 'Opaco',
      larghezza_cm: 400,
      altezza_cm: 100,
      cessato_dal: addDays(today, -45),
    },
  ].map((mezzo) => ({ ...POSIZIONE_KEY, ...mezzo }));
