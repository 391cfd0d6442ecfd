/** Where everybody finds the public list, a report of it, its photos and its place. Pure. */

export const PUBLIC_LIST_PATH = '/segnalazioni';

export const reportPath = (id: string): string => `${PUBLIC_LIST_PATH}/${id}`;

/** Picture of the map around its place. */
export const pointHref = (id: string): string => `/api/v1/portale/segnalazioni/${id}/mappa`;

export const photoHref = (id: string, n: number, isSmall = false): string =>
  `/api/v1/portale/segnalazioni/${id}/foto/${n}${isSmall ? '?piccola=1' : ''}`;
