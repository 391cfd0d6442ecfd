/** Debt positions at GPD: created and published at once, so that the notice can be paid immediately. */

import * as z from 'zod/mini';
import { fullName } from '../../platform/atoms/nome.ts';
import { cutText, PagopaPosition, PositionRequest } from '../../platform/pagopa-wire.ts';
import { type DebtPosition, PaymentError } from '../../platform/payments.ts';
import type { ProviderAnswer, ProviderLine } from './line.server.ts';

/** @property iban where the money of this ente goes */
type GpdAccess = { line: ProviderLine; baseUrl: string; headers: Record<string, string>; iban: string };

/**
 * A repetition with the same `iupd` changes nothing.
 * @throws PaymentError `refused` when pagoPA has another position in its place or this one can no longer be paid, else `away`
 */
export async function makePosition(gpd: GpdAccess, posizione: DebtPosition): Promise<void> {
  const { line, baseUrl, headers } = gpd;
  const all = `${baseUrl}/organizations/${posizione.avviso.dominioEC}/debtpositions`;
  const one = `${all}/${encodeURIComponent(posizione.iupd)}`;
  const body = JSON.stringify(positionOf(posizione, gpd.iban));

  const made = await line(`${all}?toPublish=true`, { method: 'POST', headers, body });
  if (made.status === 409) {
    const read = await line(one, { headers });
    // Then the number belongs to a debt position of another name.
    if (read.status === 404) throw new PaymentError('refused', 'posizione: numero già usato');
    return publishPosition(gpd, one, checkSame(positionIn(read, 200), posizione));
  }
  return publishPosition(gpd, one, checkSame(positionIn(made, 201), posizione));
}

/** Publishes a position that was made but not published because the answer between the two was lost. */
async function publishPosition(
  { line, headers }: GpdAccess,
  one: string,
  { status = 'VALID' }: PagopaPosition,
): Promise<void> {
  if (status === 'VALID' || status === 'PARTIALLY_PAID') return;
  if (status !== 'DRAFT' && status !== 'PUBLISHED') throw new PaymentError('refused', `posizione: ${status}`);
  const published = await line(`${one}/publish`, { method: 'POST', headers });
  if (published.status === 409 && positionIn(await line(one, { headers }), 200).status === 'VALID') return;
  if (published.status !== 200) throw new PaymentError('away', `pubblicazione: risposta ${published.status}`);
}

/** pagoPA's word for the duty on petitions and acts. */
const STAMP_TYPE = '01';

function positionOf(
  { iupd, taxonomy, avviso, scadenza, pagatore, stamp }: DebtPosition,
  iban: string,
): PositionRequest {
  const toEnte = {
    amount: avviso.importo_cent - (stamp?.importo_cent ?? 0),
    organizationFiscalCode: avviso.dominioEC,
    remittanceInformation: cutText(avviso.causale),
    category: taxonomy,
    iban,
  };
  // What buys a stamp goes to no account.
  const forStamp = stamp && {
    amount: stamp.importo_cent,
    organizationFiscalCode: avviso.dominioEC,
    remittanceInformation: 'Imposta di bollo',
    category: stamp.taxonomy,
    stamp: { hashDocument: stamp.hashDocument, stampType: STAMP_TYPE, provincialResidence: stamp.provincia },
  };
  const position = z.safeParse(PositionRequest, {
    iupd,
    type: /^\d{11}$/.test(pagatore.codice_fiscale) ? 'G' : 'F',
    fiscalCode: pagatore.codice_fiscale,
    fullName: fullName(pagatore),
    companyName: cutText(avviso.enteName),
    switchToExpired: false,
    paymentOption: [
      {
        nav: avviso.numero_avviso,
        iuv: avviso.iuv,
        amount: avviso.importo_cent,
        description: cutText(avviso.causale),
        isPartialPayment: false,
        // The last second of the day in UTC: after the end of the day in Rome, never before.
        dueDate: `${scadenza}T23:59:59Z`,
        transfer: [{ ...toEnte, idTransfer: '1' }, ...(forStamp ? [{ ...forStamp, idTransfer: '2' }] : [])],
      },
    ],
  });
  if (position.success) return position.data;
  throw new PaymentError('refused', `posizione: ${position.error.issues.map(({ path }) => path.join('.')).join(', ')}`);
}

/** @throws PaymentError when the answer is not one with a position */
function positionIn({ status, text }: ProviderAnswer, expected: number): PagopaPosition {
  if (status !== expected) throw new PaymentError('away', `posizione: risposta ${status}`);
  try {
    return z.parse(PagopaPosition, JSON.parse(text));
  } catch (cause) {
    throw new PaymentError('away', 'posizione: risposta incomprensibile', cause);
  }
}

/** @throws PaymentError `refused` when the position of this name is about another debt */
function checkSame(position: PagopaPosition, { iupd, avviso }: DebtPosition): PagopaPosition {
  const option = position.paymentOption?.find(({ iuv }) => iuv === avviso.iuv);
  if (position.iupd !== iupd || (position.paymentOption && option?.amount !== avviso.importo_cent))
    throw new PaymentError('refused', 'posizione: un’altra sta al suo posto');
  return position;
}
