/** Groups the browser's scripts into chunks. */

/**
 * What pages have in common, by the kind of a file and not by its place: left to itself the bundler writes forty scripts for a form.
 * Each group takes along what its files import. The first two stand before the islands, so that a page without islands loads no React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 3 },
  { name: 'stores', test: /\/vault\.browser\.ts$|\.store\.ts$/, priority: 2 },
  { name: 'islands', test: /\/src\/.*\.tsx$/, minShareCount: 4, priority: 1 },
];
