/** A build plugin that gives each worker thread and child process a file of its own. */
import { dirname, relative } from 'node:path/posix';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * The call by which a module names the file of a thread or process (`platform/threads.server.ts`, `platform/children.server.ts`),
 * and its placeholder until all files have names.
 */
const THREAD_URL = /new URL\('(\.\/[\w-]+-(?:thread|child)\.server\.ts)', import\.meta\.url\)/g;
const THREAD_PLACE = /thread-file:([\w$-]+)/g;

/** The file of a thread or process becomes an entry of the bundle, and the module that starts it gets its name. */
export function threadFiles(): Plugin {
  return {
    name: 'thread-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: {
      order: 'pre',
      filter: { id: /\.server\.ts$/ },
      handler(code, id) {
        const withPlaces = code.replace(THREAD_URL, (_all, file: string) => {
          const entry = this.emitFile({ type: 'chunk', id: fileURLToPath(new URL(file, pathToFileURL(id))) });
          return `new URL('thread-file:${entry}', import.meta.url)`;
        });
        return withPlaces === code ? null : { code: withPlaces, map: null };
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let found = 0;
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          chunk.code = chunk.code.replace(THREAD_PLACE, (_all, entry: string) => {
            found += 1;
            return `./${relative(dirname(chunk.fileName), this.getFileName(entry))}`;
          });
        }
        if (found === 0) this.error('Nessun modulo dice dove sta il file di un thread: guarda scripts/server-build.ts');
      },
    },
  };
}
