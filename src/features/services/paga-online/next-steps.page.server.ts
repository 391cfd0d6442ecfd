/** Where a citizen goes on after a payment: to the case it was for and what can be downloaded there, or back to their due dates. */
import { callOperation, isAnswered } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { serviceOf } from '../../cases/ente/servizi.ts';
import { chatPath } from '../../cases/pratica/pratica-names.ts';
import type { Esito } from './shown.ts';

/** @property main the one thing that the payment was made for, such as a permit */
export type NextStep = { href: string; label: string; main?: true };

/** @param esito of a paid attempt */
export async function listNextSteps(ctx: CallContext, { pratiche = [] }: Pick<Esito, 'pratiche'>): Promise<NextStep[]> {
  const steps = await Promise.all(pratiche.map((pratica) => stepsOfPratica(ctx, pratica)));
  return [
    ...steps.flat(),
    ...(ctx.user?.ruolo === 'cittadino' && isAnswered(ctx.house, 'mieiAvvisi')
      ? [{ href: '/area-riservata?scheda=scadenze', label: 'Torna alle scadenze' }]
      : []),
  ];
}

type PaidPratica = NonNullable<Esito['pratiche']>[number];

async function stepsOfPratica(ctx: CallContext, pratica: PaidPratica): Promise<NextStep[]> {
  const { id, email, codice } = pratica;
  const toPratica = { href: chatPath(pratica), label: `Vai alla pratica ${pratica.protocollo}` };
  const listDownloads = serviceOf(ctx.house.services, codice)?.downloads;
  if (!listDownloads || !isAnswered(ctx.house, 'scaricaFile')) return [toPratica];
  try {
    const detail = await callOperation('dettaglioPratica', { id, email, vista: 'cittadino' }, ctx);
    const downloads = listDownloads(detail, email).filter(({ main }) => main);
    return [...downloads, toPratica];
  } catch (error) {
    // In a browser of the ente the citizen's side does not open: the payment is shown all the same.
    if (error instanceof PortalError) return [];
    throw error;
  }
}
