/** The newest public reports as an Atom feed (RFC 4287). */
import { xmlText } from '../../../platform/xml.server.ts';
import { STATI_PUBBLICI } from '../segnalazioni/segnalazioni.contract.ts';
import { OPEN_LICENCE } from './dcat.ts';
import type { OpenReport } from './open-report.server.ts';

/**
 * @property self address of the feed @property page of the list @property authority host name of the portal: ids hold it, and stay when
 * a municipality gets a host of its own
 * @property updated of a feed without entries
 */
export type FeedSource = {
  ente: { id: string; nome: string };
  self: string;
  page: string;
  authority: string;
  updated: string;
};

/** @param reports the newest first */
export function atomFeed({ ente, self, page, authority, updated }: FeedSource, reports: readonly OpenReport[]): string {
  // Tag URIs (RFC 4151).
  const idOf = (name: string) => `tag:${authority},2026:${name}`;
  const changes = reports.map(({ changed }) => changed);
  return xmlText({
    feed: {
      '@_xmlns': 'http://www.w3.org/2005/Atom',
      '@_xmlns:georss': 'http://www.georss.org/georss',
      '@_xml:lang': 'it',
      id: idOf(`segnalazioni:${ente.id}`),
      title: `Segnalazioni: ${ente.nome}`,
      updated: changes.length > 0 ? changes.reduce(laterOf) : updated,
      author: { name: ente.nome },
      link: [
        { '@_rel': 'self', '@_type': 'application/atom+xml', '@_href': self },
        { '@_rel': 'alternate', '@_type': 'text/html', '@_href': page },
        { '@_rel': 'license', '@_href': OPEN_LICENCE.uri },
      ],
      entry: reports.map((report) => ({
        id: idOf(`segnalazione:${report.id}`),
        title: report.titolo ?? report.tipo_nome,
        updated: report.changed,
        published: report.arrived,
        link: { '@_rel': 'alternate', '@_type': 'text/html', '@_href': report.indirizzo },
        category: { '@_term': report.tipo, '@_label': report.tipo_nome },
        summary: summaryOf(report),
        ...(report.lat !== null && report.lon !== null && { 'georss:point': `${report.lat} ${report.lon}` }),
      })),
    },
  });
}

const laterOf = (a: string, b: string): string => (Date.parse(a) >= Date.parse(b) ? a : b);

function summaryOf({ stato, luogo, area_nome, descrizione, risposta }: OpenReport): string {
  const place = luogo ?? (area_nome && `Zona ${area_nome}`);
  return [[STATI_PUBBLICI[stato], place].filter(Boolean).join(', '), descrizione, risposta && `Risposta: ${risposta}`]
    .filter(Boolean)
    .join('\n\n');
}
