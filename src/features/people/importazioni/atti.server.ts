/** Keeps the acts (PDF) of documents that came beside a data file, once the documents are written. */
import type { PortalHouse } from '../../../context.ts';
import type { NamedAct } from '../../../data/documento.ts';
import type { DataError } from '../../../data/row-check.ts';
import { PortalError } from '../../../platform/errors.ts';
import { keepAct } from '../../cases/allegati/allegati.server.ts';
import { cleanFileName } from '../../cases/allegati/file-name.server.ts';
import { findWithAct } from './atti.db.ts';

/** @returns the bytes of a file beside the data file; undefined when there is none of this name */
export type ReadAct = (name: string) => Promise<Uint8Array | undefined>;

type ActsHouse = Pick<PortalHouse, 'db' | 'dialect' | 'files' | 'scan' | 'now'>;

const ACT_LACKS =
  'L’atto non è accanto al file dei dati: il documento è importato senza. Lascialo nella cartella e importa di nuovo.';
const ACT_BY_CALL =
  'Da qui arrivano solo i dati: il documento è importato, il suo PDF si manda con la chiamata caricaAtto o si lascia nella cartella della notte.';

/**
 * One after the other: each is inspected as an upload is. A document that is not there was refused, which is told already.
 * @param readAct where files come with the data; without it none can
 * @returns why an act is not kept, by its row
 * @throws PortalError `unavailable` when the scanner or the place of the files is away: the same file brings the acts again
 */
export async function keepActs(house: ActsHouse, acts: readonly NamedAct[], readAct?: ReadAct): Promise<DataError[]> {
  const errors: DataError[] = [];
  for (const act of acts) {
    const text = await faultOfAct(house, act, readAct);
    if (text !== undefined) errors.push({ path: ['documenti', act.index, 'pdf'], text });
  }
  return errors;
}

async function faultOfAct(house: ActsHouse, act: NamedAct, readAct?: ReadAct): Promise<string | undefined> {
  const found = await findWithAct(house.db, act);
  if (!found) return undefined;
  const bytes = await readAct?.(act.pdf);
  // The file of each night may name an act that came long ago.
  if (!bytes) return found.nome === cleanFileName(act.pdf) ? undefined : readAct ? ACT_LACKS : ACT_BY_CALL;
  const { id: documento, sha256 } = found;
  const who = { network: act.ente, caller: act.ente };
  try {
    await keepAct(house, who, { nome: act.pdf, bytes, documento, sha256 });
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'unavailable') throw error;
    return `${act.pdf}: ${error.fields?.file?.[0] ?? error.message}`;
  }
  return undefined;
}
