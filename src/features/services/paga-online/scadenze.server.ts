/** What a citizen has to pay, as days of a calendar: documents of their positions, and notices without a document. */
import type { CallContext } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { CalendarDay } from '../../../platform/icalendar.server.ts';
import { sha256Of } from '../../../platform/signer.server.ts';
import { enti, siteOf } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { OWED_DOCUMENTO_STATI } from '../../cases/posizione/documenti.ts';
import type { OwnDocumento } from '../../cases/posizione/documenti-own.contract.ts';
import { readOwnDocumenti } from '../../cases/posizione/documenti-own.server.ts';
import { payAddress } from './fornitori.ts';
import { listOwnAvvisi } from './own-pagamenti.db.ts';

type DueEntry = {
  key: string;
  ente: string;
  subject: string;
  importo_cent: number;
  scadenza: string;
  numero_avviso: string | undefined;
};

/** Earliest first. */
export async function listScadenze(ctx: CallContext): Promise<CalendarDay[]> {
  const { db, house, host, user, now } = ctx;
  const [documenti, avvisi, bodies] = await Promise.all([
    readOwnDocumenti(ctx),
    listOwnAvvisi(db, { codice_fiscale: user?.codice_fiscale ?? '', today: todayInRome(now) }),
    enti(house),
  ]);
  const byId = new Map(bodies.map((e) => [e.id, e]));
  const due: DueEntry[] = [
    ...documenti
      .filter((d) => OWED_DOCUMENTO_STATI.includes(d.stato))
      .flatMap((d) => withScadenza(d, documentoEntry(d))),
    ...avvisi.flatMap((a) => withScadenza(a, { ...a, key: `avviso ${a.ente} ${a.numero_avviso}`, subject: a.causale })),
  ];
  const site = await siteOf(house, host);
  const { hostname } = new URL(house.settings.publicUrl);
  return due
    .toSorted((a, b) => a.scadenza.localeCompare(b.scadenza))
    .map((d) => calendarDayOf(d, byId.get(d.ente), { site, hostname }));
}

/** A debt without a day has no place in a calendar. */
const withScadenza = ({ scadenza }: { scadenza: string | null }, d: Omit<DueEntry, 'scadenza'>): DueEntry[] =>
  scadenza === null ? [] : [{ ...d, scadenza }];

const documentoEntry = (d: OwnDocumento): Omit<DueEntry, 'scadenza'> => ({
  ...d,
  numero_avviso: d.numero_avviso,
  key: `documento ${d.Id}`,
  subject: `${d.tipo} numero ${d.numero}`,
});

/** @param of `site` is where its links lead; the host in the ids stays the portal's, so that one debt is one entry everywhere */
function calendarDayOf(
  d: DueEntry,
  ente: Ente | undefined,
  { site, hostname }: { site: string; hostname: string },
): CalendarDay {
  const url =
    site +
    (d.numero_avviso && ente ? payAddress(d.numero_avviso, ente.codice_fiscale) : '/area-riservata?scheda=scadenze');
  const lines = [
    `${ente?.nome ?? d.ente}: ${d.subject}`,
    `Importo: ${formatEuro(d.importo_cent)}`,
    `Scade ${withArticle('il', dateInWords(d.scadenza))}`,
    ...(d.numero_avviso ? [`Codice avviso: ${groupDigits(d.numero_avviso)}`] : []),
    `Paga: ${url}`,
  ];
  return {
    // Calendars show it to everybody whom they are shared with, so it contains no personal data.
    uid: `${sha256Of(d.key)}@${hostname}`,
    giorno: d.scadenza,
    titolo: `Da pagare ${formatEuro(d.importo_cent)}: ${ente?.nome ?? d.ente}`,
    descrizione: lines.join('\n'),
    url,
  };
}
