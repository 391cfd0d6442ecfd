/** Which payment providers a page offers. */
import type { PortalHouse } from '../../../context.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { FORNITORE_NAMES } from './fornitori.ts';
import { pagaOnlineOperations } from './paga-online.contract.ts';

/** @returns the names of the configured ones; of a back end, whose check of a notice says which can take it, those of both */
export function offeredFornitori({
  payments,
  backEnd,
}: Pick<PortalHouse, 'payments' | 'backEnd'>): Partial<Record<Fornitore, string>> {
  if (backEnd.takes(pagaOnlineOperations.controllaAvviso)) return FORNITORE_NAMES;
  const offered = Object.values(payments).filter((p) => p !== undefined);
  return Object.fromEntries(offered.map(({ fornitore, name }) => [fornitore, name]));
}
