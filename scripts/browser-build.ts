/** Groups the browser's scripts into chunks. */

/**
 * Groups what pages have in common by the kind of file and not by its folder; without groups the bundler makes forty scripts for a form.
 * A group includes what its files import. The first two come before the islands, so that a page without islands does not load React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 3 },
  { name: 'stores', test: /\/vault\.browser\.ts$|\.store\.ts$/, priority: 2 },
  { name: 'islands', test: /\/src\/.*\.tsx$/, minShareCount: 4, priority: 1 },
];
