/** How the browser's scripts are put together. */

/**
 * What pages have in common, each with what it needs itself, by the kind of a file and not by its place: left to itself the bundler writes
 * forty scripts for a form. The first two stand apart, so that a page without islands loads no React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 5 },
  { name: 'stores', test: /\/vault\.browser\.ts$|\.store\.ts$/, priority: 4 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//, priority: 3 },
  { name: 'zod', test: /node_modules\/zod\//, priority: 2 },
  { name: 'forms', test: /\/src\/.*\.tsx$/, minShareCount: 4, priority: 1 },
];
