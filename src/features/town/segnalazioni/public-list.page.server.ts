/** What `/segnalazioni` shows: the choice of a municipality, or its public reports under the filters of the address. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { MAX_COUNT, upToInWords } from '../../../platform/atoms/count-words.ts';
import { addDays, dateInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type Ente, publishedTypes } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { mapOfEnte, type PointsMapProps } from '../../cases/mappa/points-map.ts';
import { PUBLIC_LIST_PATH, photoHref, reportPath } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { openPublicEnte, type PublicEnte } from './public-ente.page.server.ts';
import { type PublicRow, STATI_PUBBLICI, segnalazioniOperations } from './segnalazioni.contract.ts';

/** Periods to choose from, in days before today. */
const PERIOD_NAMES = { 30: 'Ultimi 30 giorni', 90: 'Ultimi 3 mesi', 365: 'Ultimi 12 mesi' } as const;

/** As the address has them. */
type FilterName = 'tipo' | 'stato' | 'area' | 'periodo';
type FilterChoice = { value: string; name: string; isChosen: boolean };

type PublicListRow = PublicRow & { href: string; photo: string | undefined; heading: string; day: string };

/** @property list absent while none is chosen, or it publishes nothing */
export type PublicListView = Omit<PublicEnte, 'publishes'> & {
  list?:
    | {
        solved: string;
        count: string;
        rows: PublicListRow[];
        filters: Record<FilterName, FilterChoice[]>;
        isFiltered: boolean;
        tooMany: boolean;
        page: number;
        pageCount: number;
        previousHref: string | undefined;
        nextHref: string | undefined;
        cleanHref: string;
        /** The two views of the list; no map where the municipality has none */
        mapHref: string | undefined;
        listHref: string;
        /** What the map starts with, when it is the view that was asked for */
        map: PublicMapProps | undefined;
      }
    | undefined;
};

/** @property names of types by code @property areas for those without a script */
export type PublicMapProps = PointsMapProps & {
  reportPath: string;
  names: Record<string, string>;
  stati: typeof STATI_PUBBLICI;
  areas: { href: string; name: string }[];
};

/** @throws PortalError `not_found` for a municipality that is none of the portal's */
export async function openPublicListPage(astro: AstroGlobal): Promise<PublicListView> {
  const { publishes, ...shown } = await openPublicEnte(astro);
  const { ente } = shown;
  const asked = Object.fromEntries(astro.url.searchParams);
  return { ...shown, ...(ente && publishes && { list: await listOf(astro, ente, asked) }) };
}

/** A filter that is not in its list comes from an old address, and does not count. */
async function listOf(
  astro: AstroGlobal,
  ente: Ente,
  asked: Record<string, string>,
): Promise<NonNullable<PublicListView['list']>> {
  const { ctx } = astro.locals;
  const codes = publishedTypes(ente);
  const choices = {
    tipo: codes.map((value) => ({ value, name: nameOf(ctx.house.services, value) })),
    stato: Object.entries({ ...STATI_PUBBLICI, in_esame: 'Ricevuta, testo non ancora pubblicato' }).map(
      ([value, name]) => ({
        value,
        name,
      }),
    ),
    area: (ente.aree ?? []).map(({ id, nome }) => ({ value: id, name: nome })),
    periodo: Object.entries(PERIOD_NAMES).map(([value, name]) => ({ value, name })),
  };
  const known = (name: FilterName) => choices[name].find(({ value }) => value === asked[name])?.value;
  const chosen = { tipo: known('tipo'), stato: known('stato'), area: known('area'), periodo: known('periodo') };
  const { periodo: period, ...filters } = chosen;
  const dal = period && addDays(todayInRome(ctx.now), -Number(period));
  const read = (number: string | undefined) =>
    callOperation('elencoSegnalazioni', { ...withoutEmpty({ ...filters, dal, pagina: number }), ente: ente.id }, ctx);
  const page = /^[1-9]\d{0,3}$/.test(asked.pagina ?? '') ? Number(asked.pagina) : 1;
  const first = await readPage(read, page);
  const hrefWith = (changes: Record<string, string | undefined>) =>
    `${PUBLIC_LIST_PATH}?${new URLSearchParams(withoutEmpty({ ...(astro.url.searchParams.has('ente') && { ente: ente.id }), ...chosen, ...changes }))}`;
  const { totale, pagine, risolte, segnalazioni } = first.found;
  const withChoice = (name: FilterName) => choices[name].map((c) => ({ ...c, isChosen: c.value === chosen[name] }));
  const isMap = asked.vista === 'mappa' && ente.mappa !== undefined;
  const pageHref = (n: number) =>
    n >= 1 && n <= pagine
      ? hrefWith({ vista: isMap ? 'mappa' : undefined, pagina: n > 1 ? String(n) : undefined })
      : undefined;
  return {
    solved: solvedInWords(risolte),
    count: totale === 1 ? '1 segnalazione' : `${upToInWords(totale, MAX_COUNT)} segnalazioni`,
    rows: segnalazioni.map((row) => viewRowOf(row)),
    filters: {
      tipo: withChoice('tipo'),
      stato: withChoice('stato'),
      area: withChoice('area'),
      periodo: withChoice('periodo'),
    },
    isFiltered: Object.values(chosen).some(Boolean),
    tooMany: totale > MAX_COUNT,
    page: first.page,
    pageCount: pagine,
    previousHref: pageHref(first.page - 1),
    nextHref: pageHref(first.page + 1),
    cleanHref: hrefWith({ tipo: undefined, stato: undefined, area: undefined, periodo: undefined }),
    listHref: hrefWith({}),
    mapHref: ente.mappa && hrefWith({ vista: 'mappa' }),
    map: isMap
      ? mapOf(astro, ente, {
          filters: withoutEmpty({ ...filters, dal, ente: ente.id }),
          names: Object.fromEntries(choices.tipo.map(({ value, name }) => [value, name])),
          areas: choices.area.map(({ value, name }) => ({ href: hrefWith({ area: value }), name })),
        })
      : undefined,
  };
}

function mapOf(
  astro: AstroGlobal,
  ente: Ente,
  of: Pick<PublicMapProps, 'filters' | 'names' | 'areas'>,
): PublicMapProps | undefined {
  const map = mapOfEnte(astro, ente);
  return (
    map && {
      ...map,
      ...of,
      path: segnalazioniOperations.mappaSegnalazioni.path,
      reportPath: PUBLIC_LIST_PATH,
      stati: STATI_PUBBLICI,
      words: {
        first: 'più recenti',
        failed: 'Le segnalazioni della mappa non arrivano: controlla la connessione, oppure apri l’elenco.',
      },
    }
  );
}

/** A page that does not exist comes from an old address: the first is shown. */
async function readPage<T>(read: (number: string | undefined) => Promise<T>, page: number) {
  try {
    return { found: await read(String(page)), page };
  } catch (error) {
    if (error instanceof PortalError && error.fields?.pagina) return { found: await read(undefined), page: 1 };
    throw error;
  }
}

const withoutEmpty = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** The words that the national model prescribes. */
const solvedInWords = (count: number): string =>
  count === 1
    ? 'Negli ultimi 12 mesi è stata risolta 1 segnalazione'
    : `Negli ultimi 12 mesi sono state risolte ${upToInWords(count, Number.MAX_SAFE_INTEGER)} segnalazioni`;

/** The name of a report: its title, once that is released. */
export const headingOf = ({ titolo, tipo_nome }: Pick<PublicRow, 'titolo' | 'tipo_nome'>): string =>
  titolo ?? tipo_nome;

const viewRowOf = (row: PublicRow): PublicListRow => ({
  ...row,
  href: reportPath(row.id),
  photo: row.foto ? photoHref(row.id, row.foto.n, true) : undefined,
  heading: headingOf(row),
  day: dateInWords(row.giorno),
});
