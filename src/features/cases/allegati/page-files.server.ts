/** The files of a form that a page sends itself: what its buttons do with them without JavaScript. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import type { ShownAllegato } from './allegati.contract.ts';
import { MAX_FILES } from './file-limits.ts';
import { saveNotes } from './notes.page.server.ts';

/** The ids of the files that the form has carried so far. */
export const fileIdsIn = ({ filesAllegati = '' }: Readonly<Record<string, string>>): string[] =>
  filesAllegati.split(' ').filter(Boolean).slice(0, MAX_FILES);

/**
 * @property files that the form shows from now on @property ids as they are sent: a second send of the same form gets the answer of the first
 * @property isDone the button was for files alone
 */
type TakenFiles = { files: ShownAllegato[]; ids: string[]; isDone: boolean };

/**
 * Uploads the file that was chosen, whatever button was pressed, saves the notes, and does what a button for files asks for.
 * @param form with the idempotency key of an upload in `_chiave_file` @param path of the form
 * @throws PortalError at the field `file` or that of a note
 */
export async function takeFiles(
  form: PageForm,
  shown: readonly ShownAllegato[],
  path: string,
  ctx: CallContext,
): Promise<TakenFiles> {
  const [button, id = ''] = form.action.split(':');
  const ids = fileIdsIn(form.fields);
  let files = [...shown];
  const { file } = form.files;
  if (button === 'aggiungi_file' && !file)
    throw new PortalError('invalid', { fields: { file: ['Scegli un file da allegare.'] } });
  if (file) {
    if (ids.length >= MAX_FILES)
      throw new PortalError('invalid', { fields: { file: [`Puoi allegare al massimo ${MAX_FILES} file.`] } });
    const uploaded = await callOperation('caricaFile', { file, percorso: path }, ctx, form.fields._chiave_file);
    files.push(uploaded);
    ids.push(uploaded.Id);
  }
  files = await saveNotes(form.fields, files, ctx);
  if (button === 'togli_file') {
    // A file that is gone already, because the button was pressed twice, is none to remove.
    if (files.some(({ Id }) => Id === id)) await callOperation('togliFile', { id }, ctx);
    files = files.filter(({ Id }) => Id !== id);
  }
  return { files, ids, isDone: button === 'aggiungi_file' || button === 'togli_file' };
}
