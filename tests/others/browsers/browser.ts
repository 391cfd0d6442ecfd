/** What the walk needs of a browser. */
import type { Session } from './session.ts';

/** @property scripts whether pages may run theirs */
export type BrowserOptions = { scripts: boolean };

/**
 * @property resize gives the page this size, in CSS pixels
 * @property errors what has come onto the console as an error since they were asked for before
 */
export type OtherBrowser = Session & {
  resize(width: number, height: number): Promise<void>;
  errors(): Promise<string[]>;
  end(): Promise<void>;
};
