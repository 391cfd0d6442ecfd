/** Takes the number of a paper stamp for a request, and says of its stamp duty what people read. */
import type { CallContext } from '../../../context.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { PortalError } from '../../../platform/errors.ts';
import { takeNumeroBollo } from './bolli.db.ts';
import { bolloInWords } from './bollo.ts';
import type { StoredBollo } from './bollo-data.ts';

const NUMERO_TAKEN =
  'Con questo numero è già stata inviata una richiesta, e ogni marca vale una volta sola: controlla le 14 cifre, o usa un’altra marca.';

/** For receipt, chat and operator. */
export const bolloFacts = (bollo: StoredBollo | undefined): SummaryItem[] =>
  bollo ? [['Imposta di bollo', bolloInWords(bollo)]] : [];

/**
 * In the transaction of the send: a number is taken only by a request that is sent, and of two that are sent at once one gets it.
 * @throws PortalError `conflict` at the field, without a word about the other request
 */
export async function claimBollo(ctx: CallContext, bollo: StoredBollo | undefined, ente: string): Promise<void> {
  if (bollo?.modo !== 'carta' || (await takeNumeroBollo(ctx.db, { numero: bollo.numero, ente }))) return;
  throw new PortalError('conflict', { message: NUMERO_TAKEN, fields: { 'bollo.numero': [NUMERO_TAKEN] } });
}
