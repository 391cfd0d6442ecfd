/** Every page that a delegate opens about a position or a document of it says for whom they act, above all else. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ActedOn, actForOthers } from '../scripts/check/visit.ts';
import { encodeCodice } from '../src/features/cases/posizione/codice.ts';
import { Citizen } from './citizen.ts';
import { pdfText } from './files.ts';
import { loginAs } from './login.ts';
import { textOf } from './pdf-text.ts';
import { type Portal, portal } from './portal.ts';
import { startMailboxes } from './smtp.ts';

const EMAIL = 'paolo.conti@posta.example';
/** Luca's position is that of a firm. */
const INSEGNE = 'conto di Verdi Insegne S.r.l.';

let house: Portal;
let mails: Awaited<ReturnType<typeof startMailboxes>>;
let paolo: Citizen;
/** Of Mario, with documents to pay; of Luca, with advertising devices. */
let tari: ActedOn;
let insegne: ActedOn;

beforeAll(async () => {
  mails = await startMailboxes();
  house = await portal({ SMTP_URL: mails.url, LIMITS_FACTOR: '1000' });
  paolo = new Citizen(house.base);
  const posizioni = await actForOthers(paolo);
  const named = (codice: string) => posizioni.find(({ codice_utente }) => codice_utente === codice) as ActedOn;
  [tari, insegne] = [named('BS-100101'), named('BS-200202')];
}, 120_000);
afterAll(async () => {
  await house?.end();
  await mails?.close();
});

type ShownDocumento = { Id: string; numero: string; numero_avviso: string };
const listDocumenti = async (): Promise<ShownDocumento[]> =>
  (await paolo.get(`/api/v1/posizione/documents/list/${tari.Id}/${encodeCodice(tari.codice_utente)}`))
    .data as ShownDocumento[];
const documento = async (numero: string): Promise<ShownDocumento> => {
  const found = (await listDocumenti()).find((one) => one.numero === numero);
  if (!found) throw new Error(`no document ${numero}`);
  return found;
};

const TARI = '/servizio/riesame/Rifiuti%20TARI/BS-100101-01';
const onPosizione = ({ idRappresentanza, ente }: ActedOn) => `/area-riservata/documenti/${idRappresentanza}/${ente}`;
const payable = async () => `${(await documento('BS-100101-01')).numero_avviso}-80000015554`;

async function beginDichiarazione(): Promise<string> {
  const begun = await paolo.post('/api/v1/mezzi_pubblicitari/new', {
    tipo: 'variazione',
    posizione: insegne.Id,
  });
  expect([begun.status, begun.message]).toEqual([201, '']);
  return (begun.data as { Id: string }).Id;
}

async function openPagamento(): Promise<string> {
  const { numero_avviso } = await documento('BS-100101-02');
  const cart = { IUV: numero_avviso.slice(1), dominioEC: '80000015554', emailDebitore: EMAIL };
  const opened = await paolo.post('/api/v1/payments/pagopa/richiesta', cart);
  expect([opened.status, opened.message]).toEqual([200, '']);
  return (opened.data as { riferimento: string }).riferimento;
}

async function beginRiesame(): Promise<string> {
  const bozza = { percorso: TARI, passo: 'dati', valori: { privacy: 'on' } };
  const kept = await paolo.post('/api/v1/portale/bozze', bozza);
  expect([kept.status, kept.message]).toEqual([200, '']);
  return `${TARI}?passo=dati`;
}

/** Paolo contests the first document. */
async function sendRiesame(): Promise<{ id: string; chat: string }> {
  const file = new FormData();
  file.append('file', new File([pdfText('')], 'prova.pdf', { type: 'application/pdf' }));
  file.append('percorso', TARI);
  const uploaded = await paolo.request('POST', '/api/v1/generic/documento/upload', { body: file });
  const sent = await paolo.post('/api/v1/riesame/new', {
    ente: 'borgosereno',
    servizio: 'Rifiuti TARI',
    documenti: ['BS-100101-01'],
    motivo: 'gia_pagato',
    fatti: 'Lo ha pagato a marzo.',
    privacy: true,
    richiedente: { email: EMAIL, telefono: '+393330000005', ruolo: 'persona_fisica' },
    filesAllegati: [{ Id: (uploaded.data as { Id: string }).Id }],
  });
  expect([sent.status, sent.message, sent.errors]).toEqual([201, '', undefined]);
  return sent.data as { id: string; chat: string };
}

const HEAD = (name: string) => `Agisci per ${name}`;

/** In the order in which they are opened: what is sent comes last. */
const SCREENS: readonly [what: string, holder: string, path: () => string | Promise<string>][] = [
  ['the documents of a position', 'Mario Rossi', () => onPosizione(tari)],
  ['the choice of documents for a request', 'Mario Rossi', () => `${onPosizione(tari)}?servizio=riesame`],
  ['one document', 'Mario Rossi', async () => `/area-riservata/documento/${(await documento('BS-100101-01')).Id}`],
  ['privacy of a request', 'Mario Rossi', () => `${TARI}?passo=privacy`],
  ['data of a request', 'Mario Rossi', beginRiesame],
  ...(
    [
      ['rateizza-un-pagamento', ',BS-100101-02'],
      ['rinegozia-un-pagamento', ''],
      ['istanza-contribuente', ''],
    ] as const
  ).map(([servizio, another]): [string, string, () => string] => [
    servizio,
    'Mario Rossi',
    () => `/servizio/${servizio}/Rifiuti%20TARI/BS-100101-01${another}?passo=privacy`,
  ]),
  ['posters', INSEGNE, () => `/servizio/affissione-manifesti?passo=privacy&posizione=${insegne.Id}`],
  ['devices, start', INSEGNE, () => `/servizio/mezzo-permanente?tipo=variazione&posizione=${insegne.Id}`],
  // The later steps stand in the same frame.
  ['devices, first step', INSEGNE, async () => `/servizio/mezzo-permanente/tipo/${await beginDichiarazione()}`],
  ['payment', 'Mario Rossi', async () => `/servizio/paga-online?avviso=${await payable()}`],
  [
    'outcome of a payment',
    'Mario Rossi',
    async () => `/servizio/paga-online/pago-pa/esito?r=${await openPagamento()}&e=attesa`,
  ],
];

test.each(SCREENS)('%s says that it is for %s', async (_what, holder, path) => {
  const address = await path();
  const page = await paolo.get(address);
  expect([address, page.status]).toEqual([address, 200]);
  expect(String(page.data)).toContain(HEAD(holder));
});

test('so do the confirmation of what was sent, its case, its receipt, and the document that cannot be used twice', async () => {
  const { id, chat } = await sendRiesame();
  const confirmation = await paolo.get(`${TARI}?passo=conferma&pratica=${id}`);
  expect([confirmation.status, String(confirmation.data)]).toEqual([200, expect.stringContaining(HEAD('Mario Rossi'))]);
  const page = String((await paolo.get(chat)).data).replace(/<[^>]+>/g, '');
  expect(page).toContain('Per conto di Mario Rossi: l’ha inviata Paolo Conti, con la sua delega');
  const receipt = await fetch(`${house.base}/api/v1/portale/pratiche/${id}/ricevuta?email=${EMAIL}`, {
    headers: { cookie: paolo.cookies },
  });
  expect((await textOf(Buffer.from(await receipt.arrayBuffer()))).replace(/\s+/g, ' ')).toContain(
    'Per conto di Mario Rossi, RSSMRA80A01Z999Y (con delega)',
  );
  const again = await paolo.get(`${TARI}?passo=dati`);
  expect([again.status, String(again.data)]).toEqual([409, expect.stringContaining(HEAD('Mario Rossi'))]);
});

test('a page about what is one’s own, or about nothing yet, says nothing of the kind', async () => {
  for (const path of ['/area-riservata', '/servizio/riesame', '/servizio/paga-online', '/area-riservata/deleghe'])
    expect([path, String((await paolo.get(path)).data).includes('Agisci per ')]).toEqual([path, false]);
});

test('a declaration that is open when the delegation ends is refused in words, and is there again with a new one', async () => {
  const id = await beginDichiarazione();
  const step = `/servizio/mezzo-permanente/tipo/${id}`;
  const luca = new Citizen(house.base);
  await loginAs(luca, 'luca');
  await luca.arrive();
  const { date } = (await luca.get('/api/v1/portale/deleghe')).data as { date: { id: string }[] };
  await luca.request('DELETE', `/api/v1/portale/deleghe/${date[0]?.id}`);
  const refused = await paolo.get(step);
  expect([refused.status, String(refused.data)]).toEqual([403, expect.stringContaining('non vale più')]);
  await actForOthers(paolo);
  const again = await paolo.get(step);
  expect([again.status, String(again.data)]).toEqual([200, expect.stringContaining(HEAD(INSEGNE))]);
});
