/** The step of the server's build that gives each worker thread a file of its own. */
import { dirname, relative } from 'node:path/posix';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** As a module says where the file of a thread or process is (`platform/threads.server.ts`, `platform/children.server.ts`), and as it stands there until all files have names. */
const THREAD_URL = /new URL\('(\.\/[\w-]+-(?:thread|child)\.server\.ts)', import\.meta\.url\)/g;
const THREAD_PLACE = /thread-file:([\w$-]+)/g;

/** The file of a thread or process is an entry of its own in the bundle: each module that starts one says where it is there. */
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
