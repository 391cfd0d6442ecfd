/** The municipality whose reports a public page is about: that of the host, or one that was chosen. */
import type { AstroGlobal } from 'astro';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith } from '../../../platform/page.server.ts';
import { enteChoices, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID, publishedTypes } from '../../cases/ente/ente.ts';

/**
 * @property ente absent while none is chosen @property choice among those that publish reports; absent on the host of a municipality
 * @property publishes the municipality publishes some @property errors when the form was sent without a choice
 */
export type PublicEnte = {
  ente: Ente | undefined;
  choice: EnteChoices | undefined;
  publishes: boolean;
  errors?: FieldErrors;
};

/** Gives the page the colours of the municipality. @throws PortalError `not_found` for one that is none of the portal's */
export async function openPublicEnte(astro: AstroGlobal): Promise<PublicEnte> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const isFixed = locals.ente.id !== PORTAL_ID;
  const chosen = isFixed ? locals.ente.id : (url.searchParams.get('ente') ?? '');
  const ente = chosen ? await findEnte(ctx.house, chosen) : undefined;
  if (chosen && !ente) throw new PortalError('not_found');
  if (ente) locals.ente = await enteOfPage(ctx.house, url.hostname, ente.id);
  const publishes = ente !== undefined && publishedTypes(ente).length > 0;
  if (isFixed) return { ente, choice: undefined, publishes };
  const publishing = (await enti(ctx.house)).filter((e) => publishedTypes(e).length > 0);
  const options = publishing.map(({ id, nome }) => ({ Id: id, Nome: nome }));
  const query = url.searchParams.get(SEARCH_ENTE) ?? undefined;
  const choice = await enteChoices(ctx, options, { query, chosen: ente?.id }, optionOfEnte);
  const isSearching = url.searchParams.get('_azione') === SEARCH_ENTE;
  if (ente || isSearching || !url.searchParams.has('ente')) return { ente, choice, publishes };
  failWith(astro, new PortalError('invalid'));
  return { ente, choice, publishes, errors: { ente: ['Scegli il Comune.'] } };
}
