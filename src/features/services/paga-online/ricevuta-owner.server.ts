/** Decides whose receipt it is when the provider does not say by which attempt it was paid. */
import type { FornitoreRicevuta } from '../../../platform/payments.ts';
import type { Pagamento, StoreDb } from '../../../store/tables.ts';
import type { AvvisoKey } from './avvisi.db.ts';
import { canHavePaid } from './esiti.ts';
import { listTentativiOn } from './tentativi.db.ts';

type PossibleTentativo = Awaited<ReturnType<typeof listTentativiOn>>[number];

/**
 * The attempt that a receipt belongs to, and whose address gets it by mail. Mooney names the order. pagoPA does not name the cart, anybody with
 * the number of a letter can open one, and how a browser came back proves nothing (product rule). So its receipt goes to an attempt with the
 * address that the receipt names as the payer's; else to the one person who owes the notice, has opened its position by the codes, or created
 * it; else to nobody.
 * @param pagamento the attempt that asked for the receipt
 * @returns null: nobody's; the debtor finds it after the login or with the two codes of the letter
 */
export async function findRicevutaOwner(
  db: StoreDb,
  pagamento: Pagamento,
  { avviso, ricevuta, today }: { avviso: AvvisoKey; ricevuta: FornitoreRicevuta; today: string },
): Promise<string | null> {
  if (pagamento.fornitore !== 'pagopa') return pagamento.id;
  const all = await listTentativiOn(db, { ...avviso, importo_cent: ricevuta.importo_cent, today });
  const possible = all.filter((p) => canHavePaid(p, ricevuta));
  const named = possible.filter(({ email }) => isSameAddress(email, ricevuta.payerEmail));
  const ofDebtor = possible.filter(({ byDebtor }) => byDebtor === 1);
  const owned = named.length === 0 && isOnePerson(ofDebtor) ? ofDebtor : named;
  const asking = owned.find(({ id }) => id === pagamento.id);
  const returned = owned.find(({ stato }) => stato === 'in_verifica');
  return (asking?.stato === 'in_verifica' ? asking : (returned ?? asking ?? owned[0]))?.id ?? null;
}

/** True when the same browser or the same citizen opened all of them. */
const isOnePerson = ([first, ...others]: readonly PossibleTentativo[]): boolean =>
  others.every((p) => p.proprietario === first?.proprietario || (p.utente !== null && p.utente === first?.utente));

/** To the letter, but for the case: a like address can be another person's. */
const isSameAddress = (email: string, other: string | undefined): boolean =>
  other !== undefined && email.trim().toLowerCase() === other.trim().toLowerCase();
