/** What happens to the orders of the sandbox's Mooney, by a tester's choice or by the clock. */
import { randomId, sha256 } from '../../platform/signer.server.ts';
import type { Mooney } from './mooney.ts';
import { APERTI, type NuovoOrdine, type Ordine, vista } from './ordine.ts';
import { accoda, cambiaOrdine, creaOrdine, type InCoda, trovaOrdine } from './ordini.db.ts';
import { type Avvisata, SCELTE, type Scelta } from './scelte.ts';

/** How long an order can be paid, at a shop too, in ms. */
const DURATA = 24 * 3_600_000;

/** The same reference gives the same order. @returns null when the reference came before with something else */
export async function nuovo({ db, now }: Mooney, chiesto: NuovoOrdine): Promise<Ordine | null> {
  const orderId = `ord-${sha256(chiesto.reference).slice(0, 24)}`;
  const creato = now();
  const ordine: Ordine = {
    ...chiesto,
    ...{ orderId, status: 'CREATED', payments: [], creato, scade: creato + DURATA, vistaDal: 0, lentaFino: 0 },
  };
  if (await creaOrdine(db, ordine)) return ordine;
  const prima = await trovaOrdine(db, orderId);
  const stesso = prima && Object.keys(chiesto).every((k) => uguali(chiesto, prima, k as keyof NuovoOrdine));
  return stesso ? prima : null;
}

const uguali = (a: NuovoOrdine, b: NuovoOrdine, k: keyof NuovoOrdine) => JSON.stringify(a[k]) === JSON.stringify(b[k]);

/** An order as it stands now: one whose time has passed has expired. */
export async function trova(mooney: Mooney, orderId: string): Promise<Ordine | undefined> {
  const ordine = await trovaOrdine(mooney.db, orderId);
  if (!ordine || !APERTI.includes(ordine.status) || mooney.now() < ordine.scade) return ordine;
  await decidi(mooney, ordine, SCELTE.scade as Scelta);
  return trovaOrdine(mooney.db, orderId);
}

/** @returns the order after it, and its notifications to send; null when the order is no longer in a state for it */
export async function decidi(mooney: Mooney, ordine: Ordine, scelta: Scelta): Promise<Ordine | null> {
  if (!scelta.da.includes(ordine.status)) return null;
  const now = mooney.now();
  const dopo: Ordine = {
    ...ordine,
    status: scelta.stato,
    payments: Array.from({ length: scelta.versamenti }, () => ({
      ...{ id: `pay-${randomId()}`, amount: ordine.amount, paidAt: new Date(now).toISOString() },
      ...(scelta.negozio && { shop: scelta.negozio }),
    })),
    vistaDal: now + (scelta.vistaDopo ?? 0),
    lentaFino: now + (scelta.lenta ?? 0),
  };
  const fatto = await mooney.db.transaction().execute(async (tx) => {
    if (!(await cambiaOrdine(tx, ordine, dopo))) return false;
    await accoda(tx, notifiche(dopo, scelta.notifiche, now));
    return true;
  });
  return fatto ? dopo : null;
}

function notifiche(ordine: Ordine, avvisate: readonly Avvisata[], now: number): InCoda[] {
  const eventi = new Map(avvisate.map(({ evento }) => [evento, `evt-${randomId()}`]));
  return avvisate.map(({ evento, dopo, stato, versamenti }, n) => {
    const detto = { ...ordine, status: stato ?? ordine.status, payments: ordine.payments.slice(0, versamenti) };
    const corpo = JSON.stringify({ eventId: eventi.get(evento), order: vista(detto) });
    // In the order of the table where two are due at the same time.
    const chiave = `${ordine.orderId}:${now}:${ordine.status}:${n}`;
    return { chiave, quando: now + dopo, dati: { url: ordine.notifyUrl, corpo, tentativi: 0, stato: null } };
  });
}

/** The portal gives an order up. @returns null when it is too late */
export async function annulla(mooney: Mooney, ordine: Ordine): Promise<Ordine | null> {
  if (ordine.status === 'CANCELLED') return ordine;
  if (!APERTI.includes(ordine.status)) return null;
  const dopo: Ordine = { ...ordine, status: 'CANCELLED' };
  return (await cambiaOrdine(mooney.db, ordine, dopo)) ? dopo : null;
}
