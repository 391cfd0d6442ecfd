/** A service as one row: what it says of itself, its operations and their handlers. Gathered in services.ts; the house carries the rows. */
import type { Service } from './context.ts';
import type { Operation } from './platform/contract.ts';
import type { Handlers } from './platform/run.server.ts';
import type { Screen } from './platform/screens.ts';

export type Row<Ops extends Record<string, Operation> = Record<string, Operation>, Data = unknown> = Service<Data> & {
  operations: Ops;
  handlers: Handlers<Ops>;
};

/** Writes down a service. A row without its handlers does not compile. */
export const service = <const Ops extends Record<string, Operation>, Data>(row: Row<Ops, Data>): Row<Ops> =>
  row as Row<Ops>;

/** The two screens of a request about documents: their choice, and the form. @param form what differs for the form */
export function screensOnDocuments(path: string, title: string, form: Pick<Screen, 'login' | 'botCheck'>): Screen[] {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  return [
    // The choice of documents: by login or by the two codes.
    {
      ...{ path, title, login: 'optional', botCheck: false, form: 'text' },
      loggedIn: `/area-riservata?servizio=${slug}`,
    },
    { path: `${path}/{ws_service}/{docs}`, title, ...form, form: 'file' },
  ];
}

/** Address of the form about one document. */
export const formOn =
  (path: string): NonNullable<Service['documents']>['link'] =>
  ({ sistema, numero }) =>
    `${path}/${encodeURIComponent(sistema)}/${encodeURIComponent(numero)}`;
