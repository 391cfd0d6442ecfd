/** The services of the portal as its municipalities offer them: by code of a case, by address, by group of the home page. Pure. */
import type { PortalHouse } from '../../../context.ts';

type ServiceList = PortalHouse['services'];
type ServiceRow = ServiceList[number];

/** @param codice of a case */
export const serviceOf = (services: ServiceList, codice: string): ServiceRow | undefined =>
  services.find(({ codes }) => Object.hasOwn(codes, codice));

/** What a service is called on every screen, in every mail and receipt; the code itself when nobody knows it any more. */
export const nameOf = (services: ServiceList, codice: string): string =>
  serviceOf(services, codice)?.codes[codice] ?? codice;

/** @returns the service that an address belongs to, its sub-pages included */
export const serviceAt = (services: ServiceList, address: string): ServiceRow | undefined =>
  services.find(
    ({ path, alsoAt = [] }) =>
      address === path || alsoAt.includes(address) || (path.startsWith('/servizio/') && address.startsWith(`${path}/`)),
  );

/**
 * One of its codes makes a municipality offer it; without any it is of the portal, and always there.
 * @param offered service codes of the page's municipality
 */
export const isOffered = ({ codes }: ServiceRow, offered: readonly string[]): boolean => {
  const own = Object.keys(codes);
  return own.length === 0 || own.some((codice) => offered.includes(codice));
};

/** What the service that takes payments tells the others; without one nothing is ever paid. */
export const moneyOf = (services: ServiceList): NonNullable<ServiceRow['money']> =>
  services.find(({ money }) => money)?.money ?? {
    onItsWay: async () => () => false,
    beingPaid: async () => undefined,
    ofCase: async () => [],
  };
