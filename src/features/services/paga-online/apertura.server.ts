/** Opens a payment: checks the avvisi, creates the carrello at the provider and records the attempt, once for repeated sends. */
import { type Ctx, owner } from '../../../context.ts';
import { inGruppi } from '../../../platform/atoms/gruppi.ts';
import { PortalError } from '../../../platform/errors.ts';
import { count, giveBack, type Limit } from '../../../platform/limit.server.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import { type Aperto, type Carrello, type Fornitore, PaymentError, type Payments } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import { cercaAvviso, chiaveTesto, lasciati, tentativiVivi, trattieni } from './avvisi.db.ts';
import { type Avviso, type Cercato, daPagare, deve, inAttesa, nonConfermato, trovaAvviso } from './avvisi.server.ts';
import { MARGINE } from './esiti.ts';
import { riferisci } from './guasti.server.ts';
import { PAROLE, rifiuto } from './rifiuti.ts';
import { senzaIndovinare } from './sconosciuti.server.ts';
import { scriviTentativo, trovaTentativo } from './tentativi.db.ts';
import { PRIMA_VERIFICA, riscontra, VERIFICA } from './verifica.server.ts';

/** What a citizen wants to pay, with whom. */
export type Richiesta = {
  fornitore: Fornitore;
  cercati: readonly Cercato[];
  email: string;
  conferma?: boolean | undefined;
};

/** A cart that the provider has opened, and the portal has not written down yet. */
export type Pronta = Omit<Richiesta, 'cercati'> & { riferimento: string; avvisi: readonly Avviso[] } & Aperto;

/**
 * What is done before the transaction. A refusal waits for it as well: who sends the same key again is answered as the first time,
 * even when the first time is what stands in the way now.
 */
export type Preparata<T> = { pronta: T } | { rifiuto: PortalError };

/** Two sends at once of the same thing by the same person (double click, two tabs) share one question to the provider. */
const inVolo = new WeakMap<Ctx['house'], Map<string, Promise<unknown>>>();

/** @throws Error of the work; a refusal comes back as a value */
export async function prepara<T>(ctx: Ctx, cosa: unknown, work: () => Promise<T>): Promise<Preparata<T>> {
  const volo = inVolo.get(ctx.house) ?? new Map<string, Promise<unknown>>();
  inVolo.set(ctx.house, volo);
  const chiave = `${owner(ctx)}\0${JSON.stringify(cosa)}`;
  const insieme = (volo.get(chiave) as Promise<T> | undefined) ?? work();
  volo.set(chiave, insieme);
  try {
    return { pronta: await insieme };
  } catch (error) {
    if (error instanceof PortalError && error.reason) return { rifiuto: error };
    throw error;
  } finally {
    volo.delete(chiave);
  }
}

/** @throws the refusal */
export function pronta<T>(preparata: Preparata<T>): T {
  if ('rifiuto' in preparata) throw preparata.rifiuto;
  return preparata.pronta;
}

/**
 * Checks the notices and opens the provider's cart. Outside any transaction: it waits for the network.
 * @param brake counts the call before the provider is spoken to: what is opened there stays
 * @throws PortalError with its `reason`
 */
export async function apriCarrello(
  ctx: Ctx,
  { cercati, ...richiesta }: Richiesta,
  brake: () => Promise<void>,
): Promise<Pronta> {
  const { fornitore } = richiesta;
  const provider = fornitoreDi(ctx, fornitore);
  const avvisi = await scelti(ctx, cercati);
  if (avvisi.length > provider.limiti.avvisi) throw rifiuto('TROPPI_AVVISI');
  for (const avviso of avvisi) {
    await aggiornaVivi(ctx, avviso);
    const adesso = await trovaAvviso(ctx, avviso);
    await pagabileOra(ctx, adesso, { ...richiesta, fraTanti: avvisi.length > 1 });
    const { min_cent, max_cent } = provider.limiti;
    if (adesso.importo_cent < min_cent || adesso.importo_cent > max_cent) throw rifiuto('IMPORTO_NON_AMMESSO');
  }
  await brake();
  const limite = await limiteDi(ctx, fornitore, avvisi);
  const retryAfter = limite ? await count(ctx, [limite]) : 0;
  if (retryAfter > 0) throw giaAperto(retryAfter);
  try {
    return await apriDalFornitore(ctx, provider, { ...richiesta, avvisi });
  } catch (error) {
    // Nothing was opened that would stand in the debtor's way.
    if (limite) await giveBack(ctx, [limite]);
    throw error;
  }
}

/** Somebody who does not owe it may leave a notice open at the second provider twice a day: it stands in the debtor's way. */
async function limiteDi(ctx: Ctx, fornitore: Fornitore, avvisi: readonly Avviso[]): Promise<Limit | undefined> {
  const [avviso] = avvisi;
  if (fornitore !== 'mooney' || !avviso || (await deve(ctx, avviso))) return undefined;
  return { name: 'mooney:avviso', who: chiaveTesto(avviso), times: 2, minutes: 24 * 60 };
}

const giaAperto = (retryAfter: number): PortalError =>
  new PortalError('too_many', { message: PAROLE.giaApertoOggi, retryAfter });

/** @throws PortalError SERVIZIO_NON_DISPONIBILE */
export function fornitoreDi(ctx: Ctx, fornitore: Fornitore): Payments {
  const provider = ctx.house.payments[fornitore];
  if (!provider) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  return provider;
}

async function scelti(ctx: Ctx, cercati: readonly Cercato[]): Promise<Avviso[]> {
  const avvisi: Avviso[] = [];
  for (const [i, cercato] of cercati.entries()) {
    const avviso = await senzaIndovinare(ctx, () => trovaAvviso(ctx, cercato));
    if (avvisi.some((altro) => chiaveTesto(altro) === chiaveTesto(avviso))) {
      const { message } = rifiuto('AVVISO_RIPETUTO');
      throw rifiuto('AVVISO_RIPETUTO', { fields: { [i === 0 ? 'IUV' : `altri.${i - 1}.IUV`]: [message] } });
    }
    avvisi.push(avviso);
  }
  return avvisi;
}

/** Who pays again what they have just paid is told so: attempts on this notice are asked about first. */
export async function aggiornaVivi(ctx: Ctx, avviso: Avviso): Promise<void> {
  const { ente, numero_avviso } = avviso;
  const [vivi, annullati] = await Promise.all([
    tentativiVivi(ctx.db, { ente, numero_avviso }),
    lasciati(ctx.db, { ente, numero_avviso, da: ctx.now - MARGINE }),
  ]);
  await Promise.all([...vivi, ...annullati].map((pagamento) => riscontra(ctx, pagamento)));
}

type Come = Pick<Richiesta, 'fornitore' | 'conferma'> & { fraTanti: boolean };

/** @throws PortalError; with several notices it says which one */
async function pagabileOra(ctx: Ctx, avviso: Avviso, { fornitore, conferma, fraTanti }: Come): Promise<void> {
  try {
    daPagare(avviso, ctx.now);
    const attesa = await inAttesa(ctx, avviso);
    if (attesa && !(conferma && fornitore === 'pagopa')) throw nonConfermato(attesa);
  } catch (error) {
    if (!fraTanti || !(error instanceof PortalError)) throw error;
    const { code, reason } = error;
    const message = `Avviso ${inGruppi(avviso.numero_avviso)}: ${error.message}`;
    throw new PortalError(code, { reason, message, ...(error.fields && { fields: { conferma: [message] } }) });
  }
}

/** @throws PortalError */
export async function apriDalFornitore(
  ctx: Ctx,
  provider: Payments,
  { avvisi, email, conferma }: Pick<Pronta, 'avvisi' | 'email' | 'conferma'>,
): Promise<Pronta> {
  const riferimento = randomId();
  const carrello: Carrello = {
    riferimento,
    email,
    avvisi: avvisi.map(({ ente, dominioEC, nomeEnte, numero_avviso, iuv, causale, importo_cent }) => {
      return { ente, dominioEC, nomeEnte, numero_avviso, iuv, causale, importo_cent };
    }),
    ...(await indirizzi(ctx, riferimento)),
  };
  const aperto = await dalFornitore(ctx.house, () => provider.apri(carrello));
  // The adapter has checked it; a citizen is sent nowhere else whatever it answers.
  if (!provider.origini.includes(URL.parse(aperto.redirect)?.origin ?? '')) {
    ctx.house.monitoring.report(new Error(`${provider.nome} manda a un indirizzo non previsto`), {
      route: 'pagamenti',
    });
    throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  }
  return { riferimento, fornitore: provider.fornitore, avvisi, email, conferma, ...aperto };
}

/**
 * The browser comes back to the host it left from, a municipality's own included: there it has its cookies, and with them the receipt.
 * The address for a payment that succeeded bears a mark, which the provider gives to nobody before. That for one whose end is not known
 * bears none: a try that is left to time out leads there, too.
 */
async function indirizzi({ house, host }: Ctx, riferimento: string): Promise<Pick<Carrello, 'ritorni' | 'notifica'>> {
  const { publicUrl } = house.settings;
  const from = new URL(publicUrl);
  const own = (await enteDellaPagina(house, host)).host;
  if (own === host) from.hostname = own;
  const ritorno = (e: string) => `${from.origin}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=${e}`;
  return {
    ritorni: {
      ok: `${ritorno('ok')}&p=${house.signer.sign('ritorno', riferimento)}`,
      annullato: ritorno('annullato'),
      errore: ritorno('errore'),
      attesa: ritorno('attesa'),
    },
    notifica: `${publicUrl}/api/v1/portale/pagamenti/notifiche/mooney`,
  };
}

/** What a provider does not do, in the words of the portal. @throws PortalError */
export async function dalFornitore<T>(house: Ctx['house'], ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    riferisci(house, error);
    const cause = error;
    if (error.why === 'refused') throw rifiuto('PAGAMENTO_IN_CORSO', { message: PAROLE.altrove, cause });
    if (error.why === 'unknown') throw rifiuto('PAGAMENTO_SCONOSCIUTO', { message: PAROLE.nonRegistrato, cause });
    throw rifiuto('SERVIZIO_NON_DISPONIBILE', { cause });
  }
}

/**
 * Writes the attempt down, in the transaction that answers. Whether it may be is asked again: another may have been quicker.
 * @throws PortalError PAGAMENTO_IN_CORSO and the like
 */
export async function scriviApertura(ctx: Ctx, aperta: Pronta): Promise<{ riferimento: string; redirect: string }> {
  const { riferimento, redirect, fornitore, avvisi, email, conferma, rif, scade } = aperta;
  await trattieni(ctx, avvisi);
  if (await trovaTentativo(ctx.db, riferimento)) return { riferimento, redirect };
  for (const avviso of avvisi) {
    const adesso = await cercaAvviso(ctx.db, avviso.ente, { numero_avviso: avviso.numero_avviso });
    const { stato, aperti } = adesso ?? avviso;
    await pagabileOra(ctx, { ...avviso, stato, aperti }, { fornitore, conferma, fraTanti: avvisi.length > 1 });
  }
  const pagamento = {
    ...{ id: riferimento, fornitore, stato: 'aperto', proprietario: owner(ctx) },
    utente: ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null,
    email,
    importo_cent: avvisi.reduce((cent, avviso) => cent + avviso.importo_cent, 0),
    rif_fornitore: rif,
    ...{ creato: ctx.now, aggiornato: ctx.now, controllato: ctx.now, scade, tornato: null },
  };
  await scriviTentativo(
    ctx.db,
    pagamento,
    avvisi.map(({ ente, numero_avviso, causale, importo_cent }, i) => ({
      ...{ n: i + 1, ente, numero_avviso, causale, importo_cent },
    })),
  );
  await enqueue(ctx.db, ctx.now, { tipo: VERIFICA, dati: { pagamento: riferimento }, tra: PRIMA_VERIFICA });
  return { riferimento, redirect };
}
