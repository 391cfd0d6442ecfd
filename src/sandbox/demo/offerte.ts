/**
 * The offers of the three enti: cemeteries, parking zones and prices, poster and device tariffs, instalments, due dates.
 * Collelume has no tariff of devices; Portolieve offers neither lamps nor posters nor devices.
 */

const TOMBE = [
  { codice: 'loculo', nome: 'Loculo' },
  { codice: 'terra', nome: 'Tomba a terra' },
  { codice: 'cappella', nome: 'Cappella di famiglia' },
  { codice: 'ossario', nome: 'Ossario o cinerario' },
];

/** Prices of a kind, in cents: a month, three, six, a year. */
function pricesOf(tipo: string, importi: readonly number[], zona?: string) {
  const periods = ['mensile', 'trimestrale', 'semestrale', 'annuale'];
  return importi.map((importo_cent, i) => ({ ...(zona && { zona }), tipo, durata: periods[i], importo_cent }));
}

const POSTER_SIZES = ['70x100', '100x140', '140x200', '600x300'];

/** Prices per poster and day in cents, by size; funeral notices cost half of the cultural ones. */
function tariffe(basePrice: number) {
  const shares: [categoria: string, parte: number][] = [
    ['commerciale', 1],
    ['istituzionale', 0],
    ['culturale', 0.5],
    ['funebre', 0.25],
  ];
  return POSTER_SIZES.flatMap((size, i) =>
    shares.map(([categoria, share]) => ({
      formato: size,
      categoria,
      al_giorno_cent: Math.round(basePrice * 2 ** i * share),
    })),
  );
}

export const OFFERTE: readonly Record<string, unknown>[] = [
  {
    ente: 'borgosereno',
    codice: 'SF500',
    cimiteri: [
      { codice: 'maggiore', nome: 'Cimitero maggiore' },
      { codice: 'frazione-alta', nome: 'Cimitero di Borgo Alto' },
    ],
    tipi: TOMBE,
    attivazione_cent: 2440,
    annuo_cent: 1830,
  },
  {
    ente: 'collelume',
    codice: 'SF500',
    cimiteri: [{ codice: 'monumentale', nome: 'Cimitero monumentale' }],
    tipi: TOMBE.slice(0, 2),
  },
  {
    ente: 'borgosereno',
    codice: 'SF300',
    zone: [
      { codice: 'a', nome: 'Zona A, centro storico' },
      { codice: 'b', nome: 'Zona B, stazione' },
    ],
    prezzi: [
      ...pricesOf('residente', [800, 2100, 3900, 6000]),
      ...pricesOf('domiciliato', [1200, 3200, 6000, 9600]),
      ...pricesOf('lavoratore', [2500, 7000, 13000, 24000]),
      ...pricesOf('lavoratore', [3500, 9900, 18500, 34000], 'a'),
    ],
    max_targhe: 2,
  },
  {
    ente: 'collelume',
    codice: 'SF300',
    zone: [{ codice: 'paese', nome: 'Zona unica' }],
    prezzi: [
      { tipo: 'residente', durata: 'annuale', importo_cent: 0 },
      ...pricesOf('altro', [2000, 5500, 10000, 18000]),
    ],
    max_targhe: 1,
  },
  {
    ente: 'portolieve',
    codice: 'SF300',
    zone: [
      { codice: 'lungomare', nome: 'Lungomare' },
      { codice: 'porto', nome: 'Porto vecchio' },
      { codice: 'colle', nome: 'Quartiere del colle' },
    ],
    prezzi: [
      ...pricesOf('residente', [1000, 2700, 5000, 9000]),
      ...pricesOf('lavoratore', [3000, 8400, 15600, 28800]),
      ...pricesOf('altro', [6000, 16500, 31500, 60000]),
    ],
    max_targhe: 3,
    bollo: true,
    bollo_tassonomia: '9/0301150IM/',
  },
  {
    ente: 'borgosereno',
    codice: 'SF120',
    prezzi: tariffe(40),
    urgenza_percento: 10,
    urgenza_minimo_cent: 2582,
    giorni_lavorativi: 2,
    patrono: '06-24',
  },
  { ente: 'collelume', codice: 'SF120', prezzi: tariffe(25), urgenza_percento: 10 },
  {
    ente: 'borgosereno',
    codice: 'SF100',
    al_mq_cent: 2450,
    luminoso_percento: 100,
    tipi: [
      { tipo: 'Telo', percento: 80 },
      { tipo: 'Pannello luminoso a messaggio variabile o intermittente', percento: 250 },
    ],
    fasce: [
      { da_cm2: 55_000, percento: 150 },
      { da_cm2: 90_000, percento: 200 },
    ],
    veicoli: [
      { categoria: 'sotto_30q', annuo_cent: 4958 },
      { categoria: 'sopra_30q', annuo_cent: 7437 },
      { categoria: 'altra', annuo_cent: 2479 },
    ],
  },
  {
    ente: 'borgosereno',
    codice: 'SF200',
    tasso_centesimi: 250,
    prima_scadenza: { min_giorni: 15, max_giorni: 60 },
  },
  {
    ente: 'collelume',
    codice: 'SF200',
    soglie: [
      { fino_cent: 5_000, min: 0, max: 0 },
      { fino_cent: 100_000, min: 2, max: 10 },
      { fino_cent: null, min: 2, max: 24 },
    ],
  },
  { ente: 'portolieve', codice: 'SF200', tasso_centesimi: 500 },
  { ente: 'borgosereno', codice: 'SF210', max_giorni: 60 },
  { ente: 'collelume', codice: 'SF210', max_giorni: 30 },
  { ente: 'portolieve', codice: 'SF210', max_giorni: 90 },
];
