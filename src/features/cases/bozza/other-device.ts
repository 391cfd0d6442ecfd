/** Where a guest leaves a draft for another device, and takes it up there. Pure; page and island. */

export const OTHER_DEVICE_PATH = '/altro-dispositivo';

/** @param path of the form whose draft is left */
export const leavingAddress = (path: string): string => `${OTHER_DEVICE_PATH}?modulo=${encodeURIComponent(path)}`;
