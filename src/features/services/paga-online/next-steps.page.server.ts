/** Where a citizen goes on after a payment: to the case it was for and what can be downloaded there, or back to their due dates. */
import { callOperation } from '../../../call.server.ts';
import { type CallContext, ownerOf } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import { serviceOf } from '../../cases/ente/servizi.ts';
import { chatPath, protocollo } from '../../cases/pratica/pratica.server.ts';
import { listPaidPratiche } from './own-pagamenti.db.ts';

/** @property main the one thing that the payment was made for, such as a permit */
export type NextStep = { href: string; label: string; main?: true };

/** @param riferimento of a paid attempt. Anybody may pay a notice, so a case is shown only to the person who sent it */
export async function listNextSteps(ctx: CallContext, riferimento: string): Promise<NextStep[]> {
  const isCitizen = ctx.user?.ruolo === 'cittadino';
  const isOwn = ({ proprietario, utente }: Pick<Pratica, 'proprietario' | 'utente'>) =>
    (proprietario !== null && proprietario !== '' && proprietario === ownerOf(ctx)) ||
    (isCitizen && utente === ctx.user?.id);
  const own = (await listPaidPratiche(ctx.db, { pagamento: riferimento })).filter(isOwn);
  const steps = await Promise.all(own.map((pratica) => stepsOfPratica(ctx, pratica)));
  return [
    ...steps.flat(),
    ...(isCitizen ? [{ href: '/area-riservata?scheda=scadenze', label: 'Torna alle scadenze' }] : []),
  ];
}

type PaidPratica = Awaited<ReturnType<typeof listPaidPratiche>>[number];

async function stepsOfPratica(ctx: CallContext, pratica: PaidPratica): Promise<NextStep[]> {
  const { id, email, codice } = pratica;
  const toPratica = { href: chatPath(pratica), label: `Vai alla pratica ${protocollo(pratica)}` };
  const listDownloads = serviceOf(ctx.house.services, codice)?.downloads;
  if (!listDownloads) return [toPratica];
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
