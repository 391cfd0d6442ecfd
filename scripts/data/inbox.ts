/** `inbox`: the files that the systems of the enti have left in a folder, one after the other; a timer starts it each night. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PortalHouse } from '../../src/context.ts';
import { ImportError } from '../../src/data/import.server.ts';
import { type ReceivedFile, receiveFile } from '../../src/features/people/importazioni/receive.server.ts';
import { PortalError } from '../../src/platform/errors.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { readSettings } from '../../src/settings.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { checkSecrets, secretsOf } from '../../src/store/secret.server.ts';
import { callerPath, type DataCommand, onTheStore } from './command.ts';
import { uploadPorts } from './files.ts';

/** Folders beside the files of an ente, for those that were read. */
const DONE_FOLDER = 'fatti';
const REFUSED_FOLDER = 'rifiutati';

export const inboxCommand: DataCommand = {
  usage: 'inbox CARTELLA',
  help: `importa i file (JSON, e le tabelle CSV o Excel spiegate in /gestione/importazioni) che i gestionali hanno lasciato in CARTELLA/ENTE/, uno dopo l’altro in ordine di nome, e li sposta in
${DONE_FOLDER}/ o ${REFUSED_FOLDER}/; accanto, in CSV, le righe rifiutate. L’esito è anche in /gestione/importazioni.
I PDF degli atti stanno accanto ai file che li nominano nel campo «pdf» dei documenti, e si spostano con loro.
Un nome che comincia con un punto o finisce in .part è di un file che sta ancora arrivando: resta dov’è.
Esce con 1 se qualche file o qualche riga è stata rifiutata.`,
  words: [1, 1],
  nothing: 'Nessun file importato',
  run: async ({ words: [folder = ''] }) => {
    const root = callerPath(folder);
    const enti = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return onTheStore(async (there) => {
      const settings = readSettings(process.env);
      const signer = createSigner(secretsOf(settings));
      const tools = { signer, ...(await uploadPorts(there.db)) };
      await checkSecrets(there.db, signer);
      let code = 0;
      for (const { name: ente } of enti)
        for (const name of waitingIn(join(root, ente)))
          if (!(await takeFile(there, { tools, ente, folder: join(root, ente), name }))) code = 1;
      return code;
    });
  },
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const waitingIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !/^\.|\.part$|\.pdf$/i.test(name) && isFile(join(folder, name)))
    .sort();

type WaitingFile = {
  tools: Pick<PortalHouse, 'signer' | 'files' | 'scan'>;
  ente: string;
  folder: string;
  name: string;
};

/** @returns false when something of the file was refused */
async function takeFile({ db, dialect }: PortalStore, { tools, ente, folder, name }: WaitingFile): Promise<boolean> {
  const acts = new Set<string>();
  const readAct = async (act: string) => {
    if (!isFile(join(folder, act))) return undefined;
    acts.add(act);
    return readFileSync(join(folder, act));
  };
  const sent = { ente, name, bytes: readFileSync(join(folder, name)), via: 'cartella' as const, chi: '', readAct };
  const known = await db.selectFrom('enti').select('id').where('id', '=', ente).executeTakeFirst();
  try {
    if (!known) throw new ImportError(`l’ente «${ente}» non è nell’archivio: la cartella ha il nome di un ente.`);
    const received = await receiveFile({ db, dialect, now: Date.now, ...tools }, sent, {
      isDry: false,
      confirmed: false,
    });
    console.log(`${ente}/${name}: ${inWords(received)}`);
    const { rejects } = received;
    // Before the data file: should this break off, the file comes again and finds the acts in the store.
    for (const act of acts) moveTo(folder, { name: act, into: DONE_FOLDER });
    const place = moveTo(folder, { name, into: DONE_FOLDER });
    if (rejects !== undefined) writeFileSync(`${place}.rifiuti.csv`, rejects, { mode: 0o600 });
    return rejects === undefined;
  } catch (error) {
    if (!(error instanceof ImportError || error instanceof PortalError)) throw error;
    console.error(`${ente}/${name}: ${error.message}`);
    // Another one is being brought in: this one has its turn next time.
    if (error instanceof ImportError) moveTo(folder, { name, into: REFUSED_FOLDER });
    return false;
  }
}

/** @returns where the file is now: one of the same name that is there already keeps its place */
function moveTo(folder: string, { name, into }: { name: string; into: string }): string {
  mkdirSync(join(folder, into), { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().slice(0, 19).replace(/\D/g, '');
  let place = join(folder, into, `${stamp}-${name}`);
  for (let n = 2; existsSync(place); n++) place = join(folder, into, `${stamp}-${n}-${name}`);
  renameSync(join(folder, name), place);
  return place;
}

function inWords({ sezioni, sostituiti, errori }: ReceivedFile): string {
  const rows = sezioni.map((s) => `${s.nome} +${s.nuovi} ~${s.aggiornati} =${s.invariati}`);
  const closed = sostituiti.map((s) => `${s.sistema}, ${s.sezione}: chiusi ${s.chiusi} di ${s.aperti}`);
  return [...rows, ...closed, ...(errori > 0 ? [`errori ${errori}`] : [])].join('; ');
}
