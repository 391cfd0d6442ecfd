/** What `/segnalazioni/{id}` shows: what everybody may know of a report. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { dateInWords } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { MapPoint } from '../../../platform/tiles.ts';
import { enteOfPage, siteUrl } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID } from '../../cases/ente/ente.ts';
import { photoHref, pointHref, reportPath } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { openSeguita, type SeguitaView } from '../../cases/segnalazione-seguita/seguita.page.server.ts';
import { headingOf } from './public-list.page.server.ts';
import { type PublicDetail, STATI_PUBBLICI } from './segnalazioni.contract.ts';

export type PublicReportView = {
  heading: string;
  /** A sentence for search engines and shared links */
  description: string;
  report: PublicDetail;
  facts: [name: string, value: string][];
  photos: { href: string; width: number; height: number; alt: string }[];
  steps: { day: string; words: string; isLast: boolean }[];
  /** The picture of the map around its place, where it has one */
  place?: { point: MapPoint; attribuzione: string; src: string } | undefined;
};

/** What the page says of a report, which an operator also sees before releasing it. @param photoAt address of a photo */
export function publicReportView(report: PublicDetail, photoAt = photoHref): PublicReportView {
  const { id, titolo, tipo_nome, area_nome, luogo, giorno, foto, tappe, stato } = report;
  const heading = headingOf(report);
  const where = luogo ?? (area_nome && `zona ${area_nome}`);
  return {
    heading,
    description: `${[titolo && tipo_nome, where, `arrivata il ${dateInWords(giorno)}`].filter(Boolean).join(', ')}: ${STATI_PUBBLICI[stato].toLowerCase()}.`,
    report,
    facts: [
      ['Tipo', tipo_nome],
      ...(area_nome ? [['Zona', area_nome] as [string, string]] : []),
      ...(luogo ? [['Luogo', luogo] as [string, string]] : []),
      ['Arrivata il', dateInWords(giorno)],
    ],
    photos: foto.map(({ n, larghezza, altezza }) => ({
      href: photoAt(id, n),
      width: larghezza,
      height: altezza,
      alt: foto.length > 1 ? `Foto ${n} di ${foto.length} della segnalazione` : 'Foto della segnalazione',
    })),
    steps: tappe.map((tappa, at) => ({
      day: dateInWords(tappa.giorno),
      words: STATI_PUBBLICI[tappa.stato],
      isLast: at === tappe.length - 1,
    })),
  };
}

const placeOf = ({ mappa }: Ente, { id, lat, lon }: PublicDetail): PublicReportView['place'] =>
  mappa && lat !== null && lon !== null
    ? { point: { lat, lon }, attribuzione: mappa.attribuzione, src: pointHref(id) }
    : undefined;

/** @property site origin of the page, for the addresses that search engines and shared links have */
export type PublicReportPage = PublicReportView & {
  address: string;
  picture: string | undefined;
  listHref: string;
  /** Absent until an operator has released it */
  follow: SeguitaView | undefined;
};

/** @returns what to show, or where to go @throws PortalError `not_found`, also when it was taken off the list or on another municipality's host */
export async function openPublicReportPage(astro: AstroGlobal): Promise<PublicReportPage | Response> {
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const report = await callOperation('leggiSegnalazione', { id: params.id ?? '' }, ctx);
  // Of two reports about the same problem one goes on.
  if (report.id !== params.id) return astro.redirect(reportPath(report.id), 302);
  const isShared = locals.ente.id === PORTAL_ID;
  // Of another municipality than the one whose host this is.
  if (!isShared && locals.ente.id !== report.ente) throw new PortalError('not_found');
  locals.ente = await enteOfPage(ctx.house, url.hostname, report.ente);
  const follow = report.stato === 'in_esame' ? undefined : await openSeguita(astro, report);
  if (follow instanceof Response) return follow;
  const view = publicReportView(report);
  const site = siteUrl(ctx.house.settings, (await enteOfPage(ctx.house, '', report.ente)).host);
  const [photo] = view.photos;
  return {
    ...view,
    place: placeOf(locals.ente, report),
    follow,
    address: site + reportPath(report.id),
    picture: photo && site + photo.href,
    listHref: isShared ? `/segnalazioni?ente=${report.ente}` : '/segnalazioni',
  };
}
