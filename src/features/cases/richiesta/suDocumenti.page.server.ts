/** The page of a form on documents: it opens for who owns them or has the two codes; what cannot be used is said, and why. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { bozzaDi, tieniBozza } from '../bozza/bozza.page.server.ts';
import { enteDellaPagina, ente as enteDi } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { sistemaNoto } from '../ente/sistemi.ts';
import type { Banco } from '../modulo/modulo.azioni.server.ts';
import { destinatario, paginaModulo, type VistaModulo } from '../modulo/modulo.page.server.ts';
import type { ModuloProps } from '../modulo/modulo.ts';
import { type DocumentoUsabile, documentiPer } from './documenti.server.ts';
import { type DocumentoMostrato, percorsoSu } from './documenti.ts';

/** The two codes are asked for: nothing is told of the documents. @property valori what was typed */
export type VistaCodici = {
  che: 'codici';
  errori?: PortalError['fields'];
  messaggio?: string | undefined;
  valori: Record<string, string>;
};
/** Documents that this form cannot be about, beside those it could. @property perche what is wrong with all of them together */
export type VistaInutilizzabili = { che: 'inutilizzabili'; documenti: DocumentoUsabile[]; perche: string | null };

/** What the address is about, once it is open. */
/** @typeParam L what the form reads for them */
export type Aperti<L = undefined> = {
  sistema: string;
  documenti: DocumentoUsabile[];
  ente: Ente;
  percorso: string;
  letto: L;
};

/** @typeParam P what the page gives the form @typeParam L what it reads for the documents first */
export type SuDocumenti<P extends ModuloProps, L = undefined> = {
  /** Last word of the path, and what the documents must allow */
  servizio: string;
  azione: string;
  leggi?(documenti: DocumentoUsabile[]): Promise<L>;
  /** Why the form cannot be about all of them together */
  percheNo?(letto: L): string | null;
  banco(aperti: Aperti<L>): Banco;
  /** What the form gets beside what every form gets */
  props(aperti: Aperti<L>): Omit<P, keyof ModuloProps>;
};

export type VistaSuDocumenti<P extends ModuloProps> =
  | (VistaModulo<P> & { percorso: string })
  | VistaCodici
  | VistaInutilizzabili;

/**
 * @returns the form with what it is about; the question for the codes; the documents that stand in the way; or where to go
 * @throws PortalError `not_found` for a system that does not exist or no document at all
 */
export async function paginaSuDocumenti<P extends ModuloProps, L = undefined>(
  astro: AstroGlobal,
  { servizio, azione, leggi, percheNo, banco, props }: SuDocumenti<P, L>,
): Promise<VistaSuDocumenti<P> | Response> {
  const sistema = astro.params.ws_service ?? '';
  const numeri = (astro.params.docs ?? '').split(',');
  if (!sistemaNoto(sistema) || numeri.some((n) => !/^[\w.-]{1,100}$/.test(n))) throw new PortalError('not_found');
  const percorso = percorsoSu(servizio, sistema, numeri);
  const form = await readForm(astro);
  if (form?.action === 'apri') {
    const codici = await apriCodici(astro, percorso, form);
    if (codici) return codici;
    return astro.redirect(percorso + astro.url.search, 303);
  }
  const trovati = await attempt(astro, percorso, () => documentiPer(astro.locals.ctx, azione, { sistema, numeri }));
  if (!trovati.ok) {
    if (form && !form.error) await tieniScritto(astro, percorso, form);
    return chiediCodici(astro, trovati.error);
  }
  const documenti = trovati.data;
  const { house, host } = astro.locals.ctx;
  const suo = documenti[0]?.ente ?? '';
  astro.locals.ente = await enteDellaPagina(house, host, suo);
  // At the address of another body, too, it is the one of the documents that is written to.
  const ente = (await enteDi(house, suo)) ?? astro.locals.ente;
  const letto = (await leggi?.(documenti)) as L;
  const alcuni = documenti.some((d) => d.perche !== null);
  const perche = alcuni ? null : (percheNo?.(letto) ?? null);
  const confermata = astro.url.searchParams.get('passo') === 'conferma';
  // What is sent again has itself taken the documents: its key answers, or the send says what stands in the way.
  if (!confermata && form?.action !== 'invia' && (alcuni || perche)) {
    if (form && !form.error) await tieniScritto(astro, percorso, form);
    astro.response.status = 409;
    astro.response.statusText = 'Conflict';
    return { che: 'inutilizzabili', documenti, perche };
  }
  const aperti = { sistema, documenti, ente, percorso, letto };
  const vista = await paginaModulo(astro, banco(aperti), form);
  if (vista instanceof Response) return vista;
  if (vista.che !== 'modulo') return { ...vista, percorso };
  return { ...vista, percorso, modulo: { ...vista.modulo, ...destinatario(ente), ...props(aperti) } as P };
}

/** What the browser is told of a document. */
export const mostrati = (documenti: readonly DocumentoUsabile[]): DocumentoMostrato[] =>
  documenti.map(({ numero, tipo, importo_cent, scadenza }) => ({ numero, tipo, importo_cent, scadenza }));

/**
 * Two codes that were typed. A grant may have lapsed while a form was filled in: they open it again, and the draft is there.
 * @returns the question again, with what is wrong; null when they opened the position
 */
export async function apriCodici(astro: AstroGlobal, percorso: string, form: PageForm): Promise<VistaCodici | null> {
  const sent = await attempt(astro, percorso, () => {
    if (form.error) throw form.error;
    return call('controllaPosizione', form.fields, astro.locals.ctx);
  });
  if (sent.ok) return null;
  failWith(astro, sent.error);
  return { che: 'codici', errori: sent.error.fields, messaggio: sent.error.message, valori: form.fields };
}

/**
 * The hour of the codes, or the login, ended while the form was filled in, or another request took a document: what was typed is
 * kept for when it is open again. Which of the names are fields the form knows when it reads them.
 */
async function tieniScritto(astro: AstroGlobal, percorso: string, { fields }: PageForm): Promise<void> {
  const passo = astro.url.searchParams.get('passo');
  if (passo !== 'dati') return;
  const { otp: _otp, note: _note, ...scritti } = fields;
  const bozza = await bozzaDi(astro, percorso);
  await attempt(astro, percorso, () =>
    tieniBozza(astro, { percorso, passo, valori: { ...bozza?.valori, ...scritti } }),
  );
}

/** Not there, not theirs, not open any more: one answer. */
function chiediCodici(astro: AstroGlobal, error: PortalError): VistaCodici {
  if (error.code !== 'not_found') throw error;
  astro.response.status = 404;
  astro.response.statusText = 'Not Found';
  return { che: 'codici', valori: {} };
}
