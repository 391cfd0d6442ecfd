/** Addresses of the pages on which an administrator sets up an ente. */
export const GESTIONE_PAGE = '/gestione';

export const gestionePath = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`;
