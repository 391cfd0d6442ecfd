/** The public pages of this host, for search engines. */
import type { APIRoute } from 'astro';
import { hasPublicList, offeredOn, siteOf } from '../features/cases/ente/ente.server.ts';
import { isOffered, SERVICES_PATH, sheetPathOf } from '../features/cases/ente/servizi.ts';
import { xmlText } from '../platform/xml.server.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals: { ctx, ente } }) => {
  const codes = await offeredOn(ctx.house, ente);
  const sheets = ctx.house.services.filter((service) => isOffered(service, codes)).map(sheetPathOf);
  const publicPages = (await hasPublicList(ctx.house, ente)) ? ['/segnalazioni', '/trasparenza', '/sviluppatori'] : [];
  const texts = ['privacy', 'note-legali', 'accessibilita'].map((name) => `/informazioni/${name}`);
  const site = await siteOf(ctx.house, ctx.host);
  const url = ['/', SERVICES_PATH, ...sheets, ...publicPages, ...texts].map((path) => ({ loc: site + path }));
  const root = { '@_xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9', url };
  return new Response(xmlText({ urlset: root }), { headers: { 'content-type': 'application/xml' } });
};
