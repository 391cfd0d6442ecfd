/** What everybody reads of a report that was released says nothing of its citizen, wherever the portal answers without a login. */
import sharp from 'sharp';
import { apiOperations } from '../../src/api.ts';
import { logIn } from './accesso-flow.ts';
import { expect, newEmail, test } from './fixtures.ts';
import { COMMENTO_API, ENTE, expectStatus, openAsUfficio, sendSegnalazione } from './flow.ts';

/** Addresses that were asked for, with what they answered. */
type Answers = Map<string, { status: number; body: string }>;

/** More than the portal has without a login: a crawl that gets here goes round in circles. */
const MAX_ADDRESSES = 600;
/** Mails and identity provider of the demonstration, and what logs in or out. */
const NOT_PUBLIC = /^\/(sandbox|login|logout|accesso|sanctum)\b/;

test('no answer to somebody who is not logged in has anything of the citizen of a released report', async ({
  page,
  house,
  smtp,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const email = newEmail('riservata');
  const exif = { IFD0: { Artist: `Ermenegilda ${mark}`, ImageDescription: `casa di ${mark}` } };
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#4a7' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  const citizen = {
    nome: 'Ermenegilda',
    cognome: `Quagliarotti${mark}`,
    codice_fiscale: 'BNCNNA80A41H501R',
    telefono: '333 0918273',
    descrizione: `Sono di casa qui davanti, suonate Quagliarotti${mark}.`,
    codice: 'SF310',
    oggetto: `Davanti a casa mia ${mark}`,
    indirizzo: '',
    lat: '42.500613',
    lon: '12.497287',
  };
  const sent = await sendSegnalazione({ house, smtp }, email, citizen, [
    { name: `casa-${mark}.jpg`, mimeType: 'image/jpeg', buffer: picture },
  ]);
  const office = await openAsUfficio(sent);
  const said = `Signora, la richiamo domani ${mark}.`;
  const operatorPath = new URL(sent.operatorUrl).pathname;
  const ufficio = operatorPath.split('/').at(-1) ?? '';
  expectStatus(await office.post(COMMENTO_API, { id: ufficio, email, vista: 'operatore', testo: said }), 201);

  await logIn(page, 'olga', operatorPath);
  const secrets = [
    mark,
    email,
    'Ermenegilda',
    'BNCNNA80A41H501R',
    '0918273',
    '42.500613',
    '12.497287',
    sent.id,
    ufficio,
    sent.protocollo,
  ];
  // What is looked for can be found: the page of the office has it.
  const officePage = await page.content();
  expect(secrets.filter((secret) => officePage.includes(secret))).toEqual(
    expect.arrayContaining([mark, email, 'Ermenegilda', 'BNCNNA80A41H501R', '0918273', ufficio, sent.protocollo]),
  );
  await page.getByRole('link', { name: 'Elenco pubblico', exact: true }).click();
  await page.getByLabel('Titolo').fill('Buca sul marciapiede');
  await page.getByRole('textbox', { name: 'Testo' }).fill('C’è una buca.');
  await page.getByRole('checkbox', { name: /^Pubblica casa-/ }).check();
  await page.getByRole('button', { name: 'Vedi come apparirà' }).click();
  await page.getByRole('button', { name: 'Pubblica', exact: true }).click();
  const publicPath = (await page.getByRole('link', { name: 'nella sua pagina' }).getAttribute('href')) ?? '';

  const answers = await crawl(house.base, ['/', publicPath, ...publicCalls(publicPath.split('/').at(-1) ?? '')]);

  const found = [...answers].flatMap(([address, { body }]) =>
    secrets.filter((secret) => address.includes(secret) || body.includes(secret)).map((secret) => [address, secret]),
  );
  expect(found).toEqual([]);
  // It has been where the report is.
  const seen = [...answers].filter(([, { status }]) => status === 200).map(([address]) => address);
  for (const part of ['.geojson', '.csv', '.atom', '.jsonld', '/open311/v2/requests', '/foto/1', '/trasparenza'])
    expect(seen.filter((address) => address.includes(part)).length, part).toBeGreaterThan(0);
  const withTitle = [...answers].filter(([, { body }]) => body.includes('Buca sul marciapiede'));
  expect(withTitle.length).toBeGreaterThan(5);
  expect(answers.size).toBeLessThan(MAX_ADDRESSES);
});

/** Every call that anybody may make to read, about the report. */
function publicCalls(id: string): string[] {
  const values: Record<string, string> = {
    id,
    n: '1',
    ente: ENTE,
    sud: '42',
    nord: '43',
    ovest: '12',
    est: '13',
  };
  const reads = Object.values(apiOperations).filter(({ method, access }) => method === 'GET' && access === 'anyone');
  return [
    ...reads.map(({ path }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ENTE);
      return `${filled}?${new URLSearchParams(values)}`;
    }),
    ...['json', 'xml'].flatMap((format) => [
      `/open311/v2/discovery.${format}`,
      `/open311/v2/services.${format}?jurisdiction_id=${ENTE}`,
      `/open311/v2/requests.${format}?jurisdiction_id=${ENTE}`,
      `/open311/v2/requests/${id}.${format}?jurisdiction_id=${ENTE}`,
    ]),
  ];
}

/** Asks for these addresses and for all that their pages lead to on the portal, without a cookie. */
async function crawl(base: string, first: readonly string[]): Promise<Answers> {
  const answers: Answers = new Map();
  const queue = [...first];
  for (let address = queue.shift(); address && answers.size < MAX_ADDRESSES; address = queue.shift()) {
    if (answers.has(address)) continue;
    const reply = await fetch(base + address, { redirect: 'manual' });
    // Letters of one byte: what is in a picture is found as well.
    const bytes = Buffer.from(await reply.arrayBuffer());
    const body = /^(text|application)\//.test(reply.headers.get('content-type') ?? '')
      ? bytes.toString('utf8')
      : bytes.toString('latin1');
    answers.set(address, { status: reply.status, body: `${reply.headers.get('location') ?? ''}\n${body}` });
    for (const [, href = ''] of body.matchAll(/\b(?:href|src)="([^"]+)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), base + address);
      const next = url.pathname + url.search;
      if (url.origin === base && !NOT_PUBLIC.test(url.pathname) && !url.pathname.startsWith('/_astro'))
        queue.push(next);
    }
  }
  return answers;
}
