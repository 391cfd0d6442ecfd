/** Whose receipt it is, when the provider does not say by which attempt it was paid. */
import type { RicevutaFornitore } from '../../../platform/payments.ts';
import type { Db } from '../../../store/open.server.ts';
import type { Pagamento } from '../../../store/tables.ts';
import type { ChiaveAvviso } from './avvisi.db.ts';
import { puoAverPagato } from './esiti.ts';
import { dovutiDa, haTitolari } from './ricevute.db.ts';
import { tentativiSu } from './tentativi.db.ts';

type Possibile = Awaited<ReturnType<typeof tentativiSu>>[number];

/**
 * The attempt that a receipt belongs to. Mooney names the order. pagoPA does not name the cart, and anybody with the number of a letter
 * can open one: its receipt is of the one person who can have paid it; where there are several, of the one whose debt it is; else of
 * nobody. Somebody else than who is known to owe the notice has besides come back by the address that only pagoPA gives to who has
 * paid: it may have been paid elsewhere. That a browser came back by any other only tells two carts of one person apart.
 * @param pagamento the attempt that asked for the receipt
 * @returns null: nobody's; who owes the notice finds it after the login
 */
export async function diChi(
  db: Db,
  pagamento: Pagamento,
  { avviso, ricevuta }: { avviso: ChiaveAvviso; ricevuta: RicevutaFornitore },
): Promise<string | null> {
  if (pagamento.fornitore !== 'pagopa') return pagamento.id;
  const { importo_cent } = ricevuta;
  const tutti = await tentativiSu(db, { ...avviso, importo_cent });
  const possibili = tutti.filter((p) => puoAverPagato(p, ricevuta));
  const soloLui = diUno(possibili) && (possibili.some((p) => p.tornato !== null) || !(await haTitolari(db, avviso)));
  const suoi = soloLui ? possibili : await deiTitolari(db, possibili, avviso);
  const carrelli = diUno(suoi) ? suoi.filter(({ fornitore }) => fornitore === 'pagopa') : [];
  const chiede = carrelli.find(({ id }) => id === pagamento.id);
  const tornato = carrelli.find(({ stato }) => stato === 'in_verifica');
  return (chiede?.stato === 'in_verifica' ? chiede : (tornato ?? chiede ?? carrelli[0]))?.id ?? null;
}

/** The same browser, or the same citizen, opened all of them. */
const diUno = ([primo, ...altri]: readonly Possibile[]): boolean =>
  altri.every((p) => p.proprietario === primo?.proprietario || (p.utente !== null && p.utente === primo?.utente));

/** Those of who owes the notice by their login, or made it. */
async function deiTitolari(db: Db, possibili: readonly Possibile[], avviso: ChiaveAvviso): Promise<Possibile[]> {
  const titolari: Possibile[] = [];
  for (const p of possibili) if (p.suo === 1 || (await deve(db, p.codice_fiscale, avviso))) titolari.push(p);
  return titolari;
}

async function deve(db: Db, codice_fiscale: string | null, { ente, numero_avviso }: ChiaveAvviso): Promise<boolean> {
  if (codice_fiscale === null) return false;
  return (await dovutiDa(db, codice_fiscale, [numero_avviso])).some((a) => a.ente === ente);
}
