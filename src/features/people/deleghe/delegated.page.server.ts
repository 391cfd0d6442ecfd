/** What `/area-riservata/deleghe/posizioni` shows: on whose positions the citizen acts, by holder, a page at a time. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith } from '../../../platform/page.server.ts';
import type { DelegatedPosizione } from './deleghe.contract.ts';
import { DELEGATED_PATH } from './deleghe.ts';

/** The positions of one holder. @property delegante who gave the delegation for it, when the holder is a firm @property key of its own on the page */
type HolderGroup = {
  key: string;
  titolare: string;
  codice_fiscale: string;
  delegante: string | undefined;
  posizioni: DelegatedPosizione[];
};

export type DelegatedView = {
  groups: HolderGroup[];
  search: string;
  message: string | undefined;
  newerHref: string | undefined;
  olderHref: string | undefined;
};

export async function openDelegatedPage(astro: AstroGlobal): Promise<DelegatedView> {
  const query = astro.url.searchParams;
  const search = (query.get('cerca') ?? '').trim();
  const asked = query.get('pagina') ?? '';
  const page = /^[1-9]\d{0,2}$/.test(asked) ? Number(asked) : 1;
  const read = await attemptSend(astro, DELEGATED_PATH, () =>
    callWithFields('posizioniDelegate', { cerca: search, pagina: page }, astro.locals.ctx),
  );
  if (!read.ok) failWith(astro, read.error);
  const { posizioni, altre } = read.ok ? read.data : { posizioni: [], altre: false };
  const hrefOf = (n: number) => {
    const fields = new URLSearchParams({ ...(search && { cerca: search }), ...(n > 1 && { pagina: String(n) }) });
    return DELEGATED_PATH + (fields.size > 0 ? `?${fields}` : '');
  };
  return {
    groups: groupsOf(posizioni),
    search,
    message: read.ok ? undefined : read.error instanceof PortalError ? wordsOf(read.error) : undefined,
    newerHref: page > 1 ? hrefOf(page - 1) : undefined,
    olderHref: altre ? hrefOf(page + 1) : undefined,
  };
}

const wordsOf = ({ fields, message }: PortalError): string => fields?.cerca?.[0] ?? message;

/** The list comes in the order of those who gave the delegations. A firm is one holder, whoever of its people did. */
function groupsOf(posizioni: readonly DelegatedPosizione[]): HolderGroup[] {
  const byHolder = Map.groupBy(posizioni, ({ delega }) => delega?.ditta ?? delega?.codice_fiscale ?? '');
  return [...byHolder.values()].map((theirs, n) => {
    const { titolare = '', codice_fiscale = '', ditta } = theirs[0]?.delega ?? {};
    return {
      key: `titolare-${n}`,
      titolare: ditta ?? titolare,
      codice_fiscale,
      delegante: ditta && titolare,
      posizioni: theirs,
    };
  });
}
