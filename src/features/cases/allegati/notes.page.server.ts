/** Saves the notes of files that a browser without JavaScript posts with a form. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { ShownAllegato } from './allegati.contract.ts';
import { noteField } from './file-limits.ts';

/**
 * @param fields of the form, whatever button was pressed @param files that the form shows
 * @returns the files with the notes as they are now
 * @throws PortalError at the field of the note
 */
export async function saveNotes(
  fields: Readonly<Record<string, string>>,
  files: readonly ShownAllegato[],
  ctx: CallContext,
): Promise<ShownAllegato[]> {
  const noted: ShownAllegato[] = [];
  for (const file of files) {
    const nota = fields[noteField(file.Id)]?.trim();
    const isNew = nota !== undefined && nota !== (file.nota ?? '');
    const saved = isNew ? await saveNote({ id: file.Id, nota }, ctx) : file;
    noted.push({ ...saved, ...(file.categoria && { categoria: file.categoria }) });
  }
  return noted;
}

async function saveNote(note: { id: string; nota: string }, ctx: CallContext): Promise<ShownAllegato> {
  try {
    return await callOperation('annotaFile', note, ctx);
  } catch (error) {
    const reason = error instanceof PortalError && error.fields?.nota;
    throw reason ? new PortalError('invalid', { fields: { [noteField(note.id)]: reason }, cause: error }) : error;
  }
}
