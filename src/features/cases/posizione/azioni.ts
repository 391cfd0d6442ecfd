/** What citizens can ask for about documents, in the order of the services that offer it (product rule). Pure. */
import type { PortalHouse } from '../../../context.ts';
import type { StatoDocumento } from './documenti.ts';
import type { DelegaPower } from './link.ts';

type HouseServices = PortalHouse['services'];

export const actionsOn = (services: HouseServices) => services.flatMap(({ documents }) => documents ?? []);

/** @returns whether a document in this state allows the action */
export const allowsAction = (services: HouseServices, stato: StatoDocumento, action: string): boolean =>
  actionsOn(services).some((d) => d.action === action && d.states.includes(stato));

/** @returns the code of the case that a request about documents opens; undefined for paying, which opens none */
export const codeOf = (services: HouseServices, action: string): string | undefined =>
  Object.keys(services.find(({ documents }) => documents?.action === action)?.codes ?? {})[0];

/** What a delegate needs for an action on documents: paying opens no case. */
export const powerFor = (services: HouseServices, action: string): DelegaPower => {
  const servizio = codeOf(services, action);
  return servizio ? { servizio } : 'paga';
};

/** Codes of the services whose requests are about positions or their documents. */
export const codesOnPositions = (services: HouseServices): string[] =>
  services.flatMap(({ codes, documents, onPositions }) =>
    documents?.request || onPositions ? Object.keys(codes) : [],
  );

/** "Nuova scadenza chiesta": the label of a document with such a request. */
export const askedOf = (services: HouseServices, action: string): string =>
  actionsOn(services).find((d) => d.action === action)?.request?.asked ?? '';

/**
 * The forms that begin with the choice of documents: a logged-in citizen who opens one is sent to their positions first (product rule)
 * and told how to go on. @property slug last segment of the form's path
 */
export const requestsOn = (services: HouseServices) =>
  services.flatMap(({ path, card, documents }) => {
    if (!documents?.request) return [];
    const { action, label, request } = documents;
    return [{ slug: path.slice(path.lastIndexOf('/') + 1), path, name: card.name, action, label, ...request }];
  });

/** @param slug from the query, so any text */
export const requestAt = (services: HouseServices, slug: string | null | undefined) =>
  requestsOn(services).find((request) => request.slug === slug);
