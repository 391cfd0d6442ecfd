/** The allowed directions of imports: pages → features → ui, platform. One function per rule, each with its test. */

import { chainTo, findCycles } from './graph.ts';
import type { CheckPart } from './part.ts';
import { edgesOf, type ImportEdge, readTree, type SourceTree } from './sources.ts';

type RoomRule = { values: readonly string[]; types?: readonly string[] };

/** For each folder of `src`, or file directly in it, the folders it may import. All others are forbidden. */
const IMPORT_PLAN: Record<string, RoomRule> = {
  pages: {
    values: ['features', 'ui', 'platform', 'sandbox', 'call.server.ts', 'context.ts', 'settings.ts'],
    types: ['api.ts', 'service.ts'],
  },
  // `call.server.ts` only in the code of a page (`x.page.server.ts`): in a handler it would close a ring, which is reported
  // below.
  features: {
    values: ['features', 'ui', 'platform', 'store', 'call.server.ts', 'context.ts', 'service.ts', 'settings.ts'],
  },
  ui: { values: ['ui', 'platform'], types: ['features'] },
  platform: { values: ['platform', 'context.ts', 'settings.ts'], types: ['store'] },
  adapters: { values: ['adapters', 'platform', 'store'], types: ['settings.ts'] },
  sandbox: { values: ['sandbox', 'platform', 'store', 'ui'], types: ['features', 'adapters', 'context.ts'] },
  data: { values: ['data', 'features', 'platform', 'store', 'services.ts'], types: ['context.ts', 'service.ts'] },
  upkeep: { values: ['upkeep', 'features', 'platform', 'store', 'services.ts'], types: ['context.ts'] },
  store: { values: ['store'] },
};

/**
 * The layers of `src/features`, from the screens of a person down to the base of every service: each may import itself and the
 * following ones. Within a layer no folder may import itself through others.
 */
const FEATURE_LAYERS = ['town', 'people', 'services', 'cases'];

/** Imports outside the plan, each with its reason. One that no longer exists is an error, too. */
const PLAN_EXCEPTIONS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'src/pages/api/[...path].ts',
    to: 'src/handlers.ts',
    why: 'the door of the API hands each call to its handler; other pages use call.server.ts',
  },
  ...['openapi.json.ts', 'api/v1/openapi.json.ts', 'sviluppatori/index.astro', 'sviluppatori/[argomento].astro'].map(
    (page) => ({
      from: `src/pages/${page}`,
      to: 'src/openapi.server.ts',
      why: 'what is served to generators, and what developers read, is one document',
    }),
  ),
  {
    from: 'src/ui/BotHead.astro',
    to: 'src/features/cases/verifica/verifica.contract.ts',
    why: 'the head of every page says where a challenge is fetched',
  },
  ...['ente.ts', 'servizi.ts'].map((to) => ({
    from: 'src/ui/Footer.astro',
    to: `src/features/cases/ente/${to}`,
    why: 'the foot of every page leads to the reports where the municipality takes any',
  })),
  ...['ente.ts', 'ente.server.ts', 'servizi.ts'].map((to) => ({
    from: 'src/ui/Contacts.astro',
    to: `src/features/cases/ente/${to}`,
    why: 'the contacts on every page lead to the desks and to appointments where the municipality has any',
  })),
  {
    from: 'src/ui/BotHead.astro#script',
    to: 'src/wiring.browser.ts',
    why: 'the script of every page starts from here',
  },
  ...[
    ['gestione.contract.ts', 'ufficio.ts'],
    ['gestione.contract.ts', 'offerta.ts'],
    ['uffici-gestione.server.ts', 'import.server.ts'],
    ['dati-gestione.server.ts', 'import.server.ts'],
    ['dati-gestione.server.ts', 'image.ts'],
    ['rows-gestione.server.ts', 'import.server.ts'],
    ['rows-gestione.server.ts', 'row-code.ts'],
    ['rows-gestione.server.ts', 'calendario.ts'],
    ['rows-gestione.server.ts', 'sportello.ts'],
    ['rows-gestione.server.ts', 'servizio-pagamento.ts'],
    ['rows.page.server.ts', 'calendario.ts'],
    ['rows.page.server.ts', 'sportello.ts'],
    ['rows.page.server.ts', 'servizio-pagamento.ts'],
    ['dati-parts.ts', 'offerta.ts'],
    ['dati-gestione.server.ts', 'ente.ts'],
    ['dati-gestione.server.ts', 'ente-row.server.ts'],
    ['dati.page.server.ts', 'ente.ts'],
    ['dati.page.server.ts', 'offerta.ts'],
  ].map(([from, to]) => ({
    from: `src/features/people/gestione/${from}`,
    to: `src/data/${to}`,
    why: 'the forms of an administrator and the import are two doors to one set of rules',
  })),
  ...[
    ['importazioni.server.ts', 'import.server.ts'],
    ['atti.server.ts', 'documento.ts'],
    ['atti.server.ts', 'row-check.ts'],
    ['receive.server.ts', 'documento.ts'],
    ['receive.server.ts', 'import.server.ts'],
    ['receive.server.ts', 'data-json.server.ts'],
    ['receive.server.ts', 'json-file.ts'],
    ['receive.server.ts', 'row-batch.ts'],
    ['rejects.server.ts', 'data-json.server.ts'],
    ['rejects.server.ts', 'json-file.ts'],
    ['rejects.server.ts', 'row-check.ts'],
    ['tabella.server.ts', 'import.server.ts'],
    ['tabella.server.ts', 'json-file.ts'],
    ['tabella.server.ts', 'row-check.ts'],
    ['tabella.server.ts', 'posizione.ts'],
    ['tabella.server.ts', 'rappresentanza.ts'],
    ['tabella.server.ts', 'documento.ts'],
  ].map(([from, to]) => ({
    from: `src/features/people/importazioni/${from}`,
    to: `src/data/${to}`,
    why: 'a file that a person or a program sends is imported as the command line does it',
  })),
  {
    from: 'src/store/away.server.ts',
    to: 'src/platform/errors.ts',
    why: 'a database that is away is the caller’s to hear in words, wherever it is noticed',
  },
  ...['away.server.ts', 'listen.server.ts', 'postgres.server.ts', 'sqlite.server.ts'].map((from) => ({
    from: `src/store/${from}`,
    to: 'src/platform/monitoring/faults.server.ts',
    why: 'only the store sees a database fail and work again',
  })),
  {
    from: 'src/store/postgres.server.ts',
    to: 'src/platform/monitoring/request.server.ts',
    why: 'a connection outlives the request that opens it',
  },
  {
    from: 'src/store/fair.server.ts',
    to: 'src/platform/rotation.ts',
    why: 'networks take turns for connections as for all else',
  },
  ...['migrate.server.ts', 'open.server.ts'].map((from) => ({
    from: `src/store/${from}`,
    to: 'src/platform/log.server.ts',
    why: 'a host that waits for the schema, or works on a newer one, says so in the log',
  })),
  {
    from: 'src/store/listen.server.ts',
    to: 'src/platform/log.server.ts',
    why: 'a host that hears nothing of the others says so in the log',
  },
  {
    from: 'src/store/fair.server.ts',
    to: 'src/platform/monitoring/request.server.ts',
    why: 'the request under way says which network borrows a connection',
  },
];

/**
 * `x.db.ts` belongs to the feature of its folder. These others read or write the same tables, each with its reason.
 * `from` and `to` may be files or folders.
 */
const DB_GUESTS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/cases/ufficio/ufficio.db.ts',
    why: 'an administrator sets up the offices that cases go to',
  },
  ...['people/deleghe', 'services/delega-ufficio'].map((folder) => ({
    from: `src/features/${folder}/`,
    to: 'src/features/cases/posizione/deleghe-',
    why: 'a citizen gives a delegation and an office grants one: both are written and read in one way',
  })),
  {
    from: 'src/features/services/delega-ufficio/',
    to: 'src/features/cases/pratica/atti.db.ts',
    why: 'that an office has ended a delegation is in the trail of the case that granted it',
  },
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/cases/programma/programma.db.ts',
    why: 'an administrator gives programs their keys',
  },
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/cases/programma/webhook.db.ts',
    why: 'an administrator sets the addresses at which programs are told of changes',
  },
  ...['gestione', 'operatore'].map((folder) => ({
    from: `src/features/people/${folder}/`,
    to: 'src/features/cases/programma/cambiamenti.db.ts',
    why: 'changes are numbered when somebody asks for them',
  })),
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/cases/protocollo/protocolli.db.ts',
    why: 'an administrator says which system registers the cases of the ente, and sees what it has not registered',
  },
  ...['pratica/atti.db.ts', 'pratica/eventi.db.ts', 'pratica/pratica.db.ts', 'allegati/allegati.db.ts'].map((to) => ({
    from: 'src/features/cases/protocollazione/',
    to: `src/features/cases/${to}`,
    why: 'a protocol gets the case with its files, and the number that it gives stands in the case and its timeline',
  })),
  {
    from: 'src/features/cases/protocollazione/',
    to: 'src/features/cases/protocollo/protocolli.db.ts',
    why: 'what was asked for in the transaction of a case is asked of the protocol afterwards',
  },
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/cases/app-io/app-io.db.ts',
    why: 'an administrator writes the keys of App IO, and sees what became of the messages',
  },
  {
    from: 'src/features/cases/app-io/',
    to: 'src/features/cases/pratica/pratica.db.ts',
    why: 'what people are told of a case is read when the message leaves',
  },
  {
    from: 'src/features/services/abbonamento-parcheggi/',
    to: 'src/features/cases/pratica/pratica.db.ts',
    why: 'whether a permit still holds is read when its reminder leaves',
  },
  {
    from: 'src/features/people/gestione/',
    to: 'src/features/services/paga-online/convenzioni.db.ts',
    why: 'an administrator writes what the ente has with pagoPA',
  },
  ...['ente/ente.db.ts', 'offerta/offerta.db.ts'].map((to) => ({
    from: 'src/features/people/gestione/',
    to: `src/features/cases/${to}`,
    why: 'an administrator sets up what the import writes',
  })),
  ...['calendari.db.ts', 'concerned.db.ts'].map((to) => ({
    from: 'src/features/people/gestione/',
    to: `src/features/cases/calendario/${to}`,
    why: 'an administrator sets up when an office receives, and sees who has booked outside its new hours',
  })),
  ...[
    'calendario/appuntamenti.db.ts',
    'calendario/calendari.db.ts',
    'calendario/waiting-list.db.ts',
    'ente/sportelli.db.ts',
    'pratica/pratica.db.ts',
  ].map((to) => ({
    from: 'src/features/people/agenda/',
    to: `src/features/cases/${to}`,
    why: 'the agenda of an office shows its calendar, who has booked, and says what became of it',
  })),
  {
    from: 'src/features/people/operatore/',
    to: 'src/features/cases/pratica/etichette.db.ts',
    why: 'the list is filtered by the tags that its enti have in use',
  },
  {
    from: 'src/upkeep/',
    to: 'src/features/cases/pratica/pratica.db.ts',
    why: 'a case that is deleted or made anonymous takes the words along by which it is found',
  },
  ...['allegati/allegati.db.ts', 'bozza/bozza.db.ts'].map((to) => ({
    from: 'src/upkeep/',
    to: `src/features/cases/${to}`,
    why: 'a draft that was left for an address is forgotten with its files, as its person would discard it',
  })),
  ...['eventi.db.ts', 'pratica.db.ts'].map((to) => ({
    from: 'src/features/cases/chat/',
    to: `src/features/cases/pratica/${to}`,
    why: 'a case and its chat are one table and one timeline: two counters over the same book',
  })),
  {
    from: 'src/features/cases/chat/',
    to: 'src/features/cases/pratica/atti.db.ts',
    why: 'what is hidden in a timeline leaves its line in the trail of the case',
  },
  {
    from: 'src/features/cases/chat/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'the timeline shows the files of the case in one query',
  },
  {
    from: 'src/features/services/segnalazione/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'the files of a report that waits to be confirmed go over to the citizen who confirms it',
  },
  ...['ente/sportelli.db.ts', 'pratica/pratica.db.ts'].map((to) => ({
    from: 'src/features/cases/calendario/',
    to: `src/features/cases/${to}`,
    why: 'an appointment is at a desk, and its case says when',
  })),
  ...['ente/sportelli.db.ts', 'calendario/calendari.db.ts'].map((to) => ({
    from: 'src/features/services/sportello-territoriale/',
    to: `src/features/cases/${to}`,
    why: 'the desks of an ente, and how they receive, are data that several services show',
  })),
  ...['appuntamenti.db.ts', 'calendari.db.ts'].map((to) => ({
    from: 'src/features/services/appuntamento/',
    to: `src/features/cases/calendario/${to}`,
    why: 'citizens book what the office has in its agenda',
  })),
  {
    from: 'src/housekeeping.server.ts',
    to: 'src/features/cases/calendario/appuntamenti.db.ts',
    why: 'a time that nobody holds any more is no row',
  },
  {
    from: 'src/features/cases/pratica/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'the receipt lists the files of the case',
  },
  {
    from: 'src/features/cases/chat/',
    to: 'src/features/cases/mappa/mappa.db.ts',
    why: 'a case says whether there is a picture of its map',
  },
  ...['avvisi.db.ts', 'journal.db.ts', 'own-pagamenti.db.ts'].map((to) => ({
    from: 'src/features/people/incassi/',
    to: `src/features/services/paga-online/${to}`,
    why: 'the books of an ente are what the journal says of its notices',
  })),
  ...['avvisi.db.ts', 'journal.db.ts', 'ricevute-pull.db.ts'].map((to) => ({
    from: 'src/features/services/riversamenti/',
    to: `src/features/services/paga-online/${to}`,
    why: 'flows are read as receipts are: one host at a time has an ente, and what they say changes the notices',
  })),
  {
    from: 'src/data/',
    to: 'src/features/services/paga-online/servizio-incasso.db.ts',
    why: 'a file brings the notices of receipts that came before it',
  },
  {
    from: 'src/data/closing.db.ts',
    to: 'src/features/services/paga-online/avvisi.db.ts',
    why: 'nothing is closed while its money is on its way',
  },
  {
    from: 'src/features/town/pubblicazione/',
    to: 'src/features/cases/pratica/atti.db.ts',
    why: 'what is shown to everybody leaves its line in the trail of the case',
  },
  {
    from: 'src/features/town/pubblicazione/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'an operator chooses among the photos of a case those that everybody may see',
  },
  {
    from: 'src/features/town/open-data/',
    to: 'src/features/town/segnalazioni/segnalazioni.db.ts',
    why: 'the open data are the rows of the public list, found by the same filters',
  },
  {
    from: 'src/features/cases/pratica/',
    to: 'src/features/cases/mappa/mappa.db.ts',
    why: 'the picture of a map is seen by those who see its case, and printed in the receipt',
  },
  {
    from: 'src/features/cases/bozza/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'the files of a draft are shown and thrown away with it',
  },
  {
    from: 'src/features/services/mezzo-permanente/',
    to: 'src/features/cases/allegati/allegati.db.ts',
    why: 'the files of a device are named, shown and thrown away with it',
  },
  {
    from: 'src/features/services/mezzo-permanente/',
    to: 'src/features/cases/pratica/pratica.db.ts',
    why: 'a declaration that was sent is read from its case',
  },
  {
    from: 'src/housekeeping.server.ts',
    to: 'src/features/services/mezzo-permanente/dichiarazioni.db.ts',
    why: 'a declaration that nobody sent goes with its draft',
  },
  { from: 'src/data/', to: 'src/features/cases/ente/ente.db.ts', why: 'the import writes bodies' },
  {
    from: 'src/house.server.ts',
    to: 'src/features/cases/ente/ente.db.ts',
    why: 'a sandbox without bodies gets the demo data',
  },
  {
    from: 'src/wiring.ts',
    to: 'src/features/cases/ente/ente.db.ts',
    why: 'tells the login which enti there are, and the bot check their host names',
  },
  { from: 'src/wiring.ts', to: 'src/sandbox/mailbox.db.ts', why: 'gives the sandbox mail adapter its table' },
  { from: 'src/pages/sandbox/', to: 'src/sandbox/mailbox.db.ts', why: 'the mailbox page reads the test mails' },
];

const isTest = (path: string) => /\.test\.tsx?$|-test\.ts$/.test(path) || path.startsWith('tests/');
const isServer = (path: string) =>
  /\.(server|db)\.ts$/.test(path) ||
  path.startsWith('node:') ||
  path.startsWith('src/store/') ||
  path === 'src/wiring.ts';
const isContract = (path: string) => /[/.]contract\.ts$/.test(path);
const startsInBrowser = (path: string) =>
  /\.tsx$|\.(browser|store|worker)\.ts$|\.astro#script$/.test(path) && !isTest(path);

/** @returns a sentence per import against the plan */
function wrongDirections(all: readonly ImportEdge[], exceptions = PLAN_EXCEPTIONS): string[] {
  const wrong = all.filter(({ from, to, type }) => {
    const plan = IMPORT_PLAN[roomOf(from)];
    if (isTest(from) || !to.startsWith('src/') || !plan || plan.values.includes(roomOf(to))) return false;
    return !(type && plan.types?.includes(roomOf(to)));
  });
  const excused = (edge: ImportEdge) => exceptions.some((e) => e.from === edge.from && e.to === edge.to);
  const stale = exceptions.filter((e) => !wrong.some((edge) => e.from === edge.from && e.to === edge.to));
  return [
    ...wrong
      .filter((e) => !excused(e))
      .map(({ from, to }) => `${from} → ${to}: ${roomOf(from)} may not ask ${roomOf(to)}`),
    ...stale.map(({ from, to }) => `${from} → ${to}: this exception is not needed any more`),
  ];
}

/** The commands need the places of files, and nothing else of the house. */
const WIRINGS: ReadonlySet<string> = new Set(['src/wiring.ts', 'scripts/data/files.ts']);

/** Only the wiring imports adapters; types are allowed. */
function adaptersOutsideTheWiring(all: readonly ImportEdge[]): string[] {
  return all
    .filter(({ from, to, type }) => roomOf(to) === 'adapters' && roomOf(from) !== 'adapters' && !type && !isTest(from))
    .filter(({ from, to, lazy }) => !WIRINGS.has(from) && !(lazy && to.endsWith('.browser.ts')))
    .map(({ from, to }) => `${from} → ${to}: only src/wiring.ts imports adapters`);
}

/** @returns a sentence per browser module that brings server code along, with the way it takes */
function serverCodeInTheBrowser(all: readonly ImportEdge[]): string[] {
  return waysFromTheBrowser(all, isServer).map((way) => `${way}: server code in the browser`);
}

/** The schemas of calls weigh more than the rest of a form's script. */
function contractsInTheBrowser(all: readonly ImportEdge[]): string[] {
  return waysFromTheBrowser(all, isContract).map(
    (way) => `${way}: in the browser a contract is its types; import x.calls.ts`,
  );
}

function waysFromTheBrowser(all: readonly ImportEdge[], wanted: (path: string) => boolean): string[] {
  const values = all.filter((edge) => !edge.type);
  const starts = [...new Set(all.map((edge) => edge.from))].filter(startsInBrowser);
  return starts.flatMap((start) => chainTo(values, start, wanted)?.join(' → ') ?? []);
}

/** @returns a sentence per ring of files that import each other; types count */
function importCycles(all: readonly ImportEdge[]): string[] {
  return findCycles(all.filter((edge) => !edge.lazy)).map((ring) => `${ring.join(' → ')}: a cycle`);
}

function strangersAtTheDb(all: readonly ImportEdge[], guests = DB_GUESTS): string[] {
  const strange = all.filter(
    ({ from, to }) => to.endsWith('.db.ts') && folderOf(from) !== folderOf(to) && !isTest(from),
  );
  const invited = (edge: ImportEdge) => guests.some((g) => edge.from.startsWith(g.from) && edge.to.startsWith(g.to));
  const stale = guests.filter((g) => !strange.some((e) => e.from.startsWith(g.from) && e.to.startsWith(g.to)));
  return [
    ...strange.filter((e) => !invited(e)).map(({ from, to }) => `${from} → ${to}: queries belong to their feature`),
    ...stale.map(({ from, to }) => `${from} → ${to}: this exception is not needed any more`),
  ];
}

/** @returns a sentence per import that goes up from one layer of the features to another; types count */
function againstTheLayers(all: readonly ImportEdge[]): string[] {
  return all
    .filter(({ from, to }) => !isTest(from) && layerOf(from) > layerOf(to) && layerOf(to) >= 0)
    .map(
      ({ from, to }) => `${from} → ${to}: ${FEATURE_LAYERS[layerOf(from)]} may not ask ${FEATURE_LAYERS[layerOf(to)]}`,
    );
}

/** @returns a sentence per ring of folders of the features that import each other; types count */
function foldersInACircle(all: readonly ImportEdge[]): string[] {
  const arrows = all.flatMap(({ from, to }) => {
    const [asks, answers] = [featureOf(from), featureOf(to)];
    return asks && answers && asks !== answers && !isTest(from) ? [{ from: asks, to: answers }] : [];
  });
  return findCycles(arrows).map((ring) => `${ring.join(' → ')}: folders in a circle`);
}

const layerOf = (path: string) => FEATURE_LAYERS.indexOf(/^src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? '');

/** Folder of a feature, inside its layer or beside the layers. */
const featureOf = (path: string) =>
  new RegExp(`^src/features/(?:(?:${FEATURE_LAYERS.join('|')})/)?[a-z-]+(?=/)`).exec(path)?.[0];

/** Folders with a meaningless name collect everything. */
function namelessFolders(paths: readonly string[]): string[] {
  const found = paths.flatMap(
    (path) => /^(.*\/)?(utils?|helpers?|common|lib|shared|misc)(?=\/)/i.exec(path)?.[0] ?? [],
  );
  return [...new Set(found)].map((name) => `${name}/: a folder is named after what it holds`);
}

/** What these do for one caller would hold up all others: they work in the processes of `platform/children.server.ts`. */
const SLOW_LIBRARIES: ReadonlySet<string> = new Set(['pdfkit', 'sax', 'sharp', 'yauzl']);

/** @returns a sentence per way from the calls to a slow library; the file of a process is no import */
function slowWorkInTheHost(all: readonly ImportEdge[]): string[] {
  const way = chainTo(
    all.filter((edge) => !edge.type),
    'src/handlers.ts',
    (path) => SLOW_LIBRARIES.has(path),
  );
  return way ? [`${way.join(' → ')}: slow work belongs in a process of its own (x-child.server.ts)`] : [];
}

/** The full zod is four times the size of zod/mini in the browser, and both together would be worse. */
function fullZod(all: readonly ImportEdge[]): string[] {
  return all.filter(({ to }) => to === 'zod').map(({ from }) => `${from}: import zod/mini`);
}

function roomOf(path: string): string {
  return /^src\/([^/]+)/.exec(path)?.[1] ?? '';
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

export function faultsOf(tree: SourceTree, exceptions = PLAN_EXCEPTIONS, guests = DB_GUESTS): string[] {
  const all = edgesOf(tree);
  return [
    ...wrongDirections(all, exceptions),
    ...adaptersOutsideTheWiring(all),
    ...serverCodeInTheBrowser(all),
    ...contractsInTheBrowser(all),
    ...importCycles(all),
    ...strangersAtTheDb(all, guests),
    ...againstTheLayers(all),
    ...foldersInACircle(all),
    ...namelessFolders([...tree.keys()]),
    ...slowWorkInTheHost(all),
    ...fullZod(all),
  ];
}

export const importsPart: CheckPart = {
  name: 'imports',
  promise: 'imports go one way, server code stays on the server, no cycles',
  look: async ({ root }) => {
    const tree = new Map([...readTree(root, 'src'), ...readTree(root, 'tests'), ...readTree(root, 'scripts')]);
    return { faults: faultsOf(tree), notes: [`${tree.size} files`] };
  },
};
