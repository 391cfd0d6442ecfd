/** Screens as rows: path, who may pass, what they take; and which of them an address is. */
import { pathTable } from './path-template.ts';

export type PortalScreen = {
  /** With `{name}` for a segment */
  path: string;
  title: string;
  /** `administrator`: of any ente; the page decides which data of which ente it shows */
  login: 'no' | 'optional' | 'required' | 'operator' | 'administrator';
  /** The script of the bot check is loaded for it */
  botCheck: boolean;
  /** Takes a form sent without JavaScript; `file`: one that may bring a file. Any other body is refused */
  form?: 'text' | 'file';
  /** Has personal data in its path: never cached, indexed or logged */
  personal?: true;
  /** Where a logged-in citizen is sent instead, who has a tax code */
  loggedIn?: string;
  /** Does not exist with PORTAL_MODE=production */
  sandbox?: true;
  /** There is none in front of a back end, which cannot do what it is for */
  ofStore?: true;
};

type ScreenMatch = { screen: PortalScreen; params: Record<string, string> };

/**
 * @property match finds the screen of a path as sent, still percent-encoded; another letter case or spelling is another path
 * @property botPaths the paths that load the script of the bot check
 */
export type ScreenTable = {
  all: readonly PortalScreen[];
  match(pathname: string): ScreenMatch | null;
  botPaths: readonly string[];
};

export function screensOf(all: readonly PortalScreen[]): ScreenTable {
  const findFits = pathTable(all);
  return {
    all,
    match(pathname) {
      for (const { row: screen, params } of findFits(pathname)) return { screen, params };
      return null;
    },
    botPaths: all.filter((s) => s.botCheck).map((s) => s.path),
  };
}
