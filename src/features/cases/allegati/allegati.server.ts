/** The calls to upload, remove and download an attachment, with their quotas; and how attachments become part of a case. */

import * as z from 'zod/mini';
import { type CallContext, ownerOf, type PortalHouse } from '../../../context.ts';
import { networkOf } from '../../../platform/address.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import type { FileAnswer, StoredBytes } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { PutFile } from '../../../platform/files.ts';
import { oneAtATime } from '../../../platform/one-at-a-time.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { type WorkOwner, workOwnerOf } from '../../../platform/turns.server.ts';
import type { Allegato } from '../../../store/tables.ts';
import { categoria } from './allegati.checks.ts';
import { allegato, type allegatoOperations, type ShownAllegato } from './allegati.contract.ts';
import {
  annotateAllegato,
  attachAllegati,
  classifyAllegato,
  countNetworkBytes,
  countPendingBytes,
  countUnansweredBytes,
  listOwnAllegati,
  readAllegato,
  readMiniatura,
  removeAllegato,
  replaceAct,
  replaceBackEndRow,
  writeAllegato,
} from './allegati.db.ts';
import { type CheckedFile, checkFile } from './file-check.server.ts';
import { MIME_TYPES } from './file-kind.server.ts';
import type { FileCategoria } from './file-limits.ts';
import { dichiarazionePath, MAX_DICHIARAZIONE_BYTES } from './file-limits.ts';
import { contentDisposition } from './file-name.server.ts';
import { fileRefusal } from './file-refusal.server.ts';

const MEGABYTE = 1024 * 1024;
const DAY_MS = 24 * 3600_000;
/**
 * What one owner may leave unattached: the files of two full forms and of two full declarations of advertising devices, each kind with
 * a limit of its own, so that nobody uses the portal as free storage.
 */
const PENDING_MAX = { others: 200 * MEGABYTE, mezzi: 2 * MAX_DICHIARAZIONE_BYTES };
/** The limits of all guests of a network in a day, since a new cookie makes a new owner. */
const NETWORK_PENDING_MAX = { others: 300 * MEGABYTE, mezzi: 2 * MAX_DICHIARAZIONE_BYTES };
/** All that guests of a network, or a program with reports, may upload in a day; files that were sent still count. */
const NETWORK_DAILY_MAX = 1024 * MEGABYTE;
/** What a citizen may add to a case with messages until the office answers. */
const UNANSWERED_MAX = 200 * MEGABYTE;

/** Whether the caller may see the case that a file belongs to. */
export type SeesCase = (
  ctx: CallContext,
  asked: { id: string; email: string; vista?: 'cittadino' | 'operatore' | undefined },
) => Promise<boolean>;

/** @param seesCase the rule of cases, passed in because cases import files and not the other way round */
export const handlersWith = (seesCase: SeesCase): OperationHandlers<typeof allegatoOperations> => ({
  caricaFile: {
    prepare: async ({ file, percorso }, ctx) => {
      if (!ctx.visitor && !ctx.user) throw new PortalError('token');
      // Checked before the work of inspecting the file, and again in the transaction that writes it.
      await requireFileRoom(ctx, file.size, percorso ?? '');
      return inspectFile(ctx, { nome: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    },
    run: async ({ note, percorso, categoria }, ctx, file: InspectedUpload) => {
      await oneAtATime(ctx.db, ctx.house.dialect, guestNetwork(ctx) ?? ownerOf(ctx));
      await requireFileRoom(ctx, file.bytes.length, percorso ?? '');
      const row = await writeFile(ctx, file, {
        nota: note ?? null,
        categoria: categoria ?? null,
        bozza: percorso ?? null,
        rete: guestNetwork(ctx),
      });
      return showAllegato(row);
    },
  },
  togliFile: async ({ id }, ctx) => {
    if (!(await removeAllegato(ctx.db, id, ownerOf(ctx)))) throw new PortalError('not_found');
  },
  annotaFile: async ({ id, nota }, ctx) => {
    const row = await annotateAllegato(ctx.db, { id, nota: nota ?? null, owner: ownerOf(ctx) });
    if (!row) throw new PortalError('not_found');
    return showAllegato(row);
  },
  scaricaFile: async ({ id, miniatura, apri, email, vista }, ctx) => {
    const row = await readAllegato(ctx.db, id);
    if (!row || !(await canReadAllegato(row, ctx, { email, vista, seesCase }))) throw new PortalError('not_found');
    return answerFile(ctx, row, { small: miniatura === '1', opens: apri === '1' });
  },
});

/** A file whose bytes are put away, and that is nobody's yet. */
export type InspectedUpload = CheckedFile & { id: string; kept: PutFile };

/** Outside a transaction: what the transaction then refuses is deleted by the sweep. @throws PortalError as {@link checkFile} does */
export const inspectFile = async (ctx: CallContext, file: NamedBytes): Promise<InspectedUpload> =>
  putAway(ctx.house, await checkFile({ ...file, who: workOwnerOf(ctx), scan: ctx.house.scan }));

type NamedBytes = { nome: string; bytes: Uint8Array };

async function putAway({ files }: Pick<PortalHouse, 'files'>, checked: CheckedFile): Promise<InspectedUpload> {
  const id = randomId();
  return { ...checked, id, kept: await files.put({ id, bytes: checked.bytes, sha256: checked.sha256 }) };
}

/** What the act of a document is kept as. @property documento id @property sha256 of its bytes, hexadecimal */
export type KeptAct = { documento: string; nome: string; dimensione: number; sha256: string };

/** Owner of the act of a document, which no caller has uploaded for themselves. */
const ACT_OWNER = 'documento';

/**
 * Keeps the act of a document (PDF), inspected as an upload, in the place of the one before. Outside a transaction.
 * @param file.sha256 of the act that the document has so far: the same bytes are left as they are
 * @throws PortalError as {@link checkFile} does; `wrong_type` for another kind of file
 */
export async function keepAct(
  house: Pick<PortalHouse, 'db' | 'dialect' | 'files' | 'scan' | 'now'>,
  who: WorkOwner,
  { documento, sha256, ...file }: NamedBytes & { documento: string; sha256: string | null },
): Promise<KeptAct> {
  const checked = await checkFile({ ...file, who, scan: house.scan });
  if (checked.tipo !== 'pdf') throw fileRefusal('L’atto deve essere un PDF.', 'wrong_type');
  const act = { documento, nome: checked.nome, dimensione: checked.bytes.length, sha256: checked.sha256 };
  if (checked.sha256 === sha256) return act;
  const { id, kept } = await putAway(house, checked);
  const row = {
    id,
    proprietario: ACT_OWNER,
    pratica: null,
    evento: null,
    tipo: checked.tipo,
    nota: null,
    categoria: null,
    miniatura: 0,
    creato: house.now(),
    bozza: null,
    nascosto: null,
    rete: null,
    deposito: kept.deposito,
    foto_pubblica: null,
    ...act,
  };
  await house.db.transaction().execute(async (tx) => {
    await oneAtATime(tx, house.dialect, documento);
    await replaceAct(tx, row, kept);
  });
  return act;
}

/** Makes it a file of the caller, which is part of no case yet. */
export async function writeFile(
  ctx: CallContext,
  { kept, miniatura, bytes, id, nome, tipo, sha256 }: InspectedUpload,
  as: Pick<Allegato, 'nota' | 'categoria' | 'bozza' | 'rete'>,
): Promise<Allegato> {
  const row: Allegato = {
    id,
    proprietario: ownerOf(ctx),
    pratica: null,
    evento: null,
    nome,
    tipo,
    dimensione: bytes.length,
    sha256,
    nota: as.nota,
    categoria: as.categoria,
    miniatura: miniatura ? 1 : 0,
    creato: ctx.now,
    bozza: as.bozza,
    nascosto: null,
    rete: as.rete,
    deposito: kept.deposito,
    foto_pubblica: null,
    documento: null,
  };
  await writeAllegato(ctx.db, row, { kept, small: miniatura });
  return row;
}

/**
 * A file that the caller may read. @param as.small its thumbnail @param as.opens a picture is shown and not saved
 * @throws PortalError `not_found` for a file without a thumbnail
 */
export async function answerFile(
  ctx: CallContext,
  row: Allegato,
  as: { small: boolean; opens: boolean },
): Promise<FileAnswer> {
  const bytes = as.small ? await readMiniatura(ctx.db, row.id) : storedBytes(ctx, row);
  if (!bytes) throw new PortalError('not_found');
  // A JPEG or PNG that the portal has decoded; any other file is saved, never opened here.
  const opens = as.opens && row.miniatura === 1;
  return {
    type: as.small ? 'image/jpeg' : MIME_TYPES[row.tipo as keyof typeof MIME_TYPES],
    bytes,
    disposition: contentDisposition(row.nome, opens ? 'inline' : 'attachment'),
    etag: `${row.sha256}-${as.small ? 'miniatura' : 'originale'}`,
  };
}

/** The row is read again when nothing is where it said: the file may have been moved meanwhile. */
const storedBytes = (ctx: CallContext, row: Allegato): StoredBytes => ({
  size: row.dimensione,
  open: async () => {
    const { files } = ctx.house;
    const parts = await files.read(row);
    if (parts) return parts;
    const now = await readAllegato(ctx.db, row.id);
    const moved = now && (await files.read(now));
    if (!moved) throw new PortalError('not_found');
    return moved;
  },
});

/**
 * Keeps what is shown of a file whose bytes a back end has, beside the draft that it belongs to.
 * @param fields of the upload, or of a change of its note
 */
export async function writeBackEndFile(ctx: CallContext, fields: ReceivedFields, output: unknown): Promise<void> {
  const { Id, nome, tipo, dimensione, miniatura, ...told } = z.parse(allegato, output);
  // A back end need not say again what it was told.
  const purpose = told.categoria ?? z.safeParse(categoria(), fields.categoria).data ?? null;
  const nota = told.nota ?? z.safeParse(z.string().check(z.minLength(1)), fields.note).data ?? null;
  await replaceBackEndRow(ctx.db, {
    id: Id,
    proprietario: ownerOf(ctx),
    nome,
    tipo,
    dimensione,
    miniatura: miniatura ? 1 : 0,
    categoria: purpose,
    nota,
    creato: ctx.now,
    rete: guestNetwork(ctx),
    bozza: typeof fields.percorso === 'string' ? fields.percorso : null,
  });
}

export async function removeBackEndFile(ctx: CallContext, { id }: ReceivedFields): Promise<void> {
  await removeAllegato(ctx.db, String(id), ownerOf(ctx));
}

/** Key under which a guest's network is counted; null for a logged-in user, who has a limit of their own. */
export function guestNetwork(ctx: CallContext): string | null {
  return ctx.user ? null : ctx.house.signer.sign('rete', networkOf(ctx.address));
}

/** @param path of the form the file is for @throws PortalError `too_many` if the bytes would exceed a limit */
export async function requireFileRoom(ctx: CallContext, bytes: number, path: string): Promise<void> {
  const root = dichiarazionePath('');
  const mezzi = path.startsWith(root);
  const own = await countPendingBytes(ctx.db, { owner: ownerOf(ctx) }, { root, path });
  if (mezzi && own.atPath + bytes > MAX_DICHIARAZIONE_BYTES)
    throw new PortalError('too_many', {
      message: `I file di questa dichiarazione superano in tutto ${MAX_DICHIARAZIONE_BYTES / MEGABYTE} MB: togline qualcuno, o usane di più piccoli.`,
    });
  if (mezzi ? own.underRoot + bytes > PENDING_MAX.mezzi : own.others + bytes > PENDING_MAX.others)
    throw new PortalError('too_many', {
      message: 'Hai caricato molti file senza inviarli. Togline qualcuno e riprova.',
    });
  const networkKey = guestNetwork(ctx);
  if (networkKey === null) return;
  const networkPending = await countPendingBytes(ctx.db, { rete: networkKey, dal: ctx.now - DAY_MS }, { root, path });
  const factor = ctx.house.settings.limitsFactor;
  if (!(await hasRoomToday(ctx, networkKey, bytes)))
    throw new PortalError('too_many', {
      message:
        'Oggi dalla tua connessione sono arrivati molti file. Accedi per continuare subito, oppure riprova domani.',
    });
  if (
    mezzi
      ? networkPending.underRoot + bytes > NETWORK_PENDING_MAX.mezzi * factor
      : networkPending.others + bytes > NETWORK_PENDING_MAX.others * factor
  )
    throw new PortalError('too_many', {
      message:
        'Dalla tua connessione sono arrivati molti file che non sono ancora stati inviati. Accedi per continuare subito, oppure riprova domani.',
    });
}

/** Whether so many bytes more may come today from a network of guests, or from a program. @param rete the key under which they are counted */
export const hasRoomToday = async (ctx: CallContext, rete: string, bytes: number): Promise<boolean> =>
  (await countNetworkBytes(ctx.db, { rete, dal: ctx.now - DAY_MS })) + bytes <=
  NETWORK_DAILY_MAX * ctx.house.settings.limitsFactor;

/** What files of a case that its citizen does not see belong to, in the place of an entry of the timeline. */
export const officeMark = (id: string): string => `ufficio.${id}`;
const isForOffice = ({ evento }: Pick<Allegato, 'evento'>): boolean => evento?.startsWith(officeMark('')) ?? false;

/**
 * An unattached file is open to its uploader; a file of a case to all who may see the case, or to its office alone, unless an operator has
 * hidden it.
 */
async function canReadAllegato(
  row: Allegato,
  ctx: CallContext,
  reader: { email?: string | undefined; vista?: 'cittadino' | 'operatore' | undefined; seesCase: SeesCase },
) {
  if (row.pratica === null) return ownerOf(ctx) !== '' && row.proprietario === ownerOf(ctx);
  if (row.nascosto !== null) return false;
  const vista = isForOffice(row) ? 'operatore' : reader.vista;
  return reader.seesCase(ctx, { id: row.pratica, email: reader.email ?? '', vista });
}

export function showAllegato(row: Allegato): ShownAllegato {
  const { id: Id, nome, tipo, dimensione } = row;
  return {
    Id,
    nome,
    tipo,
    dimensione,
    miniatura: row.miniatura === 1,
    ...(row.categoria && { categoria: row.categoria }),
    ...(row.nota && row.nascosto === null && { nota: row.nota }),
    ...(row.nascosto !== null && { nascosto: true, nome: 'File nascosto', miniatura: false }),
  };
}

/** The caller's own files that are part of no case yet, in the order of these ids. */
export async function unsentFiles(ctx: CallContext, ids: readonly string[]): Promise<ShownAllegato[]> {
  const own = await listOwnAllegati(ctx.db, ownerOf(ctx), [...ids]);
  return ids.flatMap((id) => own.filter((row) => row.id === id && row.pratica === null).map(showAllegato));
}

/** The same words for a file that is gone and for one of another owner. */
export const NOT_OWN_FILE = 'Un allegato non c’è più o non è tuo: toglilo e caricalo di nuovo.';

/**
 * Makes uploaded files part of a case, inside the transaction that opens the case or adds the message.
 * @throws PortalError `not_found` if one of them is gone, another owner's, or attached already; none is attached then
 */
export async function attachFiles(
  ctx: CallContext,
  files: readonly { Id: string; categoria?: FileCategoria | undefined }[],
  target: { pratica: string; evento: string | null },
): Promise<void> {
  if (files.length === 0) return;
  for (const { Id, categoria } of files)
    if (categoria) await classifyAllegato(ctx.db, { id: Id, categoria, owner: ownerOf(ctx) });
  const done = await attachAllegati(
    ctx.db,
    files.map((f) => f.Id),
    { owner: ownerOf(ctx), ...target },
  );
  if (done !== files.length) {
    throw new PortalError('not_found', { message: NOT_OWN_FILE, fields: { filesAllegati: [NOT_OWN_FILE] } });
  }
}

/**
 * Limits the bytes that a citizen adds to a case until the office acts, as for messages. The caller holds the case's lock.
 * @throws PortalError `conflict`
 */
export async function checkPraticaRoom(
  ctx: CallContext,
  pratica: string,
  files: readonly { Id: string }[],
): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ Id }) => Id);
  const added = await listOwnAllegati(ctx.db, ownerOf(ctx), ids);
  const sentBytes = await countUnansweredBytes(ctx.db, pratica);
  if (added.reduce((sum, { dimensione }) => sum + Number(dimensione), sentBytes) <= UNANSWERED_MAX) return;
  const message = `I file che hai mandato dopo l’ultima risposta dell’ufficio superano in tutto ${UNANSWERED_MAX / MEGABYTE} MB: aspetta che ti risponda, poi puoi mandarne altri.`;
  throw new PortalError('conflict', { message, fields: { filesAllegati: [message] } });
}

/**
 * The purposes of the sender's files, from the send or else from the upload.
 * @returns in the order given; {@link attachFiles} refuses a file of another owner
 */
export async function categorieOf(
  ctx: CallContext,
  files: readonly { Id: string; categoria?: FileCategoria | undefined }[],
): Promise<(FileCategoria | undefined)[]> {
  const rows = await listOwnAllegati(
    ctx.db,
    ownerOf(ctx),
    files.map((f) => f.Id),
  );
  const known = new Map(rows.map((r) => [r.id, r.categoria as FileCategoria | null]));
  return files.map((f) => f.categoria ?? known.get(f.Id) ?? undefined);
}
