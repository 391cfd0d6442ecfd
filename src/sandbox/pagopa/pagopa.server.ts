/** The test pagoPA: its services for the portal's server, its pages for the browser. Follows the contracts of platform/pagopa-wire.ts. */
import { KEY_HEADER } from '../../platform/pagopa-wire.ts';
import type { Banco } from './banco.ts';
import { creaCarrello, rispondiCarrello } from './carrelli.server.ts';
import { guasto, rispondiGuasti } from './guasti.server.ts';
import { creaPosizione, leggiPosizione, pubblicaPosizione } from './posizioni.server.ts';
import { rispondiRicevute } from './ricevute.server.ts';
import { problema } from './risposte.server.ts';
import { PAGOPA_PATH } from './settings.ts';

const CARTS = /^\/checkout\/ec\/v2\/carts$/;
const POSITIONS =
  /^\/gpd\/debt-positions-service\/v1\/organizations\/(\d{11})\/debtpositions(?:\/([\w.~-]{1,100}))?(\/publish)?$/;
const RECEIPTS = /^\/gpd\/payments-receipts-service\/v1\/payments\/(\d{11})\/receipts\/(\d{15,17})$/;
const PAGE = /^\/c\/([\w-]{1,60})$/;

/** @returns 404 for whatever is not of pagoPA */
export async function rispondiPagopa(request: Request, banco: Banco): Promise<Response> {
  const path = new URL(request.url).pathname.slice(PAGOPA_PATH.length).replace(/\/$/, '');
  const { method } = request;
  if (path === '') return rispondiGuasti(banco, request);
  const pagina = PAGE.exec(path);
  if (pagina) return rispondiCarrello(banco, pagina[1] as string, request);

  if (CARTS.test(path) && method === 'POST') return (await guasto(banco, 'carrelli')) ?? creaCarrello(banco, request);
  const posizioni = POSITIONS.exec(path);
  const ricevute = RECEIPTS.exec(path);
  // Carts are for anyone (their key is a faculty); what a body owns is for who has its key.
  if ((posizioni || ricevute) && !request.headers.get(KEY_HEADER)) return problema(401, 'Unauthorized', 'Missing key');
  if (posizioni) return (await guasto(banco, 'posizioni')) ?? rispondiPosizioni(banco, request, posizioni);
  if (ricevute && method === 'GET') {
    const [, ente, iuv] = ricevute as unknown as [string, string, string];
    return (await guasto(banco, 'ricevute')) ?? rispondiRicevute(banco, ente, iuv);
  }
  return problema(404, 'Not found', 'Resource not found');
}

async function rispondiPosizioni(banco: Banco, request: Request, found: RegExpExecArray): Promise<Response> {
  const [, ente = '', iupd, publish] = found;
  const { method } = request;
  if (!iupd && !publish && method === 'POST') return creaPosizione(banco, ente, request);
  if (iupd && publish && method === 'POST') return pubblicaPosizione(banco, ente, iupd);
  if (iupd && !publish && method === 'GET') return leggiPosizione(banco, ente, iupd);
  return problema(404, 'Not found', 'Resource not found');
}
