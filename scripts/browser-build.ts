import type { Plugin } from 'vite';

/**
 * A dynamic import here brings scripts only: the bundler's way of loading styles and other chunks ahead of one is 700 bytes that
 * nothing uses. A lazy style sheet would not be loaded, and stops the build.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js' || this.environment.name !== 'client') return null;
      return 'export const __vitePreload = (load) => load();';
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        for (const chunk of Object.values(bundle)) {
          // The list of what it would load ahead, and its mention at each import.
          if (chunk.type === 'chunk')
            chunk.code = chunk.code.replace(/^const __vite__mapDeps=.*\n|,__vite__mapDeps\(\[[\d,]*\]\)/gm, '');
        }
        const style = Object.keys(bundle).find((name) => name.endsWith('.css'));
        if (style) this.error(`${style}: un foglio di stile caricato a parte non arriverebbe alla pagina`);
      },
    },
  };
}

/**
 * What pages have in common, each with what it needs itself, by the kind of a file and not by its place: left to itself the bundler writes
 * forty scripts for a form. The first two stand apart, so that a page without islands loads no React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 5 },
  { name: 'stores', test: /\/vault\.browser\.ts$|\.store\.ts$/, priority: 4 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//, priority: 3 },
  { name: 'zod', test: /node_modules\/zod\//, priority: 2 },
  { name: 'forms', test: /\/src\/.*\.tsx$/, minShareCount: 2, priority: 1 },
];
