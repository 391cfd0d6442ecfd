import { dirname, relative } from 'node:path/posix';
import { fileURLToPath, pathToFileURL } from 'node:url';
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

/** As a module says where the file of a thread is (`platform/threads.server.ts`), and as it stands there until all files have names. */
const THREAD = /new URL\('(\.\/[\w-]+-thread\.server\.ts)', import\.meta\.url\)/g;
const PLACE = /thread-file:([\w$-]+)/g;

/** The file of a thread is an entry of its own in the bundle: each module that starts one says where it is there. */
export function threadFiles(): Plugin {
  return {
    name: 'thread-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: {
      order: 'pre',
      filter: { id: /\.server\.ts$/ },
      handler(code, id) {
        const withPlaces = code.replace(THREAD, (_all, file: string) => {
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
          chunk.code = chunk.code.replace(PLACE, (_all, entry: string) => {
            found += 1;
            return `./${relative(dirname(chunk.fileName), this.getFileName(entry))}`;
          });
        }
        if (found === 0) this.error('Nessun modulo dice dove sta il file di un thread: guarda scripts/server-build.ts');
      },
    },
  };
}

const CONTEXT = fileURLToPath(new URL('../src/platform/astro-context.server.ts', import.meta.url));

/** What Astro writes for each request, and what stands there instead. */
const LITERALS: readonly [theirs: string, ours: string][] = [
  [
    `createAstro(result, props, slotValues, apiContext) {`,
    `createAstro(result, props, slotValues, apiContext) {
    return new ComponentContext(this, result, props, slotValues);`,
  ],
  [
    `if (this.actionApiContext !== null) return this.actionApiContext;`,
    `if (this.actionApiContext !== null) return this.actionApiContext;
    return this.actionApiContext = new RequestContext(this);`,
  ],
  [
    `,
      get locals() {
        return self.locals;
      }
    };
    this.componentInstance`,
    `
    };
    this.componentInstance`,
  ],
  [`this.locals = options?.locals ?? {};`, `this.locals = this.renderOptions.locals = options?.locals ?? {};`],
  [
    `get headers() {
        return headers;
      },
      set headers(_) {
        throw new AstroError(AstroErrorData.AstroResponseHeadersReassigned);
      }`,
    `headers`,
  ],
];

/** @returns Astro's module of what it knows of a request, without accessors of a request's own: `src/platform/astro-context.server.ts` */
export function withoutAccessors(code: string): string {
  return LITERALS.reduce(
    (text, [theirs, ours]) => {
      if (text.split(theirs).length !== 2)
        throw new Error(`Astro lo scrive in un altro modo, guarda scripts/server-build.ts: ${theirs}`);
      return text.replace(theirs, () => ours);
    },
    `import { ComponentContext, RequestContext } from ${JSON.stringify(CONTEXT)};\n${code}`,
  );
}

/** A request is given back to memory when it has been answered. */
export function contextsAsClasses(): Plugin {
  let done = false;
  return {
    name: 'contexts-as-classes',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: {
      filter: { id: /\/astro\/dist\/core\/fetch\/fetch-state\.js$/ },
      handler(code) {
        done = true;
        return { code: withoutAccessors(code), map: null };
      },
    },
    buildEnd() {
      if (!done) this.error('Astro tiene altrove quello che sa di una richiesta: guarda scripts/server-build.ts');
    },
  };
}
