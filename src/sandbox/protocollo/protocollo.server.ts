/** The test protocol: registers what the portal sends as docs/protocol.openapi.json says, and is late, faulty or forgetful when told so. */
import * as z from 'zod/mini';
import { todayInRome } from '../../platform/atoms/date.ts';
import { escapeHtml } from '../../platform/html.ts';
import { type ProtocolRequest, protocolRequest } from '../../platform/protocol.ts';
import { renderFrame, type SandboxPage } from '../idp.page.ts';
import type { ProviderMemory } from '../pagopa/memory.server.ts';
import { jsonResponse, pageResponse, readFields, readJson, redirectTo } from '../pagopa/responses.server.ts';
import { isProtocolFault, PROTOCOL_FAULTS, type ProtocolFault, protocolFaultSetting } from './protocollo-faults.ts';
import { PROTOCOLLO_PATH, WRONG_PROTOCOL_KEY } from './settings.ts';

export type TestProtocol = {
  memory: ProviderMemory;
  publicUrl: string;
  now: () => number;
  wait: (ms: number) => Promise<void>;
};

/** Longer than the portal waits. */
const SLOW_MS = 12_000;
const LATE_MS = 60_000;
const MAX_DOCUMENT = 12 * 1024 * 1024;
const DOCUMENT_PATH = /^\/documenti\/([0-9a-f]{64})$/;

const registeredSchema = z.object({
  id: z.string(),
  ente: z.string(),
  numero: z.string(),
  data: z.string(),
  oggetto: z.string(),
});
type TestRegistration = z.infer<typeof registeredSchema>;

/** @returns 404 for paths that are not the protocol's */
export async function answerProtocol(request: Request, protocol: TestProtocol): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PROTOCOLLO_PATH.length).replace(/\/$/, '');
  if (path === '') return answerPage(protocol, request);
  if (request.method !== 'POST') return jsonResponse(404, { motivo: 'Non c’è.' });
  const key = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!key || key.startsWith(WRONG_PROTOCOL_KEY)) return jsonResponse(401, { motivo: 'Chiave sbagliata.' });
  const fault = await readFault(protocol);
  if (fault === 'fermo') return jsonResponse(503, { motivo: 'Fuori servizio.' });
  if (fault === 'lento') await protocol.wait(SLOW_MS);
  const document = DOCUMENT_PATH.exec(path)?.[1];
  if (document) return takeDocument(protocol, request, document);
  if (path === '/registrazioni') return answerRegistration(protocol, request, fault);
  return jsonResponse(404, { motivo: 'Non c’è.' });
}

const readFault = async ({ memory }: TestProtocol): Promise<ProtocolFault> =>
  (await memory.read('ambiente', 'guasto', protocolFaultSetting))?.dati.fault ?? 'nessuno';

/** Its bytes are not kept: that they arrived is. */
async function takeDocument({ memory, now }: TestProtocol, request: Request, sha256: string): Promise<Response> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const found = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  if (bytes.byteLength > MAX_DOCUMENT || found !== sha256)
    return jsonResponse(422, { motivo: 'L’impronta del documento è un’altra.' });
  await memory.write('documento', sha256, { dati: {}, quando: now() });
  return new Response(null, { status: 204 });
}

async function answerRegistration(protocol: TestProtocol, request: Request, fault: ProtocolFault): Promise<Response> {
  const asked = z.safeParse(protocolRequest, await readJson(request));
  if (!asked.success) return jsonResponse(422, { motivo: 'La richiesta non è completa.' });
  if (fault === 'rifiuta') return jsonResponse(422, { motivo: 'Il documento principale non è leggibile.' });
  if (fault === 'spazzatura')
    return new Response('<!doctype html><title>Manutenzione</title>', { headers: { 'content-type': 'text/html' } });
  for (const { sha256 } of asked.data.documenti)
    if (!(await protocol.memory.read('documento', sha256, z.unknown())))
      return jsonResponse(422, { motivo: `Manca il documento ${sha256}.` });
  if (fault === 'tardi' && (await isTooEarly(protocol, asked.data.id))) return new Response(null, { status: 202 });
  const registered = await registerRequest(protocol, asked.data, fault === 'ripete');
  const { numero, data } = registered;
  return jsonResponse(201, {
    id: fault === 'altra' ? 'un-altra' : asked.data.id,
    numero,
    data,
    anno: Number(data.slice(0, 4)),
    registro: 'Generale',
    classifica: '1.1',
    fascicolo: `${numero}/1`,
  });
}

async function isTooEarly({ memory, now }: TestProtocol, id: string): Promise<boolean> {
  await memory.add('arrivo', id, { dati: {}, quando: now() });
  const first = await memory.read('arrivo', id, z.unknown());
  return now() - (first?.quando ?? 0) < LATE_MS;
}

/** The number that the request has, or the next one of the ente. */
async function registerRequest(
  protocol: TestProtocol,
  asked: ProtocolRequest,
  anew: boolean,
): Promise<TestRegistration> {
  const { memory, now } = protocol;
  const { id, ente, oggetto } = asked;
  const known = anew ? undefined : await memory.read('richiesta', id, registeredSchema);
  if (known) return known.dati;
  const data = todayInRome(now());
  const { count } = await memory.list(
    'numero',
    { prefix: `${ente.codice}/`, from: 0, to: Number.MAX_SAFE_INTEGER, skip: 0, take: 1 },
    z.unknown(),
  );
  for (let n = count + 1; ; n++) {
    const numero = String(n).padStart(7, '0');
    const registered: TestRegistration = { id, ente: ente.codice, numero, data, oggetto };
    if (!(await memory.add('numero', `${ente.codice}/${numero}`, { dati: registered, quando: now() }))) continue;
    const isFirst = await memory.add('richiesta', id, { dati: registered, quando: now() });
    return isFirst || anew ? registered : registerRequest(protocol, asked, false);
  }
}

async function answerPage(protocol: TestProtocol, request: Request): Promise<Response> {
  if (request.method !== 'POST') return pageResponse(200, await protocolPage(protocol));
  const fault = (await readFields(request)).get('guasto');
  if (!isProtocolFault(fault)) return pageResponse(422, await protocolPage(protocol));
  await protocol.memory.write('ambiente', 'guasto', { dati: { fault }, quando: protocol.now() });
  return redirectTo(protocol.publicUrl + PROTOCOLLO_PATH);
}

async function protocolPage(protocol: TestProtocol): Promise<SandboxPage> {
  const current = await readFault(protocol);
  const everything = { prefix: '', from: 0, to: Number.MAX_SAFE_INTEGER };
  const { count } = await protocol.memory.list('numero', { ...everything, skip: 0, take: 1 }, z.unknown());
  const { found } = await protocol.memory.list(
    'numero',
    { ...everything, skip: Math.max(0, count - 20), take: 20 },
    registeredSchema,
  );
  const choices = Object.entries(PROTOCOL_FAULTS).map(
    ([value, words]) =>
      `<p><label><input type="radio" name="guasto" value="${value}"${current === value ? ' checked' : ''}> ${escapeHtml(words)}</label></p>`,
  );
  const rows = found
    .toReversed()
    .map(({ dati }) => `<li>${escapeHtml(`${dati.numero} del ${dati.data}, ${dati.ente}: ${dati.oggetto}`)}</li>`);
  return renderFrame(
    'Protocollo di prova',
    `<p>Un ente lo usa quando un amministratore scrive in «Gestione, Protocollo» questo indirizzo, con una chiave qualsiasi: <code>${escapeHtml(protocol.publicUrl + PROTOCOLLO_PATH)}</code></p>
<form method="post">
<fieldset>
<legend>Come risponde</legend>
${choices.join('\n')}
</fieldset>
<p><button type="submit">Salva</button></p>
</form>
<h2>Ultime registrazioni</h2>
${rows.length > 0 ? `<ul>${rows.join('\n')}</ul>` : '<p>Nessuna.</p>'}`,
    { banner: 'Qui non c’è nessun registro vero.' },
  );
}
