/** The address under which a picture is shown in the browser, and not saved. Pure. */

export const pictureAddress = (id: string): string => `/api/v1/portale/allegati/${id}?apri=1`;
