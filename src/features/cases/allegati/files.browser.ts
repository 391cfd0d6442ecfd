/** What a field for files does once a citizen uses it: sends, removes, annotates and enlarges files. Loaded with the first of them. */
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { queueUpload } from '../../../ui/form/uploads.store.ts';
import { allegatoCalls } from './allegati.calls.ts';
import type { ShownAllegato } from './allegati.contract.ts';
import { $allegati } from './allegati.store.ts';
import { type FileCategoria, MAX_FILE, MAX_FILES } from './file-limits.ts';
import { $fileKeeper, isKeptHere } from './kept-files.ts';
import { pictureAddress } from './picture-address.ts';
import { shrinkPhoto } from './shrink.browser.ts';

/** What came of it. @property refused a line for each refused file, its name and the reason @property said for a screen reader */
export type FilesOutcome = { refused: string; said: string };

/** A file that is not there yet. @property at its place among those chosen together @property share of it that has left, 0 to 1 */
export type ComingFile = { at: number; name: string; share: number };

/**
 * The field in which the files are chosen. @property rendered all files of the page as it came @property countedApart its category
 * alone may have as many files as a form takes @property show draws the files that are still coming
 */
export type FilesField = {
  path: string;
  categoria: FileCategoria | undefined;
  countedApart: boolean | undefined;
  rendered: readonly ShownAllegato[];
  show(coming: readonly ComingFile[]): void;
};

/** An upload may end between two renderings: the store is ahead then. */
const latestFiles = ({ rendered }: Pick<FilesField, 'rendered'>) => $allegati.get() ?? rendered;

const countFiles = (field: FilesField): number =>
  latestFiles(field).filter((file) => !field.countedApart || file.categoria === field.categoria).length;

/** Sends the chosen files one after the other; one that is refused does not hold up the others. */
export async function uploadAll(chosen: readonly File[], field: FilesField): Promise<FilesOutcome> {
  const refused: string[] = [];
  for (const [at, file] of chosen.entries()) {
    const show = (share: number) =>
      field.show(chosen.map(({ name }, n) => ({ at: n, name, share: n === at ? share : 0 })).slice(at));
    show(0);
    const reason = await uploadOne(file, field, show);
    if (reason) refused.push(`${file.name}: ${reason}`);
  }
  field.show([]);
  const uploaded = chosen.length - refused.length;
  const words = `${uploaded === 1 ? 'File caricato' : 'File caricati'}: ${countFiles(field)} in tutto.`;
  return { refused: refused.join('\n'), said: [...(uploaded > 0 ? [words] : []), ...refused].join(' ') };
}

/** @returns the reason of a refusal, or undefined */
async function uploadOne(
  chosen: File,
  field: FilesField,
  progress: (share: number) => void,
): Promise<string | undefined> {
  if (countFiles(field) >= MAX_FILES) return `puoi allegare al massimo ${MAX_FILES} file.`;
  const file = await shrinkPhoto(chosen);
  if (file.size > MAX_FILE) return `supera i ${MAX_FILE / 1024 / 1024} MB. Riducilo e riprova.`;
  if ($fileKeeper.get()?.isShell) return keepHere(file, field);
  try {
    const { path, categoria } = field;
    const uploaded = await sendCall(allegatoCalls.caricaFile, { file, percorso: path, categoria }, { progress });
    $allegati.set([...latestFiles(field), uploaded]);
    return undefined;
  } catch (error) {
    if (!(error instanceof CallError) || navigator.onLine) return messageOf(error);
    return keepHere(file, field);
  }
}

/** Without a connection. @returns the reason why it is not kept, or undefined */
async function keepHere(file: File, field: FilesField): Promise<string | undefined> {
  const keeper = $fileKeeper.get();
  if (keeper?.path !== field.path) return NOT_SENT;
  const kept = await keeper.keep(file);
  if (!kept) return 'senza connessione non c’è più posto su questo dispositivo. Riprova quando torna la rete.';
  $allegati.set([...latestFiles(field), kept]);
  return undefined;
}

// What buttons do waits for them, as for any upload.
addEventListener('online', () => {
  const keeper = $fileKeeper.get();
  if (!keeper || keeper.isShell || !$allegati.get()?.some(({ Id }) => isKeptHere(Id))) return;
  const sending = async () => {
    await keeper.send().catch(console.debug);
    return {};
  };
  void queueUpload(sending, () => true);
});

export async function removeFile({ Id: id, nome }: ShownAllegato, field: FilesField): Promise<FilesOutcome> {
  try {
    if (isKeptHere(id)) await $fileKeeper.get()?.forget(id);
    else await sendCall(allegatoCalls.togliFile, { id });
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) return refusedFile(nome, error);
  }
  $allegati.set(latestFiles(field).filter((f) => f.Id !== id));
  return { refused: '', said: `${nome} tolto.` };
}

export async function saveNote(
  { Id: id, nome }: ShownAllegato,
  nota: string,
  field: FilesField,
): Promise<FilesOutcome> {
  try {
    if (isKeptHere(id)) await $fileKeeper.get()?.annotate(id, nota);
    const saved = isKeptHere(id) ? { nota } : await sendCall(allegatoCalls.annotaFile, { id, nota });
    $allegati.set(latestFiles(field).map((f) => (f.Id === id ? { ...f, nota: saved.nota } : f)));
    return { refused: '', said: `Nota di ${nome} salvata.` };
  } catch (error) {
    return refusedFile(nome, error);
  }
}

/** Shows the pictures of a field large, that of the given file first. */
export async function enlargePicture(of: ShownAllegato, shown: readonly ShownAllegato[]): Promise<FilesOutcome> {
  const { showPictures } = await import('./PhotoViewer.tsx');
  const pictures = shown.filter(({ miniatura }) => miniatura);
  showPictures(
    pictures.map(({ Id, nome, nota }) => ({ address: pictureAddress(Id), nome, ...(nota && { caption: nota }) })),
    pictures.indexOf(of),
  );
  return { refused: '', said: '' };
}

const NOT_SENT = 'non siamo riusciti a completare l’operazione. Controlla la connessione e riprova.';

const refusedFile = (nome: string, error: unknown): FilesOutcome => {
  const reason = `${nome}: ${messageOf(error)}`;
  return { refused: reason, said: reason };
};

function messageOf(error: unknown): string {
  if (error instanceof PortalError)
    return error.fields ? (Object.values(error.fields)[0]?.[0] ?? error.message) : error.message;
  return NOT_SENT;
}
