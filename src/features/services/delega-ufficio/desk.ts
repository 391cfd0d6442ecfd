/** The page on which an operator looks at such a request. Pure. */

/** @param id of the case, as its office knows it */
export const deskPath = (id: string): string => `/operatore/delega/${id}`;
