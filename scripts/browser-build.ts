import type { Plugin } from 'vite';

/** What a browser needs of an operation: where to send what, and which tokens go with it. */
const KEPT = ['method', 'path', 'bot', 'creates', 'upload'];

const SCHEMA_OF_CALL = /\boper(?:ations|azioni)\w*\.\w+\.(?:input|output)\b/;

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * In the browser's build an operation is its facts of the wire alone: schemas, limits and documentation of calls stay on the
 * server (measured: a fifteenth of the report form's script beyond React). What a form checks as one types it imports by name.
 */
export function wireFacts(): Plugin {
  return {
    name: 'wire-facts',
    transform(code, id) {
      if (this.environment.name !== 'client') return null;
      if (SCHEMA_OF_CALL.test(code))
        this.error(`${id}: nel browser un’operazione non ha schemi; importa lo schema per nome`);
      if (!/\.contract\.ts$/.test(id)) return null;
      const edits: Edit[] = [];
      walk(this.parse(code, { lang: 'ts' }) as unknown as Node, (node) => {
        const callee = node.callee as (Node & { name?: string; object?: { name?: string } }) | undefined;
        if (node.type !== 'CallExpression') return;
        // A schema that nobody takes is no reason to keep it: the bundler cannot know that for itself.
        if (callee?.object?.name === 'z') edits.push({ from: node.start, to: node.start, text: '/* @__PURE__ */ ' });
        if (callee?.name === 'operation') edits.push(...factsAlone(code, (node.arguments as Node[])[0]));
      });
      return { code: edited(code, edits), map: null };
    },
  };
}

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

/** Names of folders and files, as a path of a module holds them. */
const among = (...names: string[]) => new RegExp(names.map((name) => `/${name}`).join('|'));

/**
 * What islands have in common, in six scripts. Left to itself the bundler writes one for every set of islands that share a
 * module, two dozen by now, and small files compress worse (measured: 7 KB more for the report form).
 */
export const sharedScripts = [
  // What every page has, with or without islands.
  { name: 'page', test: among('src/wiring.browser'), priority: 6 },
  // What pages without React have as well: it may not stand in one script with it.
  {
    name: 'lists',
    test: among('src/platform/vault/vault\\.browser', 'src/features/area-riservata/area\\.store'),
    priority: 5,
  },
  // What every island has; React together with the kit is half a kilobyte less than the two by themselves.
  {
    name: 'island',
    test: among(
      'node_modules/(react|react-dom|scheduler|@astrojs/react|zod)/',
      'src/platform/(client\\.browser|bot-check/BotConsent|vault/[Ll]ist|atoms/(testo|identificativo|email|codice-fiscale|cifra))',
      'src/ui/(Icon|island|form/(BusyButton|Callout|Dialog|ErrorSummary|Field|NavButtons|Panel|TextArea|useMounted))',
      'src/features/(allegati|pratica/pratica\\.contract|ente/tipi)',
    ),
    priority: 4,
  },
  // What requests have beyond the report.
  {
    name: 'request',
    test: among('src/(features/(richiedente|richiesta|offerta)/|platform/atoms/partita-iva)'),
    minShareCount: 2,
    priority: 1,
  },
  // What requests share with the pages of cases and payments.
  {
    name: 'choices',
    test: among('src/(ui/form/RadioGroup|platform/atoms/(date|intero|euro))'),
    minShareCount: 2,
    priority: 2,
  },
  // What forms and lists have beyond it.
  {
    name: 'form',
    test: among(
      'src/(features/(modulo|otp|bozza|ente/ente\\.contract|segnalazione/segnalazione\\.contract)|platform/(vault|atoms/(?!euro|numero-avviso|date|intero|partita-iva))|ui/form/(?!RadioGroup))',
    ),
    minShareCount: 2,
    priority: 3,
  },
];

type Edit = { from: number; to: number; text: string };

/** Leaves out the other properties, each with the comma that follows it. */
function factsAlone(code: string, row: Node | undefined): Edit[] {
  const properties = (row?.properties ?? []) as (Node & { key?: { name?: string } })[];
  return properties
    .filter(({ key }) => key?.name && !KEPT.includes(key.name))
    .map(({ start, end }) => ({ from: start, to: end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0), text: '' }));
}

/** An edit inside another that goes before it is gone with it. */
function edited(code: string, edits: readonly Edit[]): string {
  let done = '';
  let at = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    done += code.slice(at, from) + text;
    at = to;
  }
  return done + code.slice(at);
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit);
  if (node === null || typeof node !== 'object' || !('type' in node)) return;
  visit(node as Node);
  for (const child of Object.values(node)) walk(child, visit);
}
