/** What can be asked for about documents, in the order in which it is offered: as the services say (product rule). Pure. */
import type { PortalHouse } from '../../../context.ts';
import type { StatoDocumento } from './documenti.ts';

type HouseServices = PortalHouse['services'];

export const actionsOn = (services: HouseServices) => services.flatMap(({ documents }) => documents ?? []);

/** @returns whether a document in this state allows it */
export const allowsAction = (services: HouseServices, stato: StatoDocumento, action: string): boolean =>
  actionsOn(services).some((d) => d.action === action && d.states.includes(stato));

/** @returns the code of the case that a request about documents becomes; a payment has none */
export const codeOf = (services: HouseServices, action: string): string | undefined =>
  Object.keys(services.find(({ documents }) => documents?.action === action)?.codes ?? {})[0];

/** "Nuova scadenza chiesta": what is said of a document with such a request. */
export const askedOf = (services: HouseServices, action: string): string =>
  actionsOn(services).find((d) => d.action === action)?.request?.asked ?? '';

/**
 * The forms that begin with the choice of documents: a logged-in citizen who asks for one comes to their positions first (product
 * rule), and is told how to go on. @property slug last word of its path
 */
export const requestsOn = (services: HouseServices) =>
  services.flatMap(({ path, card, documents }) => {
    if (!documents?.request) return [];
    const { action, label, request } = documents;
    return [{ slug: path.slice(path.lastIndexOf('/') + 1), path, name: card.name, action, label, ...request }];
  });

/** @param slug from the query, anything at all */
export const requestAt = (services: HouseServices, slug: string | null | undefined) =>
  requestsOn(services).find((request) => request.slug === slug);
