import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import manifest from './package.json' with { type: 'json' };
import { nothingAhead, sharedScripts, shellWorker } from './scripts/browser-build.ts';
import { threadFiles } from './scripts/server-build.ts';
import { stylePlugins } from './src/ui/style/postcss.ts';

/** `client:touched`, for islands whose HTML does all until somebody turns to them. */
const touched = {
  name: 'touched',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touched', entrypoint: './src/ui/touched.browser.ts' }),
  },
};

/**
 * What production installs beside the build; all else is built in. Of the two largest libraries the server uses a part: built in as
 * well, the rest is neither read at the start nor kept in memory.
 */
const installed = Object.keys(manifest.dependencies).filter((name) => name !== 'kysely' && name !== 'zod');

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', bodySizeLimit: 12 * 1024 * 1024, experimentalDisableStreaming: true }),
  // Islands are rendered in one go: nothing of ours suspends, and a stream per island costs a third of the page.
  integrations: [react({ experimentalDisableStreaming: true }), touched],
  trailingSlash: 'ignore',
  session: false,
  build: { inlineStylesheets: 'always' },
  vite: {
    // A script of up to 1 KB stands in its page; a longer one is fetched once, not carried in the answer of each.
    build: { assetsInlineLimit: 1024 },
    plugins: [threadFiles(), nothingAhead(), shellWorker()],
    ssr: process.argv.includes('dev') ? {} : { noExternal: true, external: installed },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedScripts } } } } },
    },
    css: {
      // While developing nothing is purged: a class added to a page would be missing until the next start.
      postcss: { plugins: stylePlugins({ purged: !process.argv.includes('dev') }) },
      preprocessorOptions: {
        scss: {
          loadPaths: ['node_modules'],
          quietDeps: true,
          silenceDeprecations: ['import', 'global-builtin', 'color-functions', 'if-function'],
        },
      },
    },
  },
  security: {
    // Our own origin check answers 419 and covers JSON too (middleware).
    checkOrigin: false,
    // script-src and style-src only: the middleware appends what depends on the settings.
    csp: { directives: ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] },
  },
});
