/** Paying without a notice: body, service, the service's own fields. Chosen by the address, or fixed by a ready-made link. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import { PORTALE } from '../../cases/ente/ente.ts';
import { identita } from '../../cases/utente/identita.ts';
import {
  corpoSpontaneo,
  type EnteCreditore,
  type Esito,
  erroriSpontaneo,
  importoScritto,
  inOrdine,
  nessuno,
  nomeCampo,
  nomiSpontaneo,
  PERCORSO,
  SPONTANEO,
  type SpontaneoProps,
  type Valori,
} from './paga.ts';
import type { Servizio } from './paga-online.contract.ts';
import { freschi, partenza, perQuestoInvio } from './partenza.page.server.ts';

type Elenco = 'PPA' | 'LINK';

/** @property enti `failed` when they could not be read @property fisso the host names the body */
export type VistaSpontaneo = {
  enti: EnteCreditore[] | 'failed';
  fisso: boolean;
  ente: EnteCreditore | undefined;
  servizi: Servizio[] | 'failed';
  modulo: SpontaneoProps | undefined;
  errori: FieldErrors | undefined;
};

/** The empty form: body and service are chosen by the address of the page. @returns what to show, or where to go */
export async function paginaSpontaneo(astro: AstroGlobal): Promise<VistaSpontaneo | Response> {
  freschi(astro);
  const { locals, url } = astro;
  const form = await readForm(astro);
  const enti = await leggi(astro, () => call('entiPagamento', { elenco: 'PPA' }, locals.ctx));
  const fisso = locals.ente.id !== PORTALE;
  const chiesto = (e: EnteCreditore) =>
    fisso ? e.codice_fiscale === locals.ente.codice_fiscale : e.codice === url.searchParams.get('ente');
  const ente = enti === 'failed' ? undefined : enti.find(chiesto);
  const servizi = ente ? await serviziDi(astro, 'PPA', ente) : [];
  const codice = url.searchParams.get('servizio');
  const servizio = servizi === 'failed' ? undefined : servizi.find((s) => s.codice === codice);
  locals.ente = await enteDellaPagina(locals.ctx.house, locals.ctx.host, ente?.codice);
  if (!ente || !servizio) {
    const errori = nonScelto(url.searchParams, { enti, fisso, ente, servizi });
    if (errori) failWith(astro, new PortalError('invalid', { fields: errori }));
    return { enti, fisso, ente, servizi, modulo: undefined, errori };
  }
  const azione = `${SPONTANEO}&${new URLSearchParams({ ente: ente.codice, servizio: servizio.codice })}`;
  const modulo = await compila(astro, form, { ente, servizio, azione, dalLink: {} });
  return modulo instanceof Response ? modulo : { enti, fisso, ente, servizi, modulo, errori: undefined };
}

type Scelte = Pick<VistaSpontaneo, 'enti' | 'fisso' | 'ente' | 'servizi'>;

/** The button was pressed with nothing chosen, or the address names what is not in the list. */
function nonScelto(chiesti: URLSearchParams, { enti, fisso, ente, servizi }: Scelte): FieldErrors | undefined {
  if (!fisso && !ente && enti !== 'failed' && chiesti.has('ente')) return { ente: ['Scegli l’ente dall’elenco.'] };
  if (ente && servizi !== 'failed' && servizi.length > 0 && chiesti.has('servizio'))
    return { servizio: ['Scegli il servizio dall’elenco.'] };
  return undefined;
}

/**
 * A ready-made link: body and service stand in the path, the query fills fields.
 * @throws PortalError `not_found` for a body or service that is not in the list of links; `unavailable`
 */
export async function paginaPrecompilata(
  astro: AstroGlobal,
): Promise<{ enti: EnteCreditore[]; modulo: SpontaneoProps } | Response> {
  freschi(astro);
  const { locals, params, url } = astro;
  const form = await readForm(astro);
  const enti = await call('entiPagamento', { elenco: 'LINK' }, locals.ctx);
  const ente = enti.find((e) => e.codice === params.codiceEnte);
  if (!ente) throw new PortalError('not_found');
  const servizi = await call('serviziPagamento', { elenco: 'LINK', ente: ente.codice }, locals.ctx);
  const servizio = servizi.find((s) => s.codice === params.codiceServizio);
  if (!servizio) throw new PortalError('not_found');
  locals.ente = await enteDellaPagina(locals.ctx.house, locals.ctx.host, ente.codice);
  const azione = url.pathname + url.search;
  const dalLink = valoriDelLink(url.searchParams, servizio);
  const modulo = await compila(astro, form, { ente, servizio, azione, dalLink });
  return modulo instanceof Response ? modulo : { enti, modulo };
}

type Scelto = { ente: EnteCreditore; servizio: Servizio; azione: string; dalLink: Valori };

/** The form of one service, or, once it was sent right, the way to the provider. */
async function compila(astro: AstroGlobal, form: PageForm | null, scelto: Scelto): Promise<SpontaneoProps | Response> {
  const { user } = astro.locals.ctx;
  const { servizio, dalLink } = scelto;
  const fissi = fissiDi(servizio, dalLink);
  const io = Object.entries(identita(user)).map(([nome, valore]) => [`pagatore.${nome}`, valore] as const);
  const valori: Valori = {
    emailDebitore: user?.contatti.email ?? '',
    ...dalLink,
    ...solo(nomiSpontaneo(servizio), form?.fields ?? {}),
    ...solo(fissi, dalLink),
    ...Object.fromEntries(io),
  };
  const fatto: Response | Fatto | null =
    form && (form.error ? alloSchermo(servizio, form.error) : await paga(astro, form, { ...scelto, valori }));
  if (fatto instanceof Response) return fatto;
  if (fatto) failWith(astro, form?.error ?? fatto.errore ?? new PortalError('invalid'));
  return {
    ...{ ente: scelto.ente, azione: scelto.azione, servizio, valori, fissi },
    identita: io.length > 0,
    fornitore: astro.locals.ctx.house.payments.pagopa?.nome ?? '',
    token: astro.locals.token(),
    chiave: randomId(),
    errori: fatto?.errori,
    messaggio: fatto?.messaggio,
  };
}

type Fatto = Esito & { errore?: PortalError };

async function paga(
  astro: AstroGlobal,
  form: PageForm,
  scelto: Scelto & { valori: Valori },
): Promise<Response | Fatto> {
  const { servizio, valori } = scelto;
  const corpo = corpoSpontaneo(scelto, valori);
  const errori = erroriSpontaneo(servizio, corpo);
  if (!nessuno(errori)) return { errori };
  const { ctx } = astro.locals;
  const chiave = perQuestoInvio(form.key, corpo);
  const sent = await attempt(astro, PERCORSO, () => call('pagaSpontaneo', corpo, ctx, chiave));
  if (!sent.ok) return { ...alloSchermo(servizio, sent.error), errore: sent.error };
  return partenza(sent.data.redirect, ctx.house.payments.pagopa?.nome ?? '');
}

function alloSchermo(servizio: Servizio, error: PortalError): Esito {
  const errori = inOrdine(servizio, error.fields ?? {});
  const noti = Object.keys(errori).every((nome) => nomiSpontaneo(servizio).includes(nome));
  if (!nessuno(errori) && noti) return { errori };
  return { messaggio: Object.values(errori)[0]?.[0] ?? error.message };
}

/**
 * Names as a link spells them: those of the service's fields, and the portal's own without their group. Never the e-mail: the receipt
 * would go to who made the link.
 */
function valoriDelLink(query: URLSearchParams, servizio: Servizio): Valori {
  const nomi = nomiSpontaneo(servizio).filter((nome) => nome !== 'emailDebitore');
  const dati = nomi.map((nome) => {
    const valore = query.get(nome) ?? query.get(nome.replace(/^(campi|pagatore)\./, ''));
    return [nome, valore?.slice(0, 200).trim() ?? ''] as const;
  });
  return Object.fromEntries(dati.filter(([, valore]) => valore !== ''));
}

/** Who pays, and where to write, is the citizen's matter; so is a value of the link that would not do. */
function fissiDi(servizio: Servizio, dalLink: Valori): string[] {
  const ente = { codice: '', nome: '', codice_fiscale: '' };
  const sbagliati = erroriSpontaneo(servizio, corpoSpontaneo({ ente, servizio }, dalLink));
  const aperti = (servizio.modificabili ?? []).flatMap((nome) => [nome, nomeCampo(nome)]);
  return Object.keys(dalLink).filter(
    (nome) =>
      !nome.startsWith('pagatore.') &&
      !aperti.includes(nome) &&
      !sbagliati[nome] &&
      (nome !== 'importo' || importoScritto(dalLink.importo ?? '') !== undefined),
  );
}

const solo = (nomi: readonly string[], valori: Valori): Valori =>
  Object.fromEntries(nomi.flatMap((nome) => (valori[nome] === undefined ? [] : [[nome, valori[nome]]])));

async function leggi<T>(astro: AstroGlobal, work: () => Promise<T>): Promise<T | 'failed'> {
  const sent = await attempt(astro, PERCORSO, work);
  return sent.ok ? sent.data : 'failed';
}

const serviziDi = (astro: AstroGlobal, elenco: Elenco, ente: EnteCreditore): Promise<Servizio[] | 'failed'> =>
  leggi(astro, () => call('serviziPagamento', { elenco, ente: ente.codice }, astro.locals.ctx));
