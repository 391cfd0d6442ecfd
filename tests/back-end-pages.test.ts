/** Every page of the portal in front of a back end: none leads to what only the portal's own store could do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backEndScreens, portalScreens } from '../src/routes.ts';
import { type BackEndPair, LOGGED_IN, portalAndBackEnd, sendPratica } from './back-end.ts';

/** Pages with the same path and another query that are opened: filters and pages of lists have many. */
const MAX_OF_A_PATH = 12;
/** An outcome without a reference is no payment; mails are sent by the back end. */
const GONE = ['/servizio/paga-online/pago-pa/esito', '/sandbox/posta'];
/** The portal's own calls that a page may name: what is answered in front of a back end. */
const ANSWERED_CALLS = /^\/api\/v1\/portale\/(sfida|mezzi_pubblicitari\/modello\.csv)$/;

const NOT_AVAILABLE = /non (è |sono )?disponibil/;

/** @property found what is wrong, in words @property opened paths of the pages */
type CrawlReport = { found: string[]; opened: Set<string> };

class Visitor {
  private readonly jar = new Map<string, string>();
  private readonly pair: BackEndPair;

  constructor(pair: BackEndPair) {
    this.pair = pair;
  }

  async open(address: string): Promise<Response> {
    const headers = { accept: 'text/html', cookie: [...this.jar].map((one) => one.join('=')).join('; ') };
    const response = await fetch(new URL(address, this.pair.house.base), { redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [cookie = ''] = line.split(';');
      this.jar.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1));
    }
    return response;
  }

  async crawl(): Promise<CrawlReport> {
    const { double, house } = this.pair;
    const starts = backEndScreens.all.map(({ path }) => path).filter((path) => !/[{]|^\/logout/.test(path));
    const waiting = starts.map((path) => ({ path, from: 'the table of screens' }));
    const seen = new Set<string>();
    const times = new Map<string, number>();
    const report: CrawlReport = { found: [], opened: new Set() };
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { path, from } = next;
      const { pathname } = new URL(path, house.base);
      if (seen.has(path) || (times.get(pathname) ?? 0) >= MAX_OF_A_PATH) continue;
      seen.add(path);
      times.set(pathname, (times.get(pathname) ?? 0) + 1);
      const before = double.seen.length;
      const response = await this.open(path);
      const asked = double.seen.slice(before).filter((one) => one.path.startsWith('/api/v1/portale/'));
      report.found.push(...asked.map((one) => `${path} asks for ${one.path}`));
      const isGone = response.status >= 400 && response.status !== 409 && !GONE.includes(pathname);
      if (isGone) report.found.push(`${response.status} ${path}, from ${from}`);
      report.opened.add(pathname);
      const html = await response.text();
      const location = response.headers.get('location');
      for (const address of [...(location === null ? [] : [location]), ...addressesIn(html)]) {
        const target = new URL(address, new URL(path, house.base));
        if (target.origin !== house.base || /^\/(_astro|immagini|logout|favicon)/.test(target.pathname)) continue;
        if (portalScreens.match(target.pathname)?.screen.ofStore)
          report.found.push(`${path} leads to ${target.pathname}`);
        else waiting.push({ path: target.pathname + target.search, from: path });
      }
      const named = [...html.matchAll(/\/api\/v1\/portale\/[\w/.-]+/g)].map(([call]) => call);
      report.found.push(
        ...named.filter((call) => !ANSWERED_CALLS.test(call)).map((call) => `${path} names the call ${call}`),
      );
    }
    return report;
  }
}

/** Of links, pictures and forms, also those in the text of answers. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)]
    .map(([, address = '']) => address.replace(/&amp;|&#38;/g, '&'))
    .filter((address) => address !== '' && !/^(mailto:|tel:|data:|#)/.test(address));

let pair: BackEndPair;
/** A case of the citizen, and the id of their link with a position. */
let pratica: Awaited<ReturnType<typeof sendPratica>>;
let link: string | undefined;

async function citizen(): Promise<Visitor> {
  const visitor = new Visitor(pair);
  await visitor.open('/');
  const back = encodeURIComponent(`${pair.house.base}/area-riservata`);
  await visitor.open(`${pair.double.url}/login/${LOGGED_IN}?ritorno=${back}`);
  return visitor;
}

describe.each([
  ['with every field', false],
  ['with the fields that every back end has', true],
])('a back end %s', (_what, lean) => {
  beforeAll(async () => {
    pair = await portalAndBackEnd({ lean });
    pratica = await sendPratica(pair);
    const posizioni = (await pratica.citizen.get('/api/v1/posizione/list')).data as Record<string, string>[];
    link = posizioni.find(({ ente }) => ente === 'borgosereno')?.idRappresentanza;
  }, 60_000);
  afterAll(() => pair?.end());

  test('a guest is led nowhere in vain', async () => {
    const { found, opened } = await new Visitor(pair).crawl();
    expect(found).toEqual([]);
    expect([...opened]).toEqual(expect.arrayContaining(['/', '/servizi', '/segnalazione', '/servizio/riesame']));
  }, 60_000);

  test('a citizen is led nowhere in vain, and sees positions, documents and cases', async () => {
    const visitor = await citizen();
    const { found, opened } = await visitor.crawl();
    expect(found).toEqual([]);
    expect([...opened]).toEqual(
      expect.arrayContaining([
        `/segnalazione/chat/${encodeURIComponent(pratica.email)}/${pratica.id}`,
        `/area-riservata/documenti/${link}/borgosereno`,
        `/servizio/riesame/Rifiuti%20TARI/BS-100101-01`,
        '/area-riservata/profilo-utente',
      ]),
    );
    const documenti = await (await visitor.open('/area-riservata?scheda=documenti')).text();
    expect(documenti).toContain('BS-100101-01');
    expect(documenti).toContain('PL-300303-01');
  }, 60_000);

  test.each([
    ['/area-riservata?scheda=documenti', '/posizione/documents/list/', 'I tuoi documenti'],
    ['/servizio/affissione-manifesti', '/posizione/list', 'Le tue posizioni'],
    ['/servizio/mezzo-permanente?tipo=variazione', '/posizione/list', 'Le tue posizioni'],
    ['/servizio/mezzo-permanente?tipo=nuovo', '/generic/ente/list/', 'Gli enti'],
    ['/servizio/istanza-contribuente/nessuno', '/generic/ente/list/', 'Gli enti'],
    ['/servizio/istanza-contribuente/nessuno?scelta=1&ente=&sistema=', '/generic/ente/list/', 'Gli enti'],
    ['/servizio/paga-online?modo=spontaneo', '/payments/pagopa/elenco-enti/', 'L’elenco'],
    ['/sportello-territoriale', '/generic/sportello/enti/list', 'Gli sportelli'],
  ])('%s shows what it has when %s cannot be read, and says what is missing', async (path, call, name) => {
    const visitor = await citizen();
    pair.double.break(`/api/v1${call}`, 'html500');
    const broken = await visitor.open(path);
    pair.double.mend();
    const text = await broken.text();
    const told = new RegExp(`${name}[^.]* ${NOT_AVAILABLE.source}`).test(text);
    expect([broken.status, text.includes('Riprova'), told]).toEqual([200, true, true]);
    expect(await (await visitor.open(path)).text()).not.toMatch(NOT_AVAILABLE);
  });
});
