/** What `/servizio/paga-online` shows to who has a notice, and what each of its buttons does. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm, type Sent } from '../../../platform/page.server.ts';
import type { Fornitore, Payments } from '../../../platform/payments.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { righe, tieniChiavi } from './carrello.page.server.ts';
import { eSuo } from './lettura.server.ts';
import {
  type Chiave,
  type Esito,
  erroriCarrello,
  fornitoriPer,
  leggiChiavi,
  leggiScritto,
  nessuno,
  type PagaProps,
  PERCORSO,
  type Riga,
  stesso,
  type Valori,
} from './paga.ts';
import { MAX_AVVISI } from './paga-online.contract.ts';
import { freschi, partenza, perQuestoInvio } from './partenza.page.server.ts';
import { trovaTentativo } from './tentativi.db.ts';

/** Fields that an address may fill. */
const DAL_LINK = ['numero_avviso', 'dominioEC'] as const;

/** @returns what to show, or where to go */
export async function paginaAvvisi(astro: AstroGlobal): Promise<PagaProps | Response> {
  const form = await readForm(astro);
  freschi(astro);
  if (!form) {
    const valori = { ...valoriDelLink(astro), ...(await emailDiPrima(astro)) };
    return vista(astro, { carrello: await righe(astro), valori });
  }
  const carrello = await righe(astro, leggiChiavi(form.fields.avvisi ?? ''));
  const { numero_avviso = '', dominioEC = '', emailDebitore = '', conferma = '' } = form.fields;
  const stato: Stato = { carrello, valori: { numero_avviso, dominioEC, emailDebitore, conferma } };
  const fatto: Response | Fatto = form.error ? esitoDi(form.error) : await esegui(astro, form, stato);
  if (fatto instanceof Response) return fatto;
  if (form.error) failWith(astro, form.error);
  else if (fatto.errori || fatto.messaggio) failWith(astro, fatto.errore ?? new PortalError('invalid'));
  return vista(astro, { ...stato, ...fatto });
}

type Stato = { carrello: Riga[]; valori: Valori };
type Fatto = Partial<Stato> & Esito & { errore?: PortalError };

async function esegui(astro: AstroGlobal, form: PageForm, stato: Stato): Promise<Response | Fatto> {
  const [azione, chiave = ''] = form.action.split(':');
  if (azione === 'togli') {
    const [tolta] = leggiChiavi(chiave);
    const carrello = stato.carrello.filter((riga) => !tolta || !stesso(riga, tolta));
    return tenendo(astro, carrello, stato.valori);
  }
  if (azione === 'pagopa' || azione === 'mooney') return paga(astro, form, { ...stato, fornitore: azione });
  // Enter in a field: whoever wrote a number wants it checked.
  const paghera = azione === 'avanti' && stato.carrello.length > 0 && !stato.valori.numero_avviso?.trim();
  const [fornitore] = paghera ? fornitoriPer(stato.carrello) : [];
  return fornitore ? paga(astro, form, { ...stato, fornitore }) : controlla(astro, stato);
}

/** The notice is checked first; then it stands in the cart. */
async function controlla(astro: AstroGlobal, { carrello, valori }: Stato): Promise<Response | Fatto> {
  const letto = leggiScritto(valori, carrello);
  if ('errori' in letto) return letto;
  if (carrello.length >= MAX_AVVISI) return { messaggio: `Puoi pagare al massimo ${MAX_AVVISI} avvisi insieme.` };
  const sent = await attempt(astro, PERCORSO, () =>
    call('controllaAvviso', { ...letto.chiave, conferma: true }, astro.locals.ctx),
  );
  if (!sent.ok) return { ...alNumero(sent.error), errore: sent.error };
  const nuova: Riga = { ...letto.chiave, avviso: sent.data };
  return tenendo(astro, [...carrello, nuova], { emailDebitore: valori.emailDebitore ?? '' });
}

/** To the page by its address, unless something typed would be lost on the way. */
function tenendo(astro: AstroGlobal, carrello: Riga[], valori: Valori): Response | Fatto {
  tieniChiavi(astro, carrello);
  const { emailDebitore, numero_avviso } = valori;
  const scritto = numero_avviso || (emailDebitore && emailDebitore !== emailNota(astro));
  if (scritto) return { carrello, valori };
  return astro.redirect(carrello.length > 0 ? `${PERCORSO}#carrello` : PERCORSO, 303);
}

async function paga(
  astro: AstroGlobal,
  form: PageForm,
  { carrello, valori, fornitore }: Stato & { fornitore: Fornitore },
): Promise<Response | Fatto> {
  const errori = erroriCarrello(valori, carrello);
  if (!nessuno(errori)) return { errori };
  const [primo, ...altri] = carrello.flatMap(({ avviso }) => (avviso ? [conIuv(avviso)] : []));
  const { emailDebitore = '' } = valori;
  const { ctx } = astro.locals;
  const corpo = { ...primo, emailDebitore, ...(valori.conferma && { conferma: true }) };
  const sent: Sent<{ redirect: string }> = await attempt(astro, PERCORSO, () =>
    fornitore === 'pagopa'
      ? call('pagaConPagopa', { ...corpo, altri }, ctx, perQuestoInvio(form.key, [corpo, altri]))
      : call('pagaConMooney', corpo, ctx, perQuestoInvio(form.key, [corpo, 'mooney'])),
  );
  if (!sent.ok) return { ...esitoDi(sent.error), errore: sent.error };
  return partenza(sent.data.redirect, astro.locals.ctx.house.payments[fornitore]?.nome ?? '');
}

const conIuv = ({ IUV, dominioEC }: { IUV: string } & Chiave) => ({ IUV, dominioEC });

/** A refusal of the check stands beside the number; what says to wait belongs to no field. */
function alNumero(error: PortalError): Esito {
  if (error.fields || !['not_found', 'conflict', 'unavailable'].includes(error.code)) return esitoDi(error);
  return { errori: { numero_avviso: [error.message] } };
}

/** Names of the wire that the screen does not have are told above the form. */
function esitoDi(error: PortalError): Esito {
  const { emailDebitore, numero_avviso, dominioEC, conferma } = error.fields ?? {};
  const noti = Object.entries({ numero_avviso, dominioEC, emailDebitore, conferma }).filter(([, parole]) => parole);
  const errori = Object.fromEntries(noti) as FieldErrors;
  return noti.length > 0 ? { errori } : { messaggio: Object.values(error.fields ?? {})[0]?.[0] ?? error.message };
}

const valoriDelLink = (astro: AstroGlobal): Valori =>
  Object.fromEntries(DAL_LINK.map((nome) => [nome, astro.url.searchParams.get(nome)?.slice(0, 100) ?? '']));

/** Who tries again need not type the address again: that of the attempt they come from, when it is theirs. */
async function emailDiPrima({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): Promise<Valori> {
  const da = url.searchParams.get('da');
  const pagamento = da ? await trovaTentativo(locals.ctx.db, da) : undefined;
  return pagamento && eSuo(locals.ctx, pagamento) ? { emailDebitore: pagamento.email } : {};
}

const emailNota = ({ locals }: Pick<AstroGlobal, 'locals'>): string => locals.ctx.user?.contatti.email ?? '';

function vista(astro: AstroGlobal, { carrello, valori, errori, messaggio }: Stato & Esito): PagaProps {
  return {
    carrello,
    valori: { ...valori, emailDebitore: valori.emailDebitore ?? emailNota(astro) },
    fornitori: nomiFornitori(astro.locals.ctx.house.payments),
    token: astro.locals.token(),
    chiave: randomId(),
    errori,
    messaggio,
  };
}

/** Names of the providers that are set, as on their buttons. */
function nomiFornitori(payments: Readonly<Partial<Record<Fornitore, Payments>>>): PagaProps['fornitori'] {
  const offerti = Object.values(payments).filter((p) => p !== undefined);
  return Object.fromEntries(offerti.map(({ fornitore, nome }) => [fornitore, nome]));
}
