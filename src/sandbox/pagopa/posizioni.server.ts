/** GPD of the test pagoPA: debt positions are made, published and read. */
import * as z from 'zod/mini';
import { PagopaPosition, PositionRequest } from '../../platform/pagopa-wire.ts';
import type { PagopaProvider } from './provider.ts';
import { jsonResponse, problemResponse, readJson } from './responses.server.ts';

const storedPosizione = z.extend(PositionRequest, { status: PagopaPosition.shape.status });
type Posizione = z.infer<typeof storedPosizione>;

const missingPosizione = (iupd: string) =>
  problemResponse(404, 'Not found the debt position', `Not found a debt position for IUPD ${iupd}`);

/** The only digital stamp that is sold. pagoPA itself looks at no amount; those who sell it have no other. */
const SOLD_STAMP = { stampType: '01', amount: 1600 };
/** A SHA-256, in base64. */
const DOCUMENT_HASH = /^[A-Za-z0-9+/]{43}=$/;

/** Whether every stamp of a position is one that somebody sells. */
const hasSoldStamps = ({ paymentOption }: PositionRequest): boolean =>
  paymentOption
    .flatMap(({ transfer }) => transfer)
    .every(
      ({ stamp, amount }) =>
        !stamp ||
        (amount === SOLD_STAMP.amount &&
          stamp.stampType === SOLD_STAMP.stampType &&
          DOCUMENT_HASH.test(stamp.hashDocument)),
    );

/** `POST …/debtpositions?toPublish=` */
export async function createPosizione(provider: PagopaProvider, ente: string, request: Request): Promise<Response> {
  const parsed = z.safeParse(PositionRequest, await readJson(request));
  if (!parsed.success)
    return problemResponse(400, 'BAD REQUEST', parsed.error.issues.map(({ path }) => path.join('.')).join(', '));
  if (!hasSoldStamps(parsed.data)) return problemResponse(400, 'BAD REQUEST', 'paymentOption.transfer.stamp');
  const publishNow = new URL(request.url).searchParams.get('toPublish') === 'true';
  const posizione: Posizione = { ...parsed.data, status: publishNow ? 'VALID' : 'DRAFT' };
  const entry = { dati: posizione, quando: provider.now() };
  const { iupd } = posizione;
  const duplicate = problemResponse(
    409,
    'The debt position already exists',
    `Already exists a debt position for IUPD ${iupd}`,
  );
  if (await provider.memory.read('posizione', `${ente}/${iupd}`, storedPosizione)) return duplicate;
  for (const { iuv } of posizione.paymentOption) {
    if (!(await provider.memory.add('opzione', `${ente}/${iuv}`, { ...entry, dati: { iupd } }))) return duplicate;
  }
  return (await provider.memory.add('posizione', `${ente}/${iupd}`, entry)) ? jsonResponse(201, posizione) : duplicate;
}

/** `GET …/debtpositions/{iupd}` */
export async function getPosizione({ memory }: PagopaProvider, ente: string, iupd: string): Promise<Response> {
  const posizione = (await memory.read('posizione', `${ente}/${iupd}`, storedPosizione))?.dati;
  if (!posizione) return missingPosizione(iupd);
  const ricevute = await Promise.all(
    posizione.paymentOption.map(({ iuv }) => memory.read('ricevute', `${ente}/${iuv}`, z.unknown())),
  );
  const status = ricevute.every(Boolean) ? 'PAID' : posizione.status;
  return jsonResponse(200, { ...posizione, organizationFiscalCode: ente, status });
}

/** `POST …/debtpositions/{iupd}/publish` */
export async function publishPosizione({ memory, now }: PagopaProvider, ente: string, iupd: string): Promise<Response> {
  const posizione = (await memory.read('posizione', `${ente}/${iupd}`, storedPosizione))?.dati;
  if (!posizione) return missingPosizione(iupd);
  if (posizione.status !== 'DRAFT')
    return problemResponse(409, 'Debt position cannot be published', `${iupd} is ${posizione.status}`);
  const published: Posizione = { ...posizione, status: 'VALID' };
  await memory.write('posizione', `${ente}/${iupd}`, { dati: published, quando: now() });
  return jsonResponse(200, published);
}
