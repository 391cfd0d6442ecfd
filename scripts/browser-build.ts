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

/** Names of folders and files, as a path of a module holds them. */
const among = (...names: string[]) => new RegExp(names.map((name) => `/${name}`).join('|'));

/**
 * What islands have in common, in a handful of scripts. Left to itself the bundler writes one for every set of islands that share a
 * module, two dozen by now, and small files compress worse (measured: 7 KB more for the report form).
 */
export const sharedScripts = [
  // What every page has, with or without islands.
  { name: 'page', test: among('src/wiring.browser'), priority: 9 },
  // What pages without React have as well: it may not stand in one script with it.
  {
    name: 'lists',
    test: among('src/platform/vault/vault\\.browser', 'src/features/area-riservata/area\\.store'),
    priority: 8,
  },
  // What every island has; React together with the kit is half a kilobyte less than the two by themselves.
  {
    name: 'island',
    test: among(
      'node_modules/(react|react-dom|scheduler|@astrojs/react)/',
      'src/platform/(client\\.browser|bot-check/BotConsent|vault/[Ll]ist)',
      'src/ui/(Icon|island|form/(BusyButton|Callout|Dialog|ErrorSummary|Field|NavButtons|Panel|TextArea|useMounted))',
      'src/features/(allegati/(?!.*\\.controlli)|pratica/pratica\\.contract|ente/tipi)',
    ),
    priority: 7,
  },
  // What requests have beyond the report.
  {
    name: 'request',
    test: among('src/features/(richiedente|richiesta|offerta)/(?!.*\\.controlli)'),
    minShareCount: 2,
    priority: 4,
  },
  // What requests share with the desk,
  { name: 'body', test: among('src/features/offerta/SceltaEnte'), priority: 5 },
  // and with the pages of cases and payments.
  {
    name: 'choices',
    test: among('src/(ui/form/RadioGroup|platform/atoms/(date|euro))\\.'),
    minShareCount: 2,
    priority: 5,
  },
  // What forms and lists have beyond it.
  {
    name: 'form',
    test: among(
      'src/(features/(modulo|otp|bozza|ente/ente\\.contract|segnalazione/segnalazione\\.contract)(?!.*\\.controlli)|platform/vault|ui/form/(?!RadioGroup))',
    ),
    minShareCount: 2,
    priority: 6,
  },
  // Fetched once somebody begins to write. What schemas are made of: the pages to pay with load it at once.
  {
    name: 'schemas',
    test: among('node_modules/zod/', 'src/platform/atoms/(testo|localised|email|codice-fiscale|cifra)\\.'),
    priority: 3,
  },
  // What every form is checked by,
  {
    name: 'checks',
    test: among('src/(features/(modulo|allegati)/.*\\.controlli|platform/atoms/(telefono|identificativo)\\.)'),
    priority: 2,
  },
  // and what requests are.
  {
    name: 'request-checks',
    test: among('src/(features/(richiedente|richiesta)/.*\\.controlli|platform/atoms/(data|intero|partita-iva)\\.)'),
    priority: 1,
  },
];
