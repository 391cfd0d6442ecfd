/** GPD of the test pagoPA: debt positions are made, published and read. */
import * as z from 'zod/mini';
import { type Position, PositionRequest } from '../../platform/pagopa-wire.ts';
import type { Banco } from './banco.ts';
import { json, jsonDi, problema } from './risposte.server.ts';

type Posizione = PositionRequest & { status: Position['status'] };

const mancante = (iupd: string) =>
  problema(404, 'Not found the debt position', `Not found a debt position for IUPD ${iupd}`);

/** `POST …/debtpositions?toPublish=` */
export async function creaPosizione(banco: Banco, ente: string, request: Request): Promise<Response> {
  const letta = z.safeParse(PositionRequest, await jsonDi(request));
  if (!letta.success)
    return problema(400, 'BAD REQUEST', letta.error.issues.map(({ path }) => path.join('.')).join(', '));
  const subito = new URL(request.url).searchParams.get('toPublish') === 'true';
  const dati: Posizione = { ...letta.data, status: subito ? 'VALID' : 'DRAFT' };
  const voce = { dati, quando: banco.now() };
  const { iupd } = dati;
  const duplicata = problema(
    409,
    'The debt position already exists',
    `Already exists a debt position for IUPD ${iupd}`,
  );
  if (await banco.memoria.leggi('posizione', `${ente}/${iupd}`)) return duplicata;
  for (const { iuv } of dati.paymentOption) {
    if (!(await banco.memoria.aggiungi('opzione', `${ente}/${iuv}`, { ...voce, dati: { iupd } }))) return duplicata;
  }
  return (await banco.memoria.aggiungi('posizione', `${ente}/${iupd}`, voce)) ? json(201, dati) : duplicata;
}

/** `GET …/debtpositions/{iupd}` */
export async function leggiPosizione({ memoria }: Banco, ente: string, iupd: string): Promise<Response> {
  const dati = (await memoria.leggi('posizione', `${ente}/${iupd}`))?.dati as Posizione | undefined;
  if (!dati) return mancante(iupd);
  const ricevute = await Promise.all(dati.paymentOption.map(({ iuv }) => memoria.leggi('ricevute', `${ente}/${iuv}`)));
  const status = ricevute.every(Boolean) ? 'PAID' : dati.status;
  return json(200, { ...dati, organizationFiscalCode: ente, status });
}

/** `POST …/debtpositions/{iupd}/publish` */
export async function pubblicaPosizione({ memoria, now }: Banco, ente: string, iupd: string): Promise<Response> {
  const dati = (await memoria.leggi('posizione', `${ente}/${iupd}`))?.dati as Posizione | undefined;
  if (!dati) return mancante(iupd);
  if (dati.status !== 'DRAFT') return problema(409, 'Debt position cannot be published', `${iupd} is ${dati.status}`);
  const pubblicata: Posizione = { ...dati, status: 'VALID' };
  await memoria.scrivi('posizione', `${ente}/${iupd}`, { dati: pubblicata, quando: now() });
  return json(200, pubblicata);
}
