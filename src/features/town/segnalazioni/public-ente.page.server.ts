/** The municipality whose reports a public page is about: that of the host, or one that was chosen. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { enteChoices, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage, enti, findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID, publishedTypes } from '../../cases/ente/ente.ts';

/**
 * @property ente absent while none is chosen @property choice among those that publish reports; absent on the host of a municipality
 * @property publishes the municipality publishes some
 */
export type PublicEnte = { ente: Ente | undefined; choice: EnteChoices | undefined; publishes: boolean };

/** Gives the page the colours of the municipality. @throws PortalError `not_found` for one that is none of the portal's */
export async function openPublicEnte({ locals, url }: AstroGlobal): Promise<PublicEnte> {
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
  return { ente, choice: await enteChoices(ctx, options, { query, chosen: ente?.id }, optionOfEnte), publishes };
}
