import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { hasValidCheckDigits } from '../features/services/paga-online/avviso.ts';
import { demoData } from '../sandbox/demo.ts';
import { calendarioSchema } from './calendario.ts';
import { dichiarazioneSchema } from './dichiarazione.ts';
import { documentoSchema } from './documento.ts';
import { posizioneSchema } from './posizione.ts';
import { rappresentanzaSchema } from './rappresentanza.ts';
import { checkRows } from './row-check.ts';
import { sportelloSchema } from './sportello.ts';

const DEMO = demoData('2026-11-20');
const POSIZIONE = {
  ente: 'esempio',
  codice_utente: 'TR-000417',
  codice_controllo: '9XK4P2',
  sistema: 'Rifiuti TARI',
  intestatario: 'Maria Bianchi',
};
const DOCUMENTO = {
  ente: 'esempio',
  codice_utente: 'TR-000417',
  sistema: 'CRC 2.0',
  numero: '2026-1',
  tipo: 'Sollecito',
  data: '2026-03-02',
  scadenza: '2026-06-16',
  importo_cent: 9320,
  stato: 'da_pagare',
};
const SPORTELLO = {
  ente: 'esempio',
  codice: 'tributi',
  nome: 'Tributi',
  descrizione: 'Tassa rifiuti.',
  indirizzo: 'Piazza 1',
  orari: 'Da lunedì a venerdì 9:00–12:30.',
  telefono: '06 1234567',
  email: 'tributi@esempio.it',
};

const CALENDARIO = {
  ente: 'esempio',
  codice: 'anagrafe',
  nome: 'Ufficio anagrafe',
  tipo: 'Anagrafe',
  sportello: 'tributi',
  motivi: [{ nome: 'Carta d’identità', minuti: 20 }],
  orari: [{ giorni: ['lunedi', 'martedi'], dalle: '09:00', alle: '12:00' }],
};

/** @returns path and words of the errors of one row */
function faults<T>(schema: z.ZodMiniType<T>, row: unknown): string[][] {
  return checkRows('x', schema, [[0, row]]).errors.map((e) => [e.path.slice(2).join('.'), e.text]);
}
const wrong = <T>(schema: z.ZodMiniType<T>, row: unknown) => faults(schema, row).map(([path]) => path);
const posizione = (over: object) => wrong(posizioneSchema(), { ...POSIZIONE, ...over });
const documento = (over: object) => wrong(documentoSchema(), { ...DOCUMENTO, ...over });
const calendario = (over: object) => wrong(calendarioSchema(), { ...CALENDARIO, ...over });
const sportello = (over: object, sandbox = false) => wrong(sportelloSchema(sandbox), { ...SPORTELLO, ...over });

test('the rows of the examples pass', () => {
  expect([...posizione({}), ...documento({}), ...sportello({}), ...calendario({})]).toEqual([]);
});

test('codes are stored as they are compared: capital letters, no blanks', () => {
  const { good } = checkRows('x', posizioneSchema(), [
    [0, { ...POSIZIONE, codice_utente: ' tr-000 417 ', codice_controllo: '9xk4 p2' }],
  ]);

  expect(good[0]?.value).toMatchObject({ codice_utente: 'TR-000417', codice_controllo: '9XK4P2' });
});

test('the fields of a position are checked for their form', () => {
  for (const codice of ['', 'AB', 'è-12', 'A'.repeat(41), 417, null]) {
    expect(posizione({ codice_utente: codice })).toEqual(['codice_utente']);
    expect(posizione({ codice_controllo: codice })).toEqual(['codice_controllo']);
  }
  for (const sistema of ['IMU è', ' ', '../x', '']) expect(posizione({ sistema })).toEqual(['sistema']);
  expect(posizione({ ente: '', intestatario: ' ' })).toEqual(['ente', 'intestatario']);
  expect(posizione({ codice_fiscale: 'x' })).toEqual(['codice_fiscale']);
});

test('a person with a role can see a position', () => {
  const row = { ente: 'esempio', codice_utente: 'TR-1', codice_fiscale: 'bnc nna 85m41 z999r', ruolo: 'tutore' };

  expect(checkRows('x', rappresentanzaSchema(), [[0, row]]).good[0]?.value.codice_fiscale).toBe('BNCNNA85M41Z999R');
  expect(wrong(rappresentanzaSchema(), { ...row, codice_fiscale: 'BNCNNA85M41Z999S', ruolo: 'amico' })).toEqual([
    'codice_fiscale',
    'ruolo',
  ]);
});

test('the fields of a document are checked for their form', () => {
  for (const numero of ['', 'a b', 'a/b', 'a,b', '.', '..', 'nessuno', 'x'.repeat(61), 7]) {
    expect(documento({ numero })).toEqual(['numero']);
  }
  for (const importo_cent of [-1, 12.5, '9320', 1e12, null])
    expect(documento({ importo_cent })).toEqual(['importo_cent']);
  for (const day of ['2026-02-30', '30/02/2026', '', '26-03-02']) {
    expect(documento({ data: day })).toEqual(['data']);
    expect(documento({ scadenza: day })).toEqual(['scadenza']);
  }
  expect(documento({ stato: 'sospeso' })).toEqual(['stato']);
  expect(documento({ scadenza: undefined })).toEqual([]);
});

test('a notice number with wrong check digits is refused in words', () => {
  expect(documento({ numero_avviso: '301011100007347557' })).toEqual([]);
  expect(faults(documentoSchema(), { ...DOCUMENTO, numero_avviso: '301011100007347556' })).toEqual([
    ['numero_avviso', 'Controlla il numero dell’avviso: sono 18 cifre e le ultime due devono tornare con le altre.'],
  ]);
});

test('an IUV has 15 or 17 digits and is that of the notice', () => {
  for (const iuv of ['', '0101', '010111000073475571', 'RF18000000000000']) expect(documento({ iuv })).toEqual(['iuv']);
  expect(documento({ iuv: '010111000073475' })).toEqual([]);
  expect(documento({ numero_avviso: '301011100007347557', iuv: '01011100007347557' })).toEqual([]);
  expect(documento({ numero_avviso: '301011100007347557', iuv: '01011100007347558' })).toEqual(['iuv']);
});

test('a declaration has a number, a day and one of four states', () => {
  const row = {
    ente: 'esempio',
    codice_fiscale: 'BNCNNA85M41Z999R',
    numero: 'TARI-88',
    tipo: 'TARI',
    data: '2026-01-15',
    stato: 'accettata',
    protocollo: '2026/1204',
  };

  expect(wrong(dichiarazioneSchema(), row)).toEqual([]);
  expect(wrong(dichiarazioneSchema(), { ...row, stato: 'persa', protocollo: '' })).toEqual(['stato', 'protocollo']);
});

test('a desk may link to pages of this portal and to https addresses', () => {
  for (const pagePath of ['segnalazione', '//altro.it', 'https://altro.it', '/\\altro.it', '/logout', '']) {
    expect(sportello({ percorso: pagePath })).toEqual(['percorso']);
  }
  expect(sportello({ percorso: '/servizio/riesame' })).toEqual([]);
  expect(sportello({ moduli: [{ nome: 'Modulo', url: 'http://altro.it/x.pdf' }] })).toEqual(['moduli.0.url']);
  expect(sportello({ moduli: [{ nome: 'Modulo', url: 'https://altro.it/x.pdf', peso: 1 }] })).toEqual([
    'moduli.0.peso',
  ]);
  expect(sportello({ moduli: 'nessuno', codice: 'Tributi' })).toEqual(['codice', 'moduli']);
  expect(sportello({ prenotazione_url: 'http://prenota.example/' })).toEqual(['prenotazione_url']);
  expect(sportello({ prenotazione_url: 'http://prenota.example/' }, true)).toEqual([]);
  expect(sportello({ punto: { lat: 45.4642, lon: 9.19 } })).toEqual([]);
  expect(sportello({ punto: { lat: 91 } })).toEqual(['punto.lat', 'punto.lon']);
});

test('a calendar gets what it leaves out, and hours as they are meant', () => {
  const orari = [
    { giorni: ['lunedi'], dalle: '9.00', alle: '12,30' },
    { giorni: ['giovedi'], dalle: '15', alle: '1700' },
  ];
  const motivi = [
    { nome: 'Carta d’identità', minuti: 20 },
    { nome: 'Carta d’identità per minori', minuti: '25', codice: 'carta-d-identita' },
  ];
  const chiusure = [{ dal: '24/12/2026' }];
  const { good } = checkRows('x', calendarioSchema(), [[0, { ...CALENDARIO, orari, motivi, chiusure }]]);

  expect(good[0]?.value).toEqual({
    ...CALENDARIO,
    postazioni: 1,
    motivi: [
      { nome: 'Carta d’identità', minuti: 20, codice: 'carta-d-identita-2', cosa_serve: [], servizi: [] },
      { nome: 'Carta d’identità per minori', minuti: 25, codice: 'carta-d-identita', cosa_serve: [], servizi: [] },
    ],
    orari: [
      { giorni: ['lunedi'], dalle: '09:00', alle: '12:30' },
      { giorni: ['giovedi'], dalle: '15:00', alle: '17:00' },
    ],
    chiusure: [{ dal: '2026-12-24', al: '2026-12-24' }],
    aperture_straordinarie: [],
    preavviso_ore: 2,
    orizzonte_giorni: 60,
    massimo_per_persona: 2,
    limite_modifica_ore: 24,
  });
});

test('a calendar is refused in words at the field that is wrong', () => {
  const [morning] = CALENDARIO.orari;
  const orari = (...others: object[]) => calendario({ orari: [morning, ...others.map((o) => ({ ...morning, ...o }))] });
  expect(orari({ dalle: '11:00', alle: '13:00' })).toEqual(['orari.1.dalle']);
  expect(faults(calendarioSchema(), { ...CALENDARIO, orari: [morning, morning] })).toEqual([
    ['orari.1.dalle', 'Questo orario si incrocia con 09:00–12:00 dello stesso giorno.'],
  ]);
  expect(orari({ dalle: '12:00', alle: '13:00' })).toEqual([]);
  expect(orari({ giorni: ['mercoledi'] })).toEqual([]);
  expect(
    calendario({
      orari: [
        { ...morning, al: '2026-08-31' },
        { ...morning, dal: '2026-09-01' },
      ],
    }),
  ).toEqual([]);
  expect(
    calendario({
      orari: [
        { ...morning, al: '2026-08-31' },
        { ...morning, dal: '2026-08-31' },
      ],
    }),
  ).toEqual(['orari.1.dalle']);
  for (const alle of ['09:00', '08:00'])
    expect(calendario({ orari: [{ ...morning, alle }] })).toContain('orari.0.alle');
  expect(calendario({ orari: [{ ...morning, dalle: '24:00', alle: '24:30' }] })).toEqual([
    'orari.0.dalle',
    'orari.0.alle',
  ]);
  expect(calendario({ orari: [{ ...morning, dal: '2026-09-01', al: '2026-08-31' }] })).toEqual(['orari.0.al']);
  expect(calendario({ orari: [{ ...morning, giorni: [] }] })).toEqual(['orari.0.giorni']);
  expect(calendario({ orari: [] })).toEqual(['orari']);
  expect(calendario({ chiusure: [{ dal: '2026-12-24', al: '2026-12-23' }] })).toEqual(['chiusure.0.al']);
  expect(calendario({ chiusure: [{ dal: '2026-12-24', dalle: '10:00' }] })).toEqual(['chiusure.0.alle']);
  expect(calendario({ chiusure: [{ dal: '2026-12-24', dalle: '10:00', alle: '10:00' }] })).toEqual(['chiusure.0.alle']);
  const extra = { giorno: '2026-12-12', dalle: '09:00', alle: '12:00' };
  expect(calendario({ aperture_straordinarie: [extra, { ...extra, dalle: '11:00' }] })).toEqual([
    'aperture_straordinarie.1.dalle',
  ]);
  const [motivo] = CALENDARIO.motivi;
  for (const minuti of [0, 7, 245, 12.5, 'dieci'])
    expect(calendario({ motivi: [{ ...motivo, minuti }] })).toEqual(['motivi.0.minuti']);
  expect(calendario({ motivi: [{ ...motivo, minuti: 200 }] })).toEqual(['motivi.0.minuti']);
  expect(
    calendario({
      motivi: [
        { ...motivo, codice: 'uno' },
        { nome: 'Altro', codice: 'uno', minuti: 10 },
      ],
    }),
  ).toEqual(['motivi.1.codice']);
  expect(calendario({ motivi: [motivo, motivo] })).toEqual(['motivi.1.nome']);
  expect(calendario({ motivi: [] })).toEqual(['motivi']);
  expect(calendario({ motivi: [{ ...motivo, servizi: ['SF999'] }] })).toEqual(['motivi.0.servizi.0']);
  expect(calendario({ postazioni: 51, orizzonte_giorni: 366, massimo_per_persona: 0 })).toEqual([
    'postazioni',
    'orizzonte_giorni',
    'massimo_per_persona',
  ]);
  expect(calendario({ preavviso_ore: 48, orizzonte_giorni: 2 })).toEqual(['preavviso_ore']);
});

test('the demo covers each state, documents that go together, amounts for both ways to pay, and a letter', () => {
  const states = new Set(DEMO.documenti.map(({ stato }) => stato));
  const payable = DEMO.documenti.filter(({ stato, numero_avviso }) => stato === 'da_pagare' && numero_avviso);
  const together = Map.groupBy(payable, ({ codice_utente, sistema }) => `${codice_utente} ${sistema}`);
  const owned = new Set(DEMO.rappresentanze.map(({ codice_utente }) => codice_utente));

  expect([...states].sort()).toEqual(['annullato', 'da_pagare', 'in_pagamento', 'pagato', 'rateizzato', 'scaduto']);
  expect(payable.length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...payable.map((d) => d.importo_cent))).toBeGreaterThan(999_99);
  expect(Math.min(...payable.map((d) => d.importo_cent))).toBeLessThanOrEqual(999_99);
  expect(Math.max(...[...together.values()].map((documenti) => documenti.length))).toBeGreaterThanOrEqual(2);
  expect(DEMO.posizioni.filter(({ codice_utente }) => !owned.has(codice_utente))).toHaveLength(1);
});

test('the demo has notices by themselves: for both providers and for one, paid, expired, cancelled, with wrong check digits', () => {
  const today = '2026-11-20';
  const expired = DEMO.avvisi.filter((a) => (a.pagabile_fino ?? today) < today);
  const payable = DEMO.avvisi.filter((a) => a.stato === 'da_pagare' && !expired.includes(a));
  const amounts = payable.map((a) => a.importo_cent);
  const numbers = [...DEMO.avvisi, ...DEMO.documenti].flatMap(({ numero_avviso }) => numero_avviso ?? []);

  expect(payable.length).toBeGreaterThanOrEqual(3);
  expect(amounts.some((cent) => cent >= 100 && cent <= 99_999)).toBe(true);
  expect(Math.max(...amounts)).toBeGreaterThan(99_999);
  expect(expired.map((a) => a.stato)).toEqual(['da_pagare']);
  expect([...new Set(DEMO.avvisi.map((a) => a.stato))].sort()).toEqual(['annullato', 'da_pagare', 'pagato']);
  expect(payable.filter((a) => !hasValidCheckDigits(a.numero_avviso))).toHaveLength(1);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('each ente of the demo accepts payments without a notice, from both lists', () => {
  const servizi = DEMO.servizi_pagamento;
  const of = (ente: string) => servizi.filter((s) => s.ente === ente).flatMap((s) => s.elenchi);

  for (const { id } of DEMO.enti.slice(1)) expect([id, [...new Set(of(id))].sort()]).toEqual([id, ['LINK', 'PPA']]);
  expect(servizi.some((s) => s.importo_cent !== undefined)).toBe(true);
  expect(servizi.some((s) => s.min_cent !== undefined && s.max_cent !== undefined)).toBe(true);
  expect([...new Set(servizi.flatMap((s) => s.campi.map(({ tipo }) => tipo)))].sort()).toEqual([
    'codice_fiscale',
    'data',
    'numero',
    'targa',
    'testo',
  ]);
});

test('the dates of the demo are relative to the day it is made', () => {
  for (const day of ['2026-11-20', '2028-02-29', '2040-01-01']) {
    for (const { pagabile_fino = day } of demoData(day).avvisi) expect(pagabile_fino <= day).toBe(true);
    for (const { stato, data, scadenza } of demoData(day).documenti) {
      expect(data < day).toBe(true);
      if (stato === 'da_pagare') expect(scadenza > day).toBe(true);
      if (stato === 'scaduto') expect(scadenza < day).toBe(true);
    }
  }
});
