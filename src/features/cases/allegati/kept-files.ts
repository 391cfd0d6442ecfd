/** Files of a form that only this browser has so far, because there is no connection. Only the browser writes it. */
import { atom } from 'nanostores';
import type { ShownAllegato } from './allegati.contract.ts';

/** Begins the id of a file that only this browser has so far. */
export const KEPT_ID = 'qui-';
export const isKeptHere = (id: string): boolean => id.startsWith(KEPT_ID);

/** Keeps the files of a form in the browser while there is no connection. @property keep undefined: there is no room for it, or no key */
export type FileKeeper = {
  path: string;
  /** Nothing is sent from this page at all */
  isShell: boolean;
  keep(file: File): Promise<ShownAllegato | undefined>;
  forget(id: string): Promise<void>;
  annotate(id: string, nota: string): Promise<void>;
  /** When the connection is back. @returns those that arrived, by the id they had here */
  send(): Promise<Map<string, ShownAllegato>>;
};

/** undefined where a form does not wait for a connection. */
export const $fileKeeper = atom<FileKeeper | undefined>(undefined);
