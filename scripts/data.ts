/**
 * `npm run data -- COMMAND`: what is done to a store from the command line; `--help` lists the commands.
 * Exit: 0 done, 1 done in part or something was found wrong (stderr says what), 2 nothing was done.
 */
import { existsSync } from 'node:fs';
import { type DataCommand, errorWords } from './data/command.ts';

/** A command is read when it is called: to read them all takes longer than most of them work. */
const DATA_COMMANDS: Readonly<Record<string, () => Promise<DataCommand>>> = {
  import: async () => (await import('./data/import.ts')).importCommand,
  export: async () => (await import('./data/import.ts')).exportCommand,
  inbox: async () => (await import('./data/inbox.ts')).inboxCommand,
  create: async () => (await import('./data/store.ts')).createCommand,
  migrate: async () => (await import('./data/store.ts')).migrateCommand,
  check: async () => (await import('./data/store.ts')).checkCommand,
  backup: async () => (await import('./data/backup.ts')).backupCommand,
  restore: async () => (await import('./data/restore.ts')).restoreCommand,
  restored: async () => (await import('./data/store.ts')).restoredCommand,
  moved: async () => (await import('./data/store.ts')).movedCommand,
  secret: async () => (await import('./data/store.ts')).secretCommand,
  copy: async () => (await import('./data/store.ts')).copyCommand,
  ente: async () => (await import('./data/ente.ts')).enteCommand,
  files: async () => (await import('./data/files.ts')).filesCommand,
  fill: async () => (await import('./data/fill.ts')).fillCommand,
  receipts: async () => (await import('./data/receipts.ts')).receiptsCommand,
  retention: async () => (await import('./data/retention.ts')).retentionCommand,
  forget: async () => (await import('./data/retention.ts')).forgetCommand,
};

const givenWords = process.argv.slice(2);
const givenOptions = new Set(givenWords.filter((word) => word.startsWith('--')));
const [commandName = '', ...commandWords] = givenWords.filter((word) => !word.startsWith('--'));
const chosenCommand = Object.hasOwn(DATA_COMMANDS, commandName) ? await DATA_COMMANDS[commandName]?.() : undefined;
const shown = async () =>
  chosenCommand ? [chosenCommand] : Promise.all(Object.values(DATA_COMMANDS).map((read) => read()));
const helpOf = ({ usage, help }: DataCommand) => `npm run data -- ${usage}\n${help.replace(/^/gm, '    ')}`;

if (givenOptions.has('--help')) {
  console.log((await shown()).map(helpOf).join('\n'));
} else if (!chosenCommand || !isComplete(chosenCommand)) {
  const usages = (await shown()).map(({ usage }) => `npm run data -- ${usage}`);
  console.error(`Uso: ${usages.join('\n     ')}\nCon --help ogni comando dice che cosa fa; vedi anche docs/deploy.md.`);
  process.exitCode = 2;
} else {
  // As with `npm start`, the store's folder is relative to the project's root, wherever this is called.
  process.chdir(new URL('..', import.meta.url).pathname);
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    process.exitCode = await chosenCommand.run({ words: commandWords, options: givenOptions });
  } catch (error) {
    console.error(`${chosenCommand.nothing}: ${errorWords(error)}`);
    process.exitCode = 2;
  }
}

function isComplete({ words: [least, most], options: known = [] }: DataCommand): boolean {
  return (
    commandWords.length >= least &&
    commandWords.length <= most &&
    [...givenOptions].every((option) => known.includes(option))
  );
}
