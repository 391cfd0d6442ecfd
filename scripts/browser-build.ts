/** Groups the browser's scripts into chunks, which load nothing ahead. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * Groups what pages have in common by the kind of file and not by its folder; without groups the bundler makes forty scripts for a form.
 * A group includes what its files import. Those of a higher priority come before the islands, so that a page without islands does not load React.
 */
export const sharedScripts = [
  { name: 'page', test: /\/wiring\.browser\.ts$/, priority: 3 },
  // Also for pages without islands.
  { name: 'kept', test: /\/bozza\/kept-mark\.ts$/, priority: 3 },
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

/** What the form of a report loads later, and has to have when there is no connection. */
const LATER_PARTS =
  /\/(coda\/coda-(form|sign)|bozza\/(keep-typed|kept-photos)|allegati\/files|platform\/upload)\.browser\.ts$/;
const LATER_PLACE = '__LATER_SCRIPTS__';
const VERSION_PLACE = '__VERSION__';

/** Writes the service worker of the form of a report, with the names of those scripts: each version of them is another worker. */
export const shellWorker = (): Plugin => ({
  name: 'shell-worker',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  buildStart() {
    const id = fileURLToPath(new URL('../src/features/services/segnalazione/shell.worker.ts', import.meta.url));
    this.emitFile({ type: 'chunk', id, fileName: 'senza-linea.js' });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const later = chunks.filter(({ moduleIds }) => moduleIds.some((id) => LATER_PARTS.test(id)));
      const worker = chunks.find(({ fileName }) => fileName === 'senza-linea.js');
      if (!worker?.code.includes(LATER_PLACE) || !worker.code.includes(VERSION_PLACE))
        this.error('Il service worker non ha il posto per i nomi degli script.');
      const names = later.map(({ fileName }) => `/${fileName}`).sort();
      const files = Object.keys(bundle).sort().join(' ');
      const version = createHash('sha256').update(files).digest('hex').slice(0, 12);
      worker.code = worker.code.replace(LATER_PLACE, () => JSON.stringify(names)).replace(VERSION_PLACE, version);
    },
  },
});
