/** Finds the services that the enti offer: by code of a case, by address, by group of the home page. Pure. */
import type { PortalHouse } from '../../../context.ts';
import type { Annuncio, Ente } from './ente.ts';

type ServiceList = PortalHouse['services'];
type ServiceRow = ServiceList[number];

/** @param codice code of a case */
export const serviceOf = (services: ServiceList, codice: string): ServiceRow | undefined =>
  services.find(({ codes }) => Object.hasOwn(codes, codice));

/** The name of a service on screens, in mails and on receipts; the code itself when no service has it any more. */
export const nameOf = (services: ServiceList, codice: string): string =>
  serviceOf(services, codice)?.codes[codice] ?? codice;

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

/** What the service that takes payments tells the others; without such a service nothing is ever being paid. */
export const moneyOf = (services: ServiceList): NonNullable<ServiceRow['money']> =>
  services.find(({ money }) => money)?.money ?? {
    onItsWay: async () => () => false,
    beingPaid: async () => undefined,
    ofCase: async () => [],
  };

/** The reserved area among the services: a screen of the person, and no service. */
export const AREA_CARD: Omit<ServiceRow['card'], 'group' | 'tile'> & { path: string } = {
  path: '/area-riservata',
  name: 'Area riservata',
  text: 'Posizioni, documenti, pratiche, messaggi e scadenze in un posto solo. Si entra con SPID o CIE.',
  icon: 'user',
  words:
    'pratica stato seguire risposta messaggio scadenza documento posizione ricevuta pagamento dichiarazione profilo spid cie accedere',
};

/** @param today date in Rome @returns the notices of that day: a first and a last day count */
export const shownAnnunci = ({ annunci = [] }: Pick<Ente, 'annunci'>, today: string): Annuncio[] =>
  annunci.filter(({ dal, al }) => (!dal || dal <= today) && (!al || today <= al));
