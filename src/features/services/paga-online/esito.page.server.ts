/** What became of a payment, as far as the portal knows; giving up an open one; paying again what was not paid. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { enteDellaPagina, enti } from '../../cases/ente/ente.server.ts';
import { chiaviTenute, tieniChiavi } from './carrello.page.server.ts';
import { type Ritorno, ritorni } from './esiti.ts';
import { segnaTornato } from './esito.server.ts';
import { PERCORSO, stesso } from './paga.ts';
import type { Esito } from './paga-online.contract.ts';

export const PERCORSO_ESITO = `${PERCORSO}/pago-pa/esito`;

/**
 * @property ritorno how the browser came back: words for while the outcome is not known
 */
export type VistaEsito = {
  riferimento: string;
  esito: Esito;
  ritorno: Ritorno | undefined;
  indirizzo: string;
  token: string;
  messaggio?: string | undefined;
};

/** @returns what to show, or where to go; undefined for an address without a reference, or with one that is none of ours */
export async function paginaEsito(astro: AstroGlobal): Promise<VistaEsito | Response | undefined> {
  try {
    return await vistaEsito(astro);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    astro.response.status = 404;
    astro.response.statusText = 'Not Found';
    return undefined;
  }
}

async function vistaEsito(astro: AstroGlobal): Promise<VistaEsito | Response> {
  const { ctx } = astro.locals;
  const { searchParams } = astro.url;
  const riferimento = searchParams.get('r') ?? '';
  if (!riferimento) throw new PortalError('not_found');
  const form = await readForm(astro);
  const chiesto = searchParams.get('e');
  const ritorno = ritorni.find((r) => r === chiesto);
  // Before the provider is asked: its answer is applied to an attempt that somebody came back from.
  await segnaTornato(ctx, riferimento, ritorno, searchParams.get('p'));
  const esito = await call('esitoPagamento', { riferimento }, ctx);
  const indirizzo = `${PERCORSO_ESITO}?${new URLSearchParams({ r: riferimento, ...(ritorno && { e: ritorno }) })}`;
  const fatto = form && (await esegui(astro, form, { riferimento, esito, indirizzo }));
  if (fatto instanceof Response) return fatto;
  if (fatto) failWith(astro, fatto);
  togliPagati(astro, esito);
  const creditore = (await enti(ctx.house)).find((e) => e.codice_fiscale === esito.avvisi[0]?.dominioEC);
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, creditore?.id);
  return {
    ...{ riferimento, esito, ritorno, indirizzo },
    token: astro.locals.token(),
    messaggio: fatto?.message,
  };
}

/** What was paid is no longer to be paid. */
function togliPagati(astro: AstroGlobal, { avvisi }: Esito): void {
  const tenute = chiaviTenute(astro);
  const restano = tenute.filter((chiave) => !avvisi.some((a) => a.pagato && stesso(a, chiave)));
  if (restano.length < tenute.length) tieniChiavi(astro, restano);
}

type Contesto = Pick<VistaEsito, 'riferimento' | 'esito' | 'indirizzo'>;

/** @returns where to go, or what went wrong */
async function esegui(
  astro: AstroGlobal,
  form: PageForm,
  { riferimento, esito, indirizzo }: Contesto,
): Promise<Response | PortalError> {
  if (form.error) return form.error;
  if (form.action === 'riprova') {
    tieniChiavi(
      astro,
      esito.avvisi.filter(({ pagato }) => !pagato),
    );
    return astro.redirect(`${PERCORSO}?da=${encodeURIComponent(riferimento)}#carrello`, 303);
  }
  const sent = await attempt(astro, PERCORSO_ESITO, () =>
    call('annullaPagamento', { id: riferimento }, astro.locals.ctx),
  );
  return sent.ok ? astro.redirect(indirizzo, 303) : sent.error;
}
