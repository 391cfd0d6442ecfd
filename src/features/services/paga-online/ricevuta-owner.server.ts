/** Decides whose receipt it is when the provider does not say by which attempt it was paid. */
import type { FornitoreRicevuta } from '../../../platform/payments.ts';
import type { StoreDb } from '../../../store/open.server.ts';
import type { Pagamento } from '../../../store/tables.ts';
import type { AvvisoKey } from './avvisi.db.ts';
import { canHavePaid } from './esiti.ts';
import { hasKnownDebtor, listOwedAvvisi } from './ricevute.db.ts';
import { listTentativiOn } from './tentativi.db.ts';

type PossibleTentativo = Awaited<ReturnType<typeof listTentativiOn>>[number];

/**
 * The attempt that a receipt belongs to. Mooney names the order. pagoPA does not name the cart, and anybody with the number of a letter can
 * open one. So its receipt goes to the only person who can have paid; with several, to the debtor; else to nobody. If the debtor is known,
 * another person must also have come back by the address that pagoPA gives only after a payment, because the notice may have been paid
 * elsewhere. A return by any other address only tells two carts of one person apart.
 * @param pagamento the attempt that asked for the receipt
 * @returns null: nobody's; the debtor finds it after the login
 */
export async function findRicevutaOwner(
  db: StoreDb,
  pagamento: Pagamento,
  { avviso, ricevuta }: { avviso: AvvisoKey; ricevuta: FornitoreRicevuta },
): Promise<string | null> {
  if (pagamento.fornitore !== 'pagopa') return pagamento.id;
  const { importo_cent } = ricevuta;
  const all = await listTentativiOn(db, { ...avviso, importo_cent });
  const possible = all.filter((p) => canHavePaid(p, ricevuta));
  const onlyOnePerson =
    isOnePerson(possible) && (possible.some((p) => p.tornato !== null) || !(await hasKnownDebtor(db, avviso)));
  const owned = onlyOnePerson ? possible : await keepDebtors(db, possible, avviso);
  const carrelli = isOnePerson(owned) ? owned.filter(({ fornitore }) => fornitore === 'pagopa') : [];
  const asking = carrelli.find(({ id }) => id === pagamento.id);
  const returned = carrelli.find(({ stato }) => stato === 'in_verifica');
  return (asking?.stato === 'in_verifica' ? asking : (returned ?? asking ?? carrelli[0]))?.id ?? null;
}

/** True when the same browser or the same citizen opened all of them. */
const isOnePerson = ([first, ...others]: readonly PossibleTentativo[]): boolean =>
  others.every((p) => p.proprietario === first?.proprietario || (p.utente !== null && p.utente === first?.utente));

/** Attempts of the person who owes the notice by their login, or created it. */
async function keepDebtors(
  db: StoreDb,
  possible: readonly PossibleTentativo[],
  avviso: AvvisoKey,
): Promise<PossibleTentativo[]> {
  const ofDebtors: PossibleTentativo[] = [];
  for (const p of possible) if (p.suo === 1 || (await owesAvviso(db, p.codice_fiscale, avviso))) ofDebtors.push(p);
  return ofDebtors;
}

async function owesAvviso(
  db: StoreDb,
  codice_fiscale: string | null,
  { ente, numero_avviso }: AvvisoKey,
): Promise<boolean> {
  if (codice_fiscale === null) return false;
  return (await listOwedAvvisi(db, codice_fiscale, [numero_avviso])).some((a) => a.ente === ente);
}
