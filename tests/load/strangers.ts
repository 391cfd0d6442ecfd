/**
 * `npm run bench -- strangers`: the processor time that everything costs which a person without a login can ask for again and again,
 * each in the dearest form that the portal lets a stranger make: 200 devices, 10 files, 50 events, 40 positions, 10,000 public reports. What the main
 * thread of the host works on one request is the longest that all others wait for it.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { dichiarazionePath } from '../../src/features/cases/allegati/file-limits.ts';
import { operationRows } from '../../src/handlers.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { BODY_LIMIT } from '../../src/platform/body.server.ts';
import type { NamedOperation } from '../../src/platform/run.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { readVisitor } from '../../src/platform/visitor.server.ts';
import { INVENTED_TOWNS } from '../../src/sandbox/town/town.ts';
import { openStore } from '../../src/store/open.server.ts';
import { Citizen, segnalazione } from '../citizen.ts';
import { pdfText } from '../files.ts';
import { processorMs } from '../processor.ts';
import { figuresOf, tellMissed } from './figures.ts';
import type { LoadShot } from './measure.ts';
import { beginDichiarazione, dataOf } from './mezzi.ts';
import { seed } from './seed.ts';
import { LOAD_SECRET, type LoadPlace, type LoadServer, loadSettings, startPortal } from './servers.ts';
import { importFile, writeDataFile } from './taxpayers.ts';
import { prepareTown } from './town.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const BASE_URL = `http://127.0.0.1:${PORT}`;
const ONLY = new RegExp(process.env.BENCH_ONLY ?? '', 'i');
const ENTE = 'borgosereno';
/** The longest that one request may hold up all others, in ms. */
const MAX_BLOCK_MS = 50;
const WARM = 3;
const TIMES = 10;
const POSIZIONI = 40;

/** What is asked for. @property pair of the case, as a query @property point of the draft, as a query @property report a public one */
type StrangersThings = {
  point: string;
  documenti: string;
  pair: string;
  email: string;
  pratica: string;
  dichiarazione: string;
  allegato: string;
  report: string;
};
type ThingAddress = string | ((made: StrangersThings) => string);

const mezzi = '/api/v1/portale/mezzi_pubblicitari';
const town = `ente=${ENTE}`;
const aboutDocumento = 'servizio=Rifiuti%20TARI&documento=CARICO-0-0';
const aboutDocumenti = 'servizio=Rifiuti%20TARI&documenti=CARICO-0-0';
const choice = 'servizio=rateizza-un-pagamento';

/** The calls that only read and need no login, by the name of the operation. */
export const STRANGERS_CALLS: Readonly<Record<string, ThingAddress>> = {
  opzioniSegnalazione: `/api/v1/generic/segnalazione/options?${town}`,
  mappaBozza: ({ point }) => `/api/v1/generic/segnalazione/mappa?${point}`,
  entiSportello: '/api/v1/generic/sportello/enti/list',
  serviziSportello: `/api/v1/generic/sportello/servizi/list?comune=${ENTE}`,
  entiPagamento: '/api/v1/payments/pagopa/elenco-enti/PPA',
  serviziPagamento: `/api/v1/payments/pagopa/elenco-servizi/PPA/${ENTE}`,
  leggiCalendario: '/api/v1/portale/calendario/a.b/scadenze.ics',
  pagamentiAperti: '/api/v1/portale/pagamenti/aperti',
  ricevutaRedirect: '/api/v1/payments/pagopa/ricevuta-redirect/AAAAAAAAAAAAAAAAAAAAAAAA',
  ricevutaPagamento: '/api/v1/portale/pagamenti/AAAAAAAAAAAAAAAAAAAAAAAA/ricevuta',
  documentiRateizzazione: `/api/v1/rateizzazione/documento?${aboutDocumento}`,
  simulaRate: `/api/v1/portale/rateizzazione/piano?${aboutDocumenti}&rate=3&prima_scadenza=${addDays(todayInRome(Date.now()), 40)}`,
  documentoProroga: `/api/v1/proroga/documento/check?${aboutDocumento}`,
  motiviRiesame: `/api/v1/riesame/istanza/options?${town}`,
  documentoRiesame: `/api/v1/riesame/documento?${aboutDocumento}`,
  controllaDocumentiIstanza: `/api/v1/istanza-tributi/check-documenti?sistema__c=Rifiuti%20TARI&idDocument=CARICO-0-0`,
  tariffaManifesti: `/api/v1/portale/affissione/tariffa?${town}`,
  leggiDichiarazioneMezzi: ({ dichiarazione }) => `/api/v1/mezzi_pubblicitari/dichiarazioni/${dichiarazione}`,
  mezziPosizione: '/api/v1/mezzi_pubblicitari/posizione/AAAAAAAAAAAAAAAAAAAAAAAA',
  mieDichiarazioniMezzi: `${mezzi}/dichiarazioni`,
  esportaMezziCsv: ({ dichiarazione }) => `${mezzi}/dichiarazioni/${dichiarazione}/csv`,
  esportaMezziPdf: ({ dichiarazione }) => `${mezzi}/dichiarazioni/${dichiarazione}/pdf`,
  modelloMezziCsv: `${mezzi}/modello.csv`,
  tariffaMezzi: `${mezzi}/tariffa?${town}`,
  zoneParcheggi: `/api/v1/portale/abbonamento-parcheggi/zone?${town}`,
  prezzoParcheggi: `/api/v1/portale/abbonamento-parcheggi/prezzo?${town}&zona=a&tipo=residente&durata=annuale`,
  leggiAffidata: '/api/v1/portale/ditte/AAAA.AAAA',
  fileDitta: '/api/v1/portale/ditte/AAAA.AAAA/file/AAAAAAAAAAAAAAAAAAAAAAAA',
  verificaPermesso: '/api/v1/portale/abbonamento-parcheggi/permessi/ABCDEFGHJKMNPQRS',
  permessoParcheggio: ({ pratica, email }) =>
    `/api/v1/portale/abbonamento-parcheggi/${pratica}/permesso?${new URLSearchParams({ email })}`,
  attesaAppuntamenti: `/api/v1/portale/trasparenza/attese?${town}`,
  ufficiAppuntamenti: `/api/v1/portale/appuntamenti/uffici?${town}`,
  mappaUfficio: `/api/v1/portale/appuntamenti/uffici/mappa?${town}&calendario=anagrafe`,
  orariAppuntamenti: `/api/v1/portale/appuntamenti/orari?${town}&calendario=anagrafe&motivo=certificati`,
  leggiAppuntamento: ({ pratica, email }) =>
    `/api/v1/portale/appuntamenti/${pratica}?${new URLSearchParams({ email })}`,
  appuntamentoCollegato: ({ pratica, email }) =>
    `/api/v1/portale/appuntamenti/${pratica}/collegato?${new URLSearchParams({ email })}`,
  orariPerSpostare: ({ pratica, email }) =>
    `/api/v1/portale/appuntamenti/${pratica}/orari?${new URLSearchParams({ email })}`,
  calendarioAppuntamento: ({ pratica, email }) =>
    `/api/v1/portale/appuntamenti/${pratica}/calendario?${new URLSearchParams({ email })}`,
  tipiTomba: `/api/v1/tombe/tipo/options?${town}`,
  cimiteri: `/api/v1/portale/tombe/cimiteri?${town}`,
  listaEnti: '/api/v1/generic/ente',
  entiPerCategoria: '/api/v1/generic/ente/list/SF310',
  scaricaFile: ({ allegato, email }) =>
    `/api/v1/portale/allegati/${allegato}?${new URLSearchParams({ email, miniatura: '1' })}`,
  chiaveCopia: '/api/v1/portale/bozze/chiave',
  leggiBozza: '/api/v1/portale/bozze?percorso=/segnalazione',
  ricevutaPratica: ({ pratica, email }) =>
    `/api/v1/portale/pratiche/${pratica}/ricevuta?${new URLSearchParams({ email })}`,
  mappaPratica: ({ pratica, email }) => `/api/v1/portale/pratiche/${pratica}/mappa?${new URLSearchParams({ email })}`,
  dettaglioPratica: (made) => `/api/v1/generic/segnalazione/detail?${made.pair}`,
  filePronti: (made) => `/api/v1/portale/pratiche/file-pronti?${made.pair}`,
  novitaPratica: (made) => `/api/v1/portale/pratiche/novita?${made.pair}`,
  posizioniAperte: '/api/v1/portale/posizioni-aperte',
  documentiDaScegliere: '/api/v1/portale/scelta-documenti?servizio=rateizza-un-pagamento',
  scegliDocumenti: ({ documenti }) => `/api/v1/portale/scelta-documenti/insieme?${choice}&documenti=${documenti}`,
  sfida: '/api/v1/portale/sfida',
  elencoSegnalazioni: `/api/v1/portale/segnalazioni?${town}`,
  mappaSegnalazioni: `/api/v1/portale/segnalazioni/mappa?${town}&sud=35&nord=48&ovest=6&est=19`,
  leggiSegnalazione: ({ report }) => `/api/v1/portale/segnalazioni/${report}`,
  puntoSegnalazione: ({ report }) => `/api/v1/portale/segnalazioni/${report}/mappa`,
  fotoSegnalazione: ({ report }) => `/api/v1/portale/segnalazioni/${report}/foto/1`,
  segnalazioniGeoJson: `/api/v1/portale/segnalazioni.geojson?${town}`,
  segnalazioniCsv: `/api/v1/portale/segnalazioni.csv?${town}`,
  segnalazioniAtom: `/api/v1/portale/segnalazioni.atom?${town}`,
  segnalazioniDcat: `/api/v1/portale/segnalazioni.jsonld?${town}`,
  trasparenza: `/api/v1/portale/trasparenza?${town}&mesi=24`,
  esportaTrasparenza: `/api/v1/portale/trasparenza.csv?${town}&mesi=24`,
};

/** The pages that need no login, by the path of the screen. */
export const STRANGERS_PAGES: Readonly<Record<string, ThingAddress>> = {
  '/': '/',
  '/segnalazione/senza-linea': '/segnalazione/senza-linea',
  '/servizi': '/servizi',
  '/servizi/{servizio}': '/servizi/mezzo-permanente',
  '/segnalazione': '/segnalazione?passo=dati',
  '/segnalazione/conferma/{chiave}': '/segnalazione/conferma/AAAAAAAAAAAAAAAAAAAAAAAA',
  '/ditta/{chiave}': '/ditta/AAAA.AAAA',
  '/sportello-territoriale': '/sportello-territoriale',
  '/documenti': '/documenti',
  '/servizio/paga-online': '/servizio/paga-online',
  '/pagopa-online-precompilato/{codiceEnte}/{codiceServizio}': `/pagopa-online-precompilato/${ENTE}/mensa`,
  '/servizio/paga-online/pago-pa/esito': '/servizio/paga-online/pago-pa/esito?r=AAAAAAAAAAAAAAAAAAAAAAAA',
  '/servizio/rateizza-un-pagamento': '/servizio/rateizza-un-pagamento',
  '/servizio/rateizza-un-pagamento/{ws_service}/{docs}': '/servizio/rateizza-un-pagamento/Rifiuti%20TARI/CARICO-0-0',
  '/servizio/rinegozia-un-pagamento': '/servizio/rinegozia-un-pagamento',
  '/servizio/rinegozia-un-pagamento/{ws_service}/{docs}': '/servizio/rinegozia-un-pagamento/Rifiuti%20TARI/CARICO-0-0',
  '/servizio/riesame': '/servizio/riesame',
  '/servizio/riesame/{ws_service}/{docs}': '/servizio/riesame/Rifiuti%20TARI/CARICO-0-0',
  '/servizio/istanza-contribuente': '/servizio/istanza-contribuente',
  '/servizio/istanza-contribuente/{ws_service}/{docs}': '/servizio/istanza-contribuente/Rifiuti%20TARI/CARICO-0-0',
  '/servizio/istanza-contribuente/nessuno': '/servizio/istanza-contribuente/nessuno',
  '/servizio/affissione-manifesti': '/servizio/affissione-manifesti',
  '/servizio/mezzo-permanente': '/servizio/mezzo-permanente',
  '/servizio/mezzo-permanente/{step}': '/servizio/mezzo-permanente/mezzi',
  '/servizio/mezzo-permanente/{step}/{id}': ({ dichiarazione }) => `/servizio/mezzo-permanente/mezzi/${dichiarazione}`,
  '/servizio/variazione-cessazione-mezzo-pubblicitario': '/servizio/variazione-cessazione-mezzo-pubblicitario',
  '/servizio/abbonamento-parcheggi': '/servizio/abbonamento-parcheggi',
  '/verifica/permesso/{codice}': '/verifica/permesso/ABCDEFGHJKMNPQRS',
  '/servizio/allacciamento-lampade-votive': '/servizio/allacciamento-lampade-votive',
  '/servizio/appuntamento': `/servizio/appuntamento?${town}`,
  '/servizio/appuntamento/{email}/{id}': ({ email, pratica }) => `/servizio/appuntamento/${email}/${pratica}`,
  '/segnalazione/chat/{email}/{id}': ({ email, pratica }) => `/segnalazione/chat/${email}/${pratica}`,
  '/segnalazione/chat/operatore/{email}/{id}': ({ email, pratica }) =>
    `/segnalazione/chat/operatore/${email}/${pratica}`,
  '/richiesta/chat/{email}/{id}': ({ email, pratica }) => `/richiesta/chat/${email}/${pratica}`,
  '/richiesta/chat/operatore/{email}/{id}': ({ email, pratica }) => `/richiesta/chat/operatore/${email}/${pratica}`,
  '/segnalazioni': `/segnalazioni?${town}`,
  '/segnalazioni/{id}': ({ report }) => `/segnalazioni/${report}`,
  '/segnalazioni/smetti': '/segnalazioni/smetti',
  '/promemoria/smetti': '/promemoria/smetti',
  '/trasparenza': `/trasparenza?${town}&mesi=24`,
  '/segui': '/segui',
  '/altro-dispositivo': '/altro-dispositivo',
  '/sviluppatori': '/sviluppatori',
  '/sviluppatori/{argomento}': '/sviluppatori/operatore',
  '/login': '/login',
  '/logout': '/logout',
  '/informazioni/{testo}': '/informazioni/privacy',
};

type Body = { json: unknown } | { file: File };

/** As many names as a body can hold, for a call that a stranger can have do no more than read and refuse it. */
const FULL_BODY = Object.fromEntries(Array.from({ length: BODY_LIMIT / 16 }, (_, n) => [`a${n}`, n]));
const POINT = { ente: ENTE, lat: '42.5', lon: '12.5' };

/**
 * What a stranger's write is asked to do where that costs more than a body of names: any other is sent {@link FULL_BODY}. A send
 * that opens a case needs a confirmed address each time, and is refused here.
 */
export const STRANGERS_WRITES: Readonly<Record<string, (made: StrangersThings) => Body>> = {
  cercaLuogo: () => ({ json: { ente: ENTE, testo: 'via g' } }),
  luogoDelPunto: () => ({ json: POINT }),
  segnalazioniPubblicheVicine: () => ({ json: { ...POINT, codice: 'SF310' } }),
  suggerisciEnti: () => ({ json: { testo: 'co' } }),
  controllaPosizione: () => ({ json: { codice_utente: 'CARICO-0', codice_controllo: '00000000' } }),
  controllaAvviso: () => ({ json: { codice_fiscale_ente: '80000015554', numero_avviso: '3'.repeat(18) } }),
  salvaBozza: () => ({ json: { percorso: '/segnalazione', passo: 'dati', valori: { dettagli: 'x'.repeat(8000) } } }),
  commenta: ({ pratica, email }) => ({ json: { id: pratica, email, testo: 'Il lampione è spento. '.repeat(90) } }),
  caricaFile: () => ({
    file: new File([pdfText(`% ${'x'.repeat(9_900_000)}`)], 'prova.pdf', { type: 'application/pdf' }),
  }),
  importaMezzi: () => ({ file: new File(['tipo;targa\n', 'Cartello;x\n'.repeat(90_000)], 'mezzi.csv') }),
};

/** @returns what sends it once, and the name of its row */
function writeOf({ name, operation }: NamedOperation, made: StrangersThings, citizen: Citizen) {
  const ids: Record<string, string> = { importaMezzi: made.dichiarazione };
  const path = operation.path.replace(/\{\w+\??\}/g, ids[name] ?? 'A'.repeat(24));
  const body = STRANGERS_WRITES[name]?.(made) ?? { json: FULL_BODY };
  const send = () => {
    if ('json' in body)
      return citizen.request(operation.method, path, {
        body: JSON.stringify(body.json),
        headers: { 'content-type': 'application/json' },
      });
    const form = new FormData();
    // Each time another draft, of which none takes more than ten files.
    if (name === 'caricaFile') form.set('percorso', `/servizio/riesame/${randomUUID()}`);
    form.set('file', body.file);
    return citizen.request(operation.method, path, { body: form });
  };
  return async () => {
    const { status, data, message } = await send();
    return { status, bytes: Buffer.byteLength(JSON.stringify(data) ?? message) };
  };
}

export async function benchStrangers(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portale-bench-'));
  const env = { ...loadSettings(PORT, { dataDir }), COMPRESS: '0', TURNS_FILE: join(dataDir, 'turns') };
  // Its threads and processes have another core: what they do holds up nobody.
  const portal = await startPortal(env, ['--import', './tests/doubles/turns.ts'], '0,1');
  const slow: string[] = [];
  const figures = figuresOf('bench.md', 'strangers', !process.env.BENCH_ONLY);
  try {
    const { citizen, made } = await prepareThings(dataDir);
    figures.tell(
      '| what | status | bytes | main thread, ms | longest at once, ms | with processes and threads beside, ms |',
    );
    figures.tell('|---|---|---|---|---|---|');
    const reads = Object.entries({ ...STRANGERS_CALLS, ...STRANGERS_PAGES }).map(([name, address]) => ({
      name,
      ask: readOf(BASE_URL + (typeof address === 'string' ? address : address(made)), citizen),
    }));
    const writes = operationRows
      .filter(({ operation }) => operation.access === 'anyone' && operation.method !== 'GET')
      .map((row) => ({ name: row.name, ask: writeOf(row, made, citizen) }));
    for (const { name, ask } of [...reads, ...writes]) {
      if (!ONLY.test(name)) continue;
      const { status, bytes, mainMs, atOnceMs, allMs } = await costOf(portal, ask, () =>
        longestTurn(portal, env.TURNS_FILE),
      );
      const times = [mainMs.toFixed(1), atOnceMs.toFixed(1), allMs.toFixed(0)].join(' | ');
      figures.tell(`| ${name} | ${status} | ${bytes} | ${times} |`);
      if (status >= 500) slow.push(`${name}: ${status}`);
      if (atOnceMs > MAX_BLOCK_MS) slow.push(`${name}: ${atOnceMs.toFixed(1)} ms`);
    }
    figures.write();
  } finally {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  tellMissed(slow);
}

/** What visitors without a login can have at most. The one who sent the case has used up the confirmation of their address. */
async function prepareThings(dataDir: string): Promise<{ citizen: Citizen; made: StrangersThings }> {
  const where: LoadPlace = { dataDir };
  await prepareTown(where);
  const { sends } = await seed({ ...where, base: BASE_URL, visitors: 4, ente: ENTE });
  const [sender, other] = await Promise.all(sends.map(arriveAs));
  if (!sender || !other) throw new Error('Mancano due visitatori');
  const { citizen, email: ownEmail } = other;
  const documenti = await openPosizioni(where, citizen);
  const dichiarazione = await beginDichiarazione(citizen, ownEmail);
  await uploadPhoto(citizen, dichiarazionePath(dichiarazione), 'documento_identita');
  const [lat = 0, lon = 0] = INVENTED_TOWNS.find((one) => one.ente === ENTE)?.center ?? [];
  const { filesAllegati: _, privacy: _p, ...valori } = segnalazione(ENTE, ownEmail);
  const draft = { ...valori, lat: String(lat), lon: String(lon), privacy: 'on' };
  await dataOf(citizen.post('/api/v1/portale/bozze', { percorso: '/segnalazione', passo: 'dati', valori: draft }));
  const list = (await dataOf(citizen.get(`/api/v1/portale/segnalazioni?${town}`))) as {
    segnalazioni: { id: string }[];
  };
  const made = {
    ...(await sendCase(sender, { lat, lon })),
    point: String(new URLSearchParams({ lat: draft.lat, lon: draft.lon })),
    documenti,
    dichiarazione,
    report: list.segnalazioni[0]?.id ?? '',
  };
  return { citizen, made };
}

type Arrived = { citizen: Citizen; email: string };

/** A visitor whose e-mail is confirmed. */
async function arriveAs({ headers, body }: LoadShot): Promise<Arrived> {
  const visitor = /visitatore=([^;]+)/.exec(headers?.cookie ?? '')?.[1];
  if (!body || !visitor) throw new Error('A visitor is missing');
  const citizen = new Citizen(BASE_URL);
  citizen.plant('visitatore', visitor);
  await citizen.arrive();
  return { citizen, email: (JSON.parse(body) as { email: string }).email };
}

/** A case with ten photos and fifty messages. */
async function sendCase({ citizen, email }: Arrived, point: { lat: number; lon: number }) {
  const files = await Promise.all(Array.from({ length: 10 }, () => uploadPhoto(citizen, '/segnalazione')));
  const sent = { ...segnalazione(ENTE, email), ...point, filesAllegati: files.map((Id) => ({ Id })) };
  const { id } = (await dataOf(citizen.post('/api/v1/generic/segnalazione/new', sent))) as { id: string };
  const words = 'Il lampione è ancora spento, e di sera non si vede la strada. '.repeat(20);
  for (let n = 0; n < 50; n++)
    await dataOf(citizen.post('/api/v1/generic/segnalazione/commento', { id, email, testo: `${n}. ${words}` }));
  return { pair: String(new URLSearchParams({ email, id })), email, pratica: id, allegato: files[0] ?? '' };
}

/** Positions with their documents, opened by their codes. @returns ids of as many documents as can be chosen at once */
async function openPosizioni(where: LoadPlace, citizen: Citizen): Promise<string> {
  await importFile(writeDataFile(where.dataDir, POSIZIONI), loadSettings(PORT, where));
  const proprietario = readVisitor(createSigner([LOAD_SECRET]), citizen.cookie('visitatore'))?.hash;
  if (!proprietario) throw new Error('A visitor is missing');
  const { db, close } = await openStore(where);
  const posizioni = await db.selectFrom('posizioni').select('id').where('codice_utente', 'like', 'CARICO-%').execute();
  const until = Date.now() + 3600_000;
  await db
    .insertInto('concessioni')
    .values(posizioni.map(({ id }) => ({ proprietario, posizione: id, scade: until })))
    .execute();
  const documenti = await db
    .selectFrom('documenti')
    .select('id')
    .where('numero', 'like', 'CARICO-%')
    .limit(100)
    .execute();
  await close();
  return documenti.map(({ id }) => id).join(',');
}

async function uploadPhoto(citizen: Citizen, path: string, categoria?: string): Promise<string> {
  const noise = { create: { width: 1600, height: 1200, channels: 3, background: '#456', noise: NOISE } } as const;
  const form = new FormData();
  form.set('percorso', path);
  if (categoria) form.set('categoria', categoria);
  form.set('file', new File([new Uint8Array(await sharp(noise).jpeg().toBuffer())], 'foto.jpg'));
  const kept = await dataOf(citizen.request('POST', '/api/v1/generic/documento/upload', { body: form }));
  return (kept as { Id: string }).Id;
}
const NOISE = { type: 'gaussian', mean: 128, sigma: 30 } as const;

type Answered = { status: number; bytes: number };

const readOf = (address: string, citizen: Citizen) => async (): Promise<Answered> => {
  const answer = await fetch(address, { headers: { cookie: citizen.cookies }, redirect: 'manual' });
  const isStream = answer.headers.get('content-type') === 'text/event-stream';
  // Opening it is the work; it does not end by itself.
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, bytes: isStream ? 0 : (await answer.arrayBuffer()).byteLength };
};

/**
 * Of one answer, the mean of some. @property mainMs processor time of the main thread @property atOnceMs the longest of its turns in all of
 * them @property allMs processor time of the whole, with its children
 */
async function costOf({ pid }: LoadServer, ask: () => Promise<Answered>, longest: () => Promise<number>) {
  for (let n = 1; n < WARM; n++) await ask();
  const answer = await ask();
  await longest();
  const before = { main: mainThreadMs(pid), all: processorMs(pid) };
  for (let n = 0; n < TIMES; n++) await ask();
  const after = { main: mainThreadMs(pid), all: processorMs(pid) };
  return {
    ...answer,
    mainMs: (after.main - before.main) / TIMES,
    atOnceMs: await longest(),
    allMs: (after.all - before.all) / TIMES,
  };
}

/** @returns how long the event loop was held up at most since this was asked last, in ms */
async function longestTurn({ pid }: LoadServer, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await pause(5); // its own turn comes when it comes
  return Number(readFileSync(file, 'utf8'));
}

/** Processor time of the main thread of a process, which runs its event loop: it has the number of the process. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
