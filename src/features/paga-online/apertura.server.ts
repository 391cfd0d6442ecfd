import { type Ctx, owner } from '../../context.ts';
import { PortalError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.server.ts';
import { type Aperto, type Carrello, type Fornitore, PaymentError, type Payments } from '../../platform/payments.ts';
import { randomId } from '../../platform/signer.server.ts';
import { cercaAvviso, chiaveTesto, tentativiVivi, trattieni } from './avvisi.db.ts';
import { type Avviso, type Cercato, daPagare, trovaAvviso } from './avvisi.server.ts';
import { inGruppi } from './avviso.ts';
import { riferisci } from './guasti.server.ts';
import { PAROLE, rifiuto } from './rifiuti.ts';
import { senzaIndovinare } from './sconosciuti.server.ts';
import { scriviTentativo, trovaTentativo } from './tentativi.db.ts';
import { PRIMA_VERIFICA, riscontra, VERIFICA } from './verifica.server.ts';

/** What a citizen wants to pay, with whom. */
export type Richiesta = { fornitore: Fornitore; cercati: readonly Cercato[]; email: string };

/** A cart that the provider has opened, and the portal has not written down yet. */
export type Pronta = { riferimento: string; fornitore: Fornitore; avvisi: readonly Avviso[]; email: string } & Aperto;

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
 * @throws PortalError with its `reason`
 */
export async function apriCarrello(ctx: Ctx, { fornitore, cercati, email }: Richiesta): Promise<Pronta> {
  const provider = fornitoreDi(ctx, fornitore);
  const avvisi = await scelti(ctx, cercati);
  if (avvisi.length > provider.limiti.avvisi) throw rifiuto('TROPPI_AVVISI');
  for (const avviso of avvisi) {
    await aggiornaVivi(ctx, avviso);
    const adesso = await trovaAvviso(ctx, avviso);
    pagabileOra(ctx, adesso, avvisi.length > 1);
    const { min_cent, max_cent } = provider.limiti;
    if (adesso.importo_cent < min_cent || adesso.importo_cent > max_cent) throw rifiuto('IMPORTO_NON_AMMESSO');
  }
  return apriDalFornitore(ctx, provider, { avvisi, email });
}

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
  const vivi = await tentativiVivi(ctx.db, { ente, numero_avviso });
  await Promise.all(vivi.map((pagamento) => riscontra(ctx, pagamento)));
}

/** @throws PortalError; with several notices it says which one */
function pagabileOra(ctx: Ctx, avviso: Avviso, fraTanti: boolean): void {
  try {
    daPagare(avviso, ctx.now);
  } catch (error) {
    if (!fraTanti || !(error instanceof PortalError)) throw error;
    const { code, reason, message } = error;
    throw new PortalError(code, { reason, message: `Avviso ${inGruppi(avviso.numero_avviso)}: ${message}` });
  }
}

/** @throws PortalError */
export async function apriDalFornitore(
  ctx: Ctx,
  provider: Payments,
  { avvisi, email }: Pick<Pronta, 'avvisi' | 'email'>,
): Promise<Pronta> {
  const riferimento = randomId();
  const carrello: Carrello = {
    riferimento,
    email,
    avvisi: avvisi.map(({ ente, dominioEC, nomeEnte, numero_avviso, iuv, causale, importo_cent }) => {
      return { ente, dominioEC, nomeEnte, numero_avviso, iuv, causale, importo_cent };
    }),
    ...indirizzi(ctx, riferimento),
  };
  const aperto = await dalFornitore(ctx.house, () => provider.apri(carrello));
  // The adapter has checked it; a citizen is sent nowhere else whatever it answers.
  if (!provider.origini.includes(URL.parse(aperto.redirect)?.origin ?? '')) {
    ctx.house.monitoring.report(new Error(`${provider.nome} manda a un indirizzo non previsto`), {
      route: 'pagamenti',
    });
    throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  }
  return { riferimento, fornitore: provider.fornitore, avvisi, email, ...aperto };
}

function indirizzi({ house }: Ctx, riferimento: string): Pick<Carrello, 'ritorni' | 'notifica'> {
  const { publicUrl } = house.settings;
  const ritorno = (e: string) => `${publicUrl}/servizio/paga-online/pago-pa/esito?r=${riferimento}&e=${e}`;
  return {
    ritorni: {
      ok: ritorno('ok'),
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
  const { riferimento, redirect, fornitore, avvisi, email, rif, scade } = aperta;
  await trattieni(ctx, avvisi);
  if (await trovaTentativo(ctx.db, riferimento)) return { riferimento, redirect };
  for (const avviso of avvisi) {
    const adesso = await cercaAvviso(ctx.db, avviso.ente, { numero_avviso: avviso.numero_avviso });
    const { stato, aperti } = adesso ?? avviso;
    pagabileOra(ctx, { ...avviso, stato, aperti }, avvisi.length > 1);
  }
  const pagamento = {
    ...{ id: riferimento, fornitore, stato: 'aperto', proprietario: owner(ctx) },
    utente: ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null,
    email,
    importo_cent: avvisi.reduce((cent, avviso) => cent + avviso.importo_cent, 0),
    rif_fornitore: rif,
    ...{ creato: ctx.now, aggiornato: ctx.now, controllato: ctx.now, scade },
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
