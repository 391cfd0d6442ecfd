/**
 * `npm run data -- COMMAND`: what is done to a store from the command line; `--help` lists the commands.
 * Exit: 0 done, 1 done in part or something was found wrong (stderr says what), 2 nothing was done.
 */
import { existsSync } from 'node:fs';
import { backupCommand } from './data/backup.ts';
import { type DataCommand, errorWords } from './data/command.ts';
import { enteCommand } from './data/ente.ts';
import { filesCommand } from './data/files.ts';
import { fillCommand } from './data/fill.ts';
import { exportCommand, importCommand } from './data/import.ts';
import { receiptsCommand } from './data/receipts.ts';
import { restoreCommand } from './data/restore.ts';
import { forgetCommand, retentionCommand } from './data/retention.ts';
import {
  checkCommand,
  copyCommand,
  createCommand,
  migrateCommand,
  movedCommand,
  restoredCommand,
  secretCommand,
} from './data/store.ts';

const DATA_COMMANDS: Readonly<Record<string, DataCommand>> = {
  import: importCommand,
  export: exportCommand,
  create: createCommand,
  migrate: migrateCommand,
  check: checkCommand,
  backup: backupCommand,
  restore: restoreCommand,
  restored: restoredCommand,
  moved: movedCommand,
  secret: secretCommand,
  copy: copyCommand,
  ente: enteCommand,
  files: filesCommand,
  fill: fillCommand,
  receipts: receiptsCommand,
  retention: retentionCommand,
  forget: forgetCommand,
};

const givenWords = process.argv.slice(2);
const givenOptions = new Set(givenWords.filter((word) => word.startsWith('--')));
const [commandName = '', ...commandWords] = givenWords.filter((word) => !word.startsWith('--'));
const chosenCommand = Object.hasOwn(DATA_COMMANDS, commandName) ? DATA_COMMANDS[commandName] : undefined;
const helpOf = ({ usage, help }: DataCommand) => `npm run data -- ${usage}\n${help.replace(/^/gm, '    ')}`;

if (givenOptions.has('--help')) {
  console.log(chosenCommand ? helpOf(chosenCommand) : Object.values(DATA_COMMANDS).map(helpOf).join('\n'));
} else if (!chosenCommand || !isComplete(chosenCommand)) {
  const usages = (chosenCommand ? [chosenCommand] : Object.values(DATA_COMMANDS)).map(
    ({ usage }) => `npm run data -- ${usage}`,
  );
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
