/** Finds the services that the enti offer: by code of a case, by address, by group of the home page. Pure. */
import type { PortalHouse } from '../../../context.ts';

type ServiceList = PortalHouse['services'];
type ServiceRow = ServiceList[number];

/** @param codice code of a case */
export const serviceOf = (services: ServiceList, codice: string): ServiceRow | undefined =>
  services.find(({ codes }) => Object.hasOwn(codes, codice));

/** The name of a service on screens, in mails and on receipts; the code itself when no service has it any more. */
export const nameOf = (services: ServiceList, codice: string): string =>
  serviceOf(services, codice)?.codes[codice] ?? codice;

/** @returns the service that an address belongs to, also for its sub-pages */
export const serviceAt = (services: ServiceList, address: string): ServiceRow | undefined =>
  services.find(
    ({ path, alsoAt = [] }) =>
      address === path || alsoAt.includes(address) || (path.startsWith('/servizio/') && address.startsWith(`${path}/`)),
  );

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
