import type { Plugin } from 'vite';

/** As Astro writes down how the module of a page is loaded. */
const PAGE = /^(var _page\d+ = )\(\) => (import\(.*\));$/gm;

/**
 * Node's loader is asked for the module of a page once, not at every request: finding it again takes a twentieth of a call of the
 * API (measured).
 */
export function pagesOnce(): Plugin {
  return {
    name: 'pages-once',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'ssr') return;
        let found = 0;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          found += chunk.code.match(PAGE)?.length ?? 0;
          chunk.code = chunk.code.replace(PAGE, '$1((page) => () => (page ??= $2))();');
        }
        if (found === 0) this.error('Astro scrive le sue pagine in un altro modo: guarda scripts/server-build.ts');
      },
    },
  };
}
