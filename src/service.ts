/** A service as one row: its definition, its operations and their handlers. Gathered in services.ts; the house has the rows. */
import type { ServiceDefinition } from './context.ts';
import type { ApiOperation } from './platform/contract.ts';
import type { OperationHandlers } from './platform/run.server.ts';
import type { PortalScreen } from './platform/screens.ts';

export type PortalService<
  Ops extends Record<string, ApiOperation> = Record<string, ApiOperation>,
  Data = unknown,
> = ServiceDefinition<Data> & {
  /** Of its calls in the OpenAPI document */
  tag: { name: string; description: string };
  operations: Ops;
  handlers: OperationHandlers<Ops>;
};

/** Declares a service. A row without its handlers does not compile. */
export const defineService = <const Ops extends Record<string, ApiOperation>, Data>(
  row: PortalService<Ops, Data>,
): PortalService<Ops> => row as PortalService<Ops>;

/** The two screens of a request about documents: their choice, and the form. @param form what differs for the form */
export function screensOnDocuments(
  path: string,
  title: string,
  form: Pick<PortalScreen, 'login' | 'botCheck'>,
): PortalScreen[] {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  return [
    // The choice of documents: by login or by the two codes.
    {
      path,
      title,
      login: 'optional',
      botCheck: false,
      form: 'text',
      loggedIn: `/area-riservata?servizio=${slug}`,
    },
    { path: `${path}/{ws_service}/{docs}`, title, ...form, form: 'file' },
  ];
}

/** Address of the form about one document. */
export const formOn =
  (path: string): NonNullable<ServiceDefinition['documents']>['link'] =>
  ({ sistema, numero }) =>
    `${path}/${encodeURIComponent(sistema)}/${encodeURIComponent(numero)}`;
