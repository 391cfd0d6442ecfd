/**
 * The test pagoPA: its services for the portal's server, its pages for the browser. Follows the contracts of
 * platform/pagopa-wire.ts.
 */
import { KEY_HEADER } from '../../platform/pagopa-wire.ts';
import { answerCarrello, createCarrello, readCarrello } from './carrelli.server.ts';
import { answerElsewhere } from './elsewhere.server.ts';
import { answerFaults, faultyAnswer } from './faults.server.ts';
import { answerFlusso, answerTransfer, listFlussi } from './flussi.server.ts';
import { createPosizione, getPosizione, publishPosizione } from './posizioni.server.ts';
import type { PagopaProvider } from './provider.ts';
import { problemResponse } from './responses.server.ts';
import { answerRicevute, listRicevute } from './ricevute.server.ts';
import { PAGOPA_PATH, WRONG_KEY } from './settings.ts';

const CARTS_PATH = /^\/checkout\/ec\/v2\/carts$/;
const CART_PATH = /^\/checkout\/v1\/carts\/([\w-]{1,60})$/;
const POSITIONS_PATH =
  /^\/gpd\/debt-positions-service\/v1\/organizations\/(\d{11})\/debtpositions(?:\/([\w.~-]{1,100}))?(\/publish)?$/;
const RECEIPTS_PATH = /^\/gpd\/payments-receipts-service\/v1\/payments\/(\d{11})\/receipts\/(\d{15,17})$/;
const RECEIPTS_LIST_PATH = /^\/gpd\/payments-receipts-service\/v1\/payments\/(\d{11})\/receipts$/;
const FLOWS_PATH = /^\/fdr-org\/service\/v1\/organizations\/(\d{11})\/fdrs$/;
const FLOW_PATH =
  /^\/fdr-org\/service\/v1\/organizations\/(\d{11})\/fdrs\/([\w-]+)\/revisions\/(\d+)\/psps\/([^/]+)(\/payments)?$/;
const ELSEWHERE_PATH = '/altrove';
const TRANSFER_PATH = '/riversa';
const PAGE_PATH = /^\/c\/([\w-]{1,60})$/;

/** @returns 404 for paths that are not pagoPA's */
export async function answerPagopa(request: Request, provider: PagopaProvider): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PAGOPA_PATH.length).replace(/\/$/, '');
  const { method } = request;
  if (path === '') return answerFaults(provider, request);
  if (path === ELSEWHERE_PATH) return answerElsewhere(provider, request);
  if (path === TRANSFER_PATH) return answerTransfer(provider, request);
  const page = PAGE_PATH.exec(path);
  if (page) return answerCarrello(provider, page[1] as string, request);

  if (CARTS_PATH.test(path) && method === 'POST')
    return (await faultyAnswer(provider, 'carrelli')) ?? createCarrello(provider, request);
  const cart = CART_PATH.exec(path);
  if (cart && method === 'GET') return readCarrello(provider, cart[1] as string);
  const posizioni = POSITIONS_PATH.exec(path);
  const ricevute = RECEIPTS_PATH.exec(path);
  const ricevuteList = RECEIPTS_LIST_PATH.exec(path);
  const flows = FLOWS_PATH.exec(path) ?? FLOW_PATH.exec(path);
  // Carts need no key (it is optional); the data of an ente needs the key of that ente.
  const key = request.headers.get(KEY_HEADER);
  if ((posizioni || ricevute || ricevuteList || flows) && (!key || key.startsWith(WRONG_KEY)))
    return problemResponse(401, 'Unauthorized', 'Missing or wrong key');
  if (posizioni) return (await faultyAnswer(provider, 'posizioni')) ?? answerPosizioni(provider, request, posizioni);
  if (ricevute && method === 'GET') {
    const [, ente, iuv] = ricevute as unknown as [string, string, string];
    return (await faultyAnswer(provider, 'ricevute')) ?? answerRicevute(provider, ente, iuv);
  }
  if (ricevuteList && method === 'GET') {
    const query = new URL(request.url).searchParams;
    return (await faultyAnswer(provider, 'elenco')) ?? listRicevute(provider, ricevuteList[1] as string, query);
  }
  if (flows && method === 'GET')
    return (await faultyAnswer(provider, 'flussi')) ?? answerFlows(provider, request, flows);
  return problemResponse(404, 'Not found', 'Resource not found');
}

function answerFlows(provider: PagopaProvider, request: Request, found: RegExpExecArray): Promise<Response> {
  const [, ente = '', fdr, revision, psp, payments] = found;
  const query = new URL(request.url).searchParams;
  if (fdr === undefined) return listFlussi(provider, ente, query);
  return answerFlusso(provider, { ente, name: `${fdr}/${revision}/${psp}`, payments: payments !== undefined, query });
}

async function answerPosizioni(provider: PagopaProvider, request: Request, found: RegExpExecArray): Promise<Response> {
  const [, ente = '', iupd, publish] = found;
  const { method } = request;
  if (!iupd && !publish && method === 'POST') return createPosizione(provider, ente, request);
  if (iupd && publish && method === 'POST') return publishPosizione(provider, ente, iupd);
  if (iupd && !publish && method === 'GET') return getPosizione(provider, ente, iupd);
  return problemResponse(404, 'Not found', 'Resource not found');
}
