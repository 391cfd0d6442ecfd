/** Files that devices and declarations name: uploaded before by the same person, for this declaration or for none yet. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { adoptFiles, listOwnAllegati, removeAllegato } from '../../cases/allegati/allegati.db.ts';
import { categorieOf, NOT_OWN_FILE } from '../../cases/allegati/allegati.server.ts';
import type { FileCategoria } from '../../cases/allegati/file-limits.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { namedFilesOf } from './dichiarazione-view.server.ts';
import { deleteRemovedRows, isNamedElsewhere, listRows } from './mezzi.db.ts';
import { FILE_MEZZO, MAX_FILE_MEZZO, type NamedFile } from './mezzo.ts';
import type { MezzoFile } from './pratica-data.ts';

type SentFile = { Id: string; categoria?: FileCategoria | undefined };

const TOO_MANY = `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria.`;

/**
 * Adds and removes the files that were sent; the others stay. A removed file is deleted, unless another device names it.
 * @param target ids of the declaration and of the row; a row of '' is the declaration itself
 * @param current what it names so far
 * @throws PortalError `not_found` for a file that does not exist or is another person's, of another form or of a case; `invalid` beyond 10 of a kind
 */
export async function nameFiles(
  ctx: CallContext,
  target: { dichiarazione: string; id: string },
  { current, sent }: { current: readonly MezzoFile[]; sent: readonly NamedFile[] | undefined },
): Promise<MezzoFile[]> {
  if (!sent || sent.length === 0) return [...current];
  const removed = new Set(sent.filter((f) => f.IsDeleted).map((f) => f.Id));
  const named = sent.filter((f) => !f.IsDeleted);
  // Files that were deleted elsewhere do not count.
  const live = new Set(
    (
      await listOwnAllegati(
        ctx.db,
        ownerOf(ctx),
        current.map((f) => f.Id),
      )
    ).map((f) => f.id),
  );
  const kept = current.filter((f) => live.has(f.Id) && !removed.has(f.Id) && !named.some((n) => n.Id === f.Id));
  const all = [...kept, ...named.map(({ Id, categoria }) => ({ Id, categoria }))];
  checkFileCount(all);
  await claimFiles(
    ctx,
    target.dichiarazione,
    named.filter((n) => !current.some((f) => f.Id === n.Id && f.categoria === n.categoria)),
  );
  for (const { Id } of current.filter((f) => removed.has(f.Id)))
    if (!(await isNamedElsewhere(ctx.db, Id, target))) await removeAllegato(ctx.db, Id, ownerOf(ctx));
  return all;
}

/** Deletes removed devices with the files that only they name: these would pass for files of the declaration itself. */
export async function forgetRemovedRows(ctx: CallContext, dichiarazione: string): Promise<void> {
  const rows = await listRows(ctx.db, { dichiarazione });
  const namedIn = (subset: typeof rows) => new Set(subset.flatMap((r) => namedFilesOf(r).map((f) => f.Id)));
  const kept = namedIn(rows.filter((r) => r.tolto === null));
  for (const id of namedIn(rows.filter((r) => r.tolto !== null)))
    if (!kept.has(id)) await removeAllegato(ctx.db, id, ownerOf(ctx));
  await deleteRemovedRows(ctx.db, dichiarazione);
}

/** @throws PortalError `invalid` on `allegati` */
export function checkFileCount(files: readonly { categoria: string }[]): void {
  for (const categoria of Object.keys(FILE_MEZZO))
    if (files.filter((f) => f.categoria === categoria).length > MAX_FILE_MEZZO)
      throw new PortalError('invalid', { message: TOO_MANY, fields: { allegati: [TOO_MANY] } });
}

/**
 * Files of the declaration as every request sends them, with those of the applicant. Each has the category of this call or of
 * its upload, else it is one of the other documents.
 * @throws PortalError `not_found` for a file that does not exist or is another person's, of another form or of a case
 */
export async function takeFiles(ctx: CallContext, dichiarazione: string, files: readonly SentFile[]): Promise<void> {
  const categorie = await categorieOf(ctx, files);
  const named = files.map(({ Id }, i) => ({ Id, categoria: categorie[i] ?? 'altri_documenti' }));
  await claimFiles(ctx, dichiarazione, named, 'filesAllegati');
}

/** Files that are kept and deleted with the declaration from now on. @param field in which they were sent */
async function claimFiles(
  ctx: CallContext,
  dichiarazione: string,
  files: readonly { Id: string; categoria: FileCategoria }[],
  field: 'allegati' | 'filesAllegati' = 'allegati',
): Promise<void> {
  for (const categoria of new Set(files.map((f) => f.categoria))) {
    const ids = files.filter((f) => f.categoria === categoria).map((f) => f.Id);
    const target = { owner: ownerOf(ctx), bozza: dichiarazionePath(dichiarazione), categoria };
    if ((await adoptFiles(ctx.db, ids, target)) !== ids.length)
      throw new PortalError('not_found', { message: NOT_OWN_FILE, fields: { [field]: [NOT_OWN_FILE] } });
  }
}
