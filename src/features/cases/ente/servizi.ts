/** Finds the services that the enti offer: by code of a case, by address, by group of the home page. Pure. */
import type { LoggedInUser, PortalHouse } from '../../../context.ts';
import { addDays, dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import type { IconName } from '../../../ui/icons.ts';
import { type Ente, PORTAL_ID } from './ente.ts';

type ServiceList = PortalHouse['services'];
type ServiceRow = ServiceList[number];

/** @param codice code of a case */
export const serviceOf = (services: ServiceList, codice: string): ServiceRow | undefined =>
  services.find(({ codes }) => Object.hasOwn(codes, codice));

/** What a case has as code that another program deals with, and its name where that of the service there is not shown. */
export const ESTERNA_CODE = 'ESTERNA';
const ESTERNA_NAME = 'Pratica di un altro servizio';

/** The name of a service for citizens, on screens, in mails and on receipts; the code itself when no service has it any more. */
export const nameOf = (services: ServiceList, codice: string): string =>
  codice === ESTERNA_CODE ? ESTERNA_NAME : (serviceOf(services, codice)?.codes[codice] ?? codice);

/** The name of a service for those who work for an ente. */
export const officeNameOf = (services: ServiceList, codice: string): string =>
  serviceOf(services, codice)?.officeNames?.[codice] ?? nameOf(services, codice);

/** The page of all services, and of each its start page below it. */
export const SERVICES_PATH = '/servizi';

/** Address of the start page: the last word of the address where the service begins. */
export const sheetPathOf = ({ path }: Pick<ServiceRow, 'path'>): string =>
  SERVICES_PATH + path.slice(path.lastIndexOf('/'));

/** @returns the service that an address belongs to, its start page and its sub-pages included */
export const serviceAt = (services: ServiceList, address: string): ServiceRow | undefined =>
  services.find(
    ({ path, alsoAt = [] }) =>
      address === path ||
      address === sheetPathOf({ path }) ||
      alsoAt.includes(address) ||
      (path.startsWith('/servizio/') && address.startsWith(`${path}/`)),
  );

/** The longest an answer takes at a municipality, in days, for any of the codes that it offers (by default 30); none: undefined. */
export const answerDays = (
  { codes }: Pick<ServiceRow, 'codes'>,
  { categorie, giorni }: Pick<Ente, 'categorie' | 'giorni'>,
): number | undefined => {
  const days = Object.keys(codes).flatMap((codice) => (categorie.includes(codice) ? [giorni[codice] ?? 30] : []));
  return days.length > 0 ? Math.max(...days) : undefined;
};

/**
 * An ente offers a service when it has one of its codes; a service without codes belongs to the portal and is always offered.
 * @param offered service codes of the page's ente
 */
export const isOffered = ({ codes }: ServiceRow, offered: readonly string[]): boolean => {
  const own = Object.keys(codes);
  return own.length === 0 || own.some((codice) => offered.includes(codice));
};

/** So many days ahead a start page names the days on which the offices are closed. */
const CLOSINGS_AHEAD = 60;

/** @param today `YYYY-MM-DD` @returns "dal 24 dicembre 2026 al 6 gennaio 2027 (feste)", those under way and those to come soon */
export const closingsInWords = ({ chiusure = [] }: Pick<Ente, 'chiusure'>, today: string): string[] =>
  chiusure
    .filter(({ dal, al = dal }) => today <= al && dal <= addDays(today, CLOSINGS_AHEAD))
    .sort((a, b) => (a.dal < b.dal ? -1 : 1))
    .map(({ dal, al, motivo }) => {
      const first = dateInWords(dal);
      const days =
        al && al !== dal
          ? `${withArticle('dal', first)} ${withArticle('al', dateInWords(al))}`
          : withArticle('il', first);
      return motivo ? `${days} (${motivo})` : days;
    });

/** What the service that takes payments tells the others; without such a service nothing is ever being paid. */
export const moneyOf = (services: ServiceList): NonNullable<ServiceRow['money']> =>
  services.find(({ money }) => money)?.money ?? {
    onItsWay: async () => () => false,
    beingPaid: async () => undefined,
    ofCase: async () => [],
  };

/** What stands among the services, and is none. */
type AreaCard = Omit<ServiceRow['card'], 'group' | 'tile'> & { path: string; tile: { name: string; href: string } };

const CITIZEN_AREA: AreaCard = {
  path: '/area-riservata',
  tile: { name: 'Le mie pratiche', href: '/area-riservata?scheda=pratiche' },
  name: 'Area riservata',
  text: 'Posizioni, documenti, pratiche, messaggi e scadenze in un posto solo. Si entra con SPID o CIE.',
  icon: 'user',
  words:
    'pratica stato seguire risposta messaggio scadenza documento posizione ricevuta pagamento dichiarazione profilo spid cie accedere',
};
const OPERATOR_AREA: AreaCard = {
  path: '/operatore',
  tile: { name: 'Le pratiche dell’ente', href: '/operatore' },
  name: 'Area operatori',
  text: 'Le pratiche del tuo ente: leggi, rispondi, decidi.',
  icon: 'user',
  words: 'pratica stato risposta messaggio decisione cittadino operatore',
};

/** The public list of reports, which stands among the services of its category. */
export const PUBLIC_LIST_CARD = {
  href: '/segnalazioni',
  group: 'Città e territorio',
  name: 'Elenco segnalazioni',
  text: 'Che cosa è già stato segnalato in città, e a che punto è.',
  icon: 'marker',
  words: 'segnalazioni elenco mappa già segnalato stato lavori problema buca lampione rifiuti città',
} as const;

/** The area of the person who looks at the page; a visitor's is the citizens'. */
export const areaOf = (user: Pick<LoggedInUser, 'ruolo'> | null): AreaCard =>
  user?.ruolo === 'operatore' ? OPERATOR_AREA : CITIZEN_AREA;

/**
 * Where people book an appointment: at the address that the ente gives for this service, else by its calendars, else at its own address.
 * @param offered the services that the page may offer @param known.per code of the service of the page @param known.da path of the page
 */
export function bookingAddress(
  { id, url: { prenotazione, prenotazione_per = {} } }: Pick<Ente, 'id' | 'url'>,
  offered: ServiceList,
  { per = '', da }: { per?: string | undefined; da?: string | undefined } = {},
): string | undefined {
  // The service of a draft is user input.
  const elsewhere = Object.hasOwn(prenotazione_per, per) ? prenotazione_per[per] : undefined;
  const own = offered.find(({ booking }) => booking);
  const ente = id === PORTAL_ID ? undefined : id;
  return (
    elsewhere ?? own?.booking?.({ ente, per: per && serviceOf(offered, per) ? per : undefined, da }) ?? prenotazione
  );
}

/** A large tile of the home page. @property hook of the national model */
export type HomeTile = { href: string; name: string; icon: IconName; hook?: string };

/**
 * What most people come for: two services, one's own cases, and an appointment, or the service that stands in for one where
 * nobody takes bookings.
 */
export function homeTiles(offered: ServiceList, ente: Pick<Ente, 'id' | 'url'>, { tile, icon }: AreaCard): HomeTile[] {
  const tilesAt = (at: number): HomeTile[] =>
    offered.flatMap((service) =>
      service.card.tile?.at === at
        ? [{ href: sheetPathOf(service), name: service.card.tile.name, icon: service.card.icon }]
        : [],
    );
  const href = bookingAddress(ente, offered);
  const booking: HomeTile[] = href
    ? [{ href, name: 'Prenota un appuntamento', icon: 'calendar', hook: 'appointment-booking' }]
    : tilesAt(4);
  return [...tilesAt(1), ...tilesAt(2), { ...tile, icon }, ...booking];
}

/** @param today date in Rome @returns the notices of that day: a first and a last day count */
export const shownAnnunci = ({ annunci = [] }: Pick<Ente, 'annunci'>, today: string): NonNullable<Ente['annunci']> =>
  annunci.filter(({ dal, al }) => (!dal || dal <= today) && (!al || today <= al));
