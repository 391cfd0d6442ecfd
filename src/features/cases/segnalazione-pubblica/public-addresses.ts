/** Where everybody finds the public list, a report of it, and its photos. Pure. */

export const PUBLIC_LIST_PATH = '/segnalazioni';

export const reportPath = (id: string): string => `${PUBLIC_LIST_PATH}/${id}`;

export const photoHref = (id: string, n: number, isSmall = false): string =>
  `/api/v1/portale/segnalazioni/${id}/foto/${n}${isSmall ? '?piccola=1' : ''}`;
