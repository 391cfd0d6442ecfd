/** Files that devices and declarations name: uploaded before, by the same person, for this declaration or for nothing yet. */
import { type Ctx, owner } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { adottaFile, allegatiPropri, togliAllegato } from '../../cases/allegati/allegati.db.ts';
import { categorieDei, FILE_NON_TUO } from '../../cases/allegati/allegati.server.ts';
import type { CategoriaFile } from '../../cases/allegati/limiti.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { nominatoAltrove, righeDi, scordaTolti } from './mezzi.db.ts';
import { FILE_MEZZO, type FileNominato, MAX_FILE_MEZZO } from './mezzo.ts';
import { type FileDiMezzo, nominatiDa } from './mostra.server.ts';

type FileInviato = { Id: string; categoria?: CategoriaFile | undefined };

const TROPPI = `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria.`;

/**
 * Adds and takes off what was sent; the others stay. What is taken off is deleted, unless another device names it.
 * @param di ids of the declaration and of the row; a row of '' is the declaration itself
 * @param ora what it names so far
 * @throws PortalError `not_found` for a file that is not there, not theirs, of another form or of a case; `invalid` beyond 10 of a kind
 */
export async function nominaFile(
  ctx: Ctx,
  di: { dichiarazione: string; id: string },
  { ora, inviati }: { ora: readonly FileDiMezzo[]; inviati: readonly FileNominato[] | undefined },
): Promise<FileDiMezzo[]> {
  if (!inviati || inviati.length === 0) return [...ora];
  const via = new Set(inviati.filter((f) => f.IsDeleted).map((f) => f.Id));
  const detti = inviati.filter((f) => !f.IsDeleted);
  // What was deleted with the ordinary removal of files takes no place.
  const vivi = new Set(
    (
      await allegatiPropri(
        ctx.db,
        owner(ctx),
        ora.map((f) => f.Id),
      )
    ).map((f) => f.id),
  );
  const restano = ora.filter((f) => vivi.has(f.Id) && !via.has(f.Id) && !detti.some((n) => n.Id === f.Id));
  const tutti = [...restano, ...detti.map(({ Id, categoria }) => ({ Id, categoria }))];
  troppi(tutti);
  await adotta(
    ctx,
    di.dichiarazione,
    detti.filter((n) => !ora.some((f) => f.Id === n.Id && f.categoria === n.categoria)),
  );
  for (const { Id } of ora.filter((f) => via.has(f.Id)))
    if (!(await nominatoAltrove(ctx.db, Id, di))) await togliAllegato(ctx.db, Id, owner(ctx));
  return tutti;
}

/** What was removed is gone for good, with the files that nothing else names: they would pass for files of the declaration itself. */
export async function scordaConFile(ctx: Ctx, dichiarazione: string): Promise<void> {
  const righe = await righeDi(ctx.db, { dichiarazione });
  const nominati = (quali: typeof righe) => new Set(quali.flatMap((r) => nominatiDa(r).map((f) => f.Id)));
  const restano = nominati(righe.filter((r) => r.tolto === null));
  for (const id of nominati(righe.filter((r) => r.tolto !== null)))
    if (!restano.has(id)) await togliAllegato(ctx.db, id, owner(ctx));
  await scordaTolti(ctx.db, dichiarazione);
}

/** @throws PortalError `invalid` on `allegati` */
export function troppi(files: readonly { categoria: string }[]): void {
  for (const categoria of Object.keys(FILE_MEZZO))
    if (files.filter((f) => f.categoria === categoria).length > MAX_FILE_MEZZO)
      throw new PortalError('invalid', { message: TROPPI, fields: { allegati: [TROPPI] } });
}

/**
 * Files of the declaration as every request sends them, those of who declares among them; each for what it is said to be, here or at
 * its upload, else one of the other documents.
 * @throws PortalError `not_found` for a file that is not there, not theirs, of another form or of a case
 */
export async function prendiFile(ctx: Ctx, dichiarazione: string, files: readonly FileInviato[]): Promise<void> {
  const categorie = await categorieDei(ctx, files);
  const detti = files.map(({ Id }, i) => ({ Id, categoria: categorie[i] ?? 'altri_documenti' }));
  await adotta(ctx, dichiarazione, detti, 'filesAllegati');
}

/** From now on they live and go with the declaration. @param campo in which they were sent */
async function adotta(
  ctx: Ctx,
  dichiarazione: string,
  files: readonly { Id: string; categoria: CategoriaFile }[],
  campo: 'allegati' | 'filesAllegati' = 'allegati',
): Promise<void> {
  for (const categoria of new Set(files.map((f) => f.categoria))) {
    const ids = files.filter((f) => f.categoria === categoria).map((f) => f.Id);
    const di = { proprietario: owner(ctx), bozza: percorsoDichiarazione(dichiarazione), categoria };
    if ((await adottaFile(ctx.db, ids, di)) !== ids.length)
      throw new PortalError('not_found', { message: FILE_NON_TUO, fields: { [campo]: [FILE_NON_TUO] } });
  }
}
