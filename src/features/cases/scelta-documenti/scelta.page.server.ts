/** The pages where documents are chosen: by who gave the two codes, or among one's own. Decided on the server before one leaves. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, readForm } from '../../../platform/page.server.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { apriCodici, type VistaCodici } from '../richiesta/suDocumenti.page.server.ts';
import { nonInsieme } from './insieme.ts';
import type { DaScegliere, PosizioneAperta } from './scelta.contract.ts';

/**
 * A choice that did not lead on. @property scelti ids that were ticked
 * @property documenti those, each with the reason that it cannot go along
 */
export type Scelta = {
  scelti: readonly string[];
  documenti?: DaScegliere[];
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

export type VistaScelta = VistaCodici | ({ che: 'documenti'; posizioni: PosizioneAperta[] } & Scelta);

/**
 * What a page was sent by its form, with GET: `scelta`, and any number of `documento`.
 * @returns where the request begins, what stands in the way, or null when nothing was chosen on this page yet
 */
export async function scelta(astro: AstroGlobal, servizio: string | null): Promise<Response | Scelta | null> {
  const chiede = astro.url.searchParams;
  if (!chiede.has('scelta')) return null;
  const scelti = chiede.getAll('documento');
  const fields = { servizio, documenti: scelti };
  const trovata = await attempt(astro, '/servizio', () => call('scegliDocumenti', fields, astro.locals.ctx));
  if (!trovata.ok) {
    failWith(astro, trovata.error);
    return { scelti, ...nonInsieme(trovata.error) };
  }
  const { percorso, documenti } = trovata.data;
  if (percorso) return astro.redirect(percorso, 303);
  failWith(astro, new PortalError('conflict'));
  return { scelti, documenti };
}

const SCADUTI = 'L’ora per vedere i documenti è passata: scrivi di nuovo i due codici e scegli.';

/** @returns the question for the codes, the documents they opened, or where to go */
export async function paginaScelta(astro: AstroGlobal, servizio: string): Promise<VistaScelta | Response> {
  const { ctx } = astro.locals;
  const percorso = `/servizio/${servizio}`;
  const form = await readForm(astro);
  if (form) return (await apriCodici(astro, percorso, form)) ?? astro.redirect(percorso, 303);
  const esito = await scelta(astro, servizio);
  if (esito instanceof Response) return esito;
  const posizioni = await call('documentiDaScegliere', { servizio }, ctx);
  if (posizioni.length === 0) return { che: 'codici', valori: {}, ...(esito && { messaggio: SCADUTI }) };
  if (astro.url.searchParams.has('codici')) return { che: 'codici', valori: {} };
  const [ente, ...altri] = new Set(posizioni.flatMap((p) => p.documenti.map((d) => d.ente)));
  // The page takes the colours and footer of the one body they are of.
  if (ente && altri.length === 0) astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, ente);
  return { che: 'documenti', posizioni, ...(esito ?? { scelti: [] }) };
}
