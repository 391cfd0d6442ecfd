/** What `/operatore/mappa` shows: the cases of a list on the map of a municipality. */
import type { AstroGlobal } from 'astro';
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { PortalError } from '../../../platform/errors.ts';
import { parseInput } from '../../../platform/run.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { mapOfEnte, type PointsMapProps } from '../../cases/mappa/points-map.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import { askedBy, type ListFilters, listPath, mapPath, readFilters, withoutPage } from './list-filters.ts';
import { operatoreOperations } from './operatore.contract.ts';
import { STATI_UFFICIO } from './pratica-words.ts';
import { praticheMapOperations } from './pratiche-map.contract.ts';
import { countWithoutPoint } from './pratiche-map.server.ts';

/** @property list with which a case leads back to the list @property signs their names, by class */
export type PraticheMapProps = PointsMapProps & { list: string; signs: Record<string, string> };

/**
 * @property enti to choose from, where the operator has several with a map @property map absent while none is chosen
 * @property areas for those without a script
 */
export type PraticheMapView = {
  listHref: string;
  enti: { href: string; name: string }[];
  map: PraticheMapProps | undefined;
  areas: { href: string; name: string }[];
  /** How many cases of the list are not on the map, in words, and the list of those */
  missing: { words: string; href: string } | undefined;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openPraticheMapPage(astro: AstroGlobal): Promise<PraticheMapView> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const own = (await enti(ctx.house)).filter(({ id }) => ctx.user?.enti.includes(id));
  const asked = withoutPage(readFilters(url.searchParams));
  if (asked.ente && !own.some(({ id }) => id === asked.ente)) throw new PortalError('not_found');
  const withMap = own.filter(({ mappa }) => mappa);
  const ente = withMap.length === 1 && !asked.ente ? withMap[0] : withMap.find(({ id }) => id === asked.ente);
  if (ente) locals.ente = await enteOfPage(ctx.house, url.hostname, ente.id);
  const filters = ente ? { ...asked, ente: ente.id } : asked;
  const map = ente && mapOfEnte(astro, ente);
  return {
    listHref: listPath(filters),
    enti:
      withMap.length > 1 ? withMap.map(({ id, nome }) => ({ href: mapPath({ ...asked, ente: id }), name: nome })) : [],
    missing: ente && missingOf(await countWithoutPoint(ctx, parseInput(praticheOperatore, askedBy(filters))), filters),
    areas: (ente?.aree ?? []).map(({ id, nome }) => ({ href: listPath({ ...filters, area: id }), name: nome })),
    map: map && {
      ...map,
      path: praticheMapOperations.mappaPratiche.path,
      filters: askedBy(filters) as Record<string, string>,
      list: String(new URLSearchParams(askedBy(filters))),
      signs: signsOf(filters),
      words: {
        first: 'che scadono prima',
        failed: 'Le segnalazioni della mappa non arrivano: controlla la connessione, oppure apri l’elenco.',
      },
    },
  };
}

const { praticheOperatore } = operatoreOperations;

function missingOf(
  counts: { without: number; all: number } | undefined,
  filters: ListFilters,
): PraticheMapView['missing'] {
  if (!counts || counts.without === 0) return undefined;
  return { words: missingInWords(counts), href: listPath({ ...filters, senza_punto: '1' }) };
}

function missingInWords({ without, all }: { without: number; all: number }): string {
  if (without === all) return 'Nessuna pratica di questo elenco ha un punto sulla mappa.';
  return without === 1
    ? `Una pratica su ${inItalian(all)} non ha un punto: qui non la vedi.`
    : `${inItalian(without)} pratiche su ${inItalian(all)} non hanno un punto: qui non le vedi.`;
}

/** Those that the states asked for may need. */
function signsOf(filters: ListFilters): Record<string, string> {
  const { stato } = askedBy(filters);
  const isAsked = (name: StatoPratica) =>
    stato === 'tutte' || stato === name || (stato === 'aperte' && isOpenStato(name));
  const stati = (Object.keys(STATI_UFFICIO) as StatoPratica[]).filter(isAsked);
  return {
    ...Object.fromEntries(stati.map((name) => [name, STATI_UFFICIO[name]])),
    ...(stati.some(isOpenStato) && { in_ritardo: 'In ritardo' }),
  };
}
