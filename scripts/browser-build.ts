/** Groups the browser's scripts into chunks, which load nothing ahead. */
import type { Plugin } from 'vite';

/**
 * Groups what pages have in common by the kind of file and not by its folder; without groups the bundler makes forty scripts for a form.
 * A group includes what its files import. Those of a higher priority come before the islands, so that a page without islands does not load React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 3 },
  // Also for a page without islands.
  { name: 'euro', test: /\/atoms\/euro\.ts$/, priority: 3 },
  { name: 'stores', test: /\/vault\.browser\.ts$|\.store\.ts$/, priority: 2 },
  { name: 'islands', test: /\/src\/.*\.tsx$/, minShareCount: 4, priority: 1 },
];

/**
 * Nothing is loaded ahead of a dynamic import: the list of it would be carried by each script that has one. Astro replaces what its
 * own configuration says of this, so a plugin has the last word.
 */
export const nothingAhead = (): Plugin => ({
  name: 'nothing-ahead',
  configEnvironment: (name) => (name === 'client' ? { build: { modulePreload: false } } : undefined),
});
