/** Screens as rows: path, who may pass, what they take; and which of them an address is. */
import { pathNames } from './contract.ts';

export type PortalScreen = {
  /** With `{name}` for a segment */
  path: string;
  title: string;
  login: 'no' | 'optional' | 'required' | 'operator';
  /** The script of the bot check is loaded for it */
  botCheck: boolean;
  /** Takes a form sent without JavaScript; `file`: one in which a file may come. Any other body is refused */
  form?: 'text' | 'file';
  /** Carries personal data in its path: never cached, indexed or logged */
  personal?: true;
  /** Where a logged-in citizen is sent instead */
  loggedIn?: string;
  /** Does not exist with PORTAL_MODE=production */
  sandbox?: true;
};

export type ScreenMatch = { screen: PortalScreen; params: Record<string, string> };

/**
 * @property match which screen a path is, as sent and still percent-encoded; another letter case or spelling is another path
 * @property botPaths those for which the script of the bot check is loaded
 */
export type ScreenTable = {
  all: readonly PortalScreen[];
  match(pathname: string): ScreenMatch | null;
  botPaths: readonly string[];
};

export function screensOf(all: readonly PortalScreen[]): ScreenTable {
  // Most paths are just words.
  const words = new Map(all.filter((s) => !s.path.includes('{')).map((screen) => [screen.path, screen]));
  // Fewer names first: `/chat/operatore/{email}/{id}` has a segment more than `/chat/{email}/{id}`.
  const patterns = all
    .filter((s) => s.path.includes('{'))
    .toSorted((a, b) => pathNames(a.path).length - pathNames(b.path).length)
    .map((screen) => ({
      screen,
      // A segment stands for one segment: an encoded slash stays inside it.
      pattern: new RegExp(`^${screen.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  return {
    all,
    match(pathname) {
      const screen = words.get(pathname);
      if (screen) return { screen, params: {} };
      for (const { screen, pattern } of patterns) {
        const match = pattern.exec(pathname);
        if (match) return { screen, params: { ...match.groups } };
      }
      return null;
    },
    botPaths: all.filter((s) => s.botCheck).map((s) => s.path),
  };
}
