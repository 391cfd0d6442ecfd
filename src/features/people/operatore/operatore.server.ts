/** Answers the operators' list: a page of the cases of their enti, with counts by state and what is unread. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { searchWords } from '../../cases/pratica/pratica-search.ts';
import { isOpenStato, STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import {
  MAX_PAGES,
  type operatoreOperations,
  PAGE_SIZE,
  type PraticaListItem,
  type PraticaPage,
} from './operatore.contract.ts';
import { countByStato, listPratiche, type PraticaFilter, type PraticaListRow } from './operatore.db.ts';

const ALL_STATI = Object.keys(STATO_LABELS) as StatoPratica[];
const NO_COUNTS = Object.fromEntries(ALL_STATI.map((stato) => [stato, 0])) as Record<StatoPratica, number>;

export const operatoreHandlers: OperationHandlers<typeof operatoreOperations> = {
  praticheOperatore: async ({ stato, ordine: order = 'termine', pagina: page = 1, ...asked }, ctx) => {
    const filter = filterOf(asked, ctx);
    if (filter.enti.length === 0) return { pratiche: [], totale: 0, pagine: 0, conteggi: NO_COUNTS, da_leggere: 0 };
    const unread = await countByStato(ctx.db, { ...filter, unreadOnly: true });
    const byStato = filter.unreadOnly ? unread : await countByStato(ctx.db, filter);
    const wanted = ALL_STATI.filter((s) => !stato || s === stato || (stato === 'aperte' && isOpenStato(s)));
    const sumOf = (counts: Partial<Record<StatoPratica, number>>) => wanted.reduce((n, s) => n + (counts[s] ?? 0), 0);
    const rows = await listPratiche(ctx.db, filter, {
      stati: wanted.filter((s) => byStato[s]),
      order,
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    });
    const total = sumOf(byStato);
    return {
      pratiche: await Promise.all(
        rows.map(async (row) => listItemOf(row, await enteOfPage(ctx.house, '', row.ente), ctx)),
      ),
      totale: total,
      pagine: Math.min(Math.ceil(total / PAGE_SIZE), MAX_PAGES),
      conteggi: { ...NO_COUNTS, ...byStato },
      da_leggere: sumOf(unread),
    } satisfies PraticaPage;
  },
};

type AskedFilters = Pick<OperationInput<typeof operatoreOperations.praticheOperatore>, 'ente' | 'q' | 'non_lette'>;

/** @throws PortalError `not_found` for an ente that is not the operator's */
function filterOf({ ente, q = '', non_lette }: AskedFilters, { user }: CallContext): PraticaFilter {
  const ownEnti = user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  return { enti: ente ? [ente] : ownEnti, words: searchWords(q), unreadOnly: non_lette };
}

function listItemOf(row: PraticaListRow, enteRow: Ente, { house, now }: CallContext): PraticaListItem {
  const stato = row.stato as StatoPratica;
  const { ufficio: id, tipo, codice, oggetto, ente, termine_il } = row;
  return {
    ...{ id, tipo, codice, oggetto, ente, stato, termine_il },
    protocollo: protocollo(row),
    servizio: nameOf(house.services, codice),
    richiedente: `${row.nome} ${row.cognome}`,
    inviata_il: isoInstant(row.inviata_il),
    // The term is suspended while the case waits for the citizen (product rule).
    in_ritardo: isOpenStato(stato) && stato !== 'da_integrare' && termine_il < todayInRome(now),
    // An operator who writes has read everything before.
    non_letti: Math.max(0, row.versione - row.letto_operatore),
    chat: ufficioPath(row, enteRow),
  };
}
