/** The photos of a report that a program sends: files in its form, and addresses where they are fetched. */
import { type CallContext, programActor } from '../../../context.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { callOutside, OutsideError } from '../../../platform/outside.server.ts';
import { createTurns, workOwnerOf } from '../../../platform/turns.server.ts';
import type { Programma } from '../../../store/tables.ts';
import { hasRoomToday, type InspectedUpload, inspectFile } from '../../cases/allegati/allegati.server.ts';
import { MAX_FILE, MAX_FILES } from '../../cases/allegati/file-limits.ts';
import { cleanFileName } from '../../cases/allegati/file-name.server.ts';
import { BUSY_WORDS } from '../../cases/allegati/file-refusal.server.ts';
import { Open311Error } from './open311.server.ts';

/** Bytes of all files of one form. */
export const MAX_MEDIA = 3 * MAX_FILE;

/** How long all addresses of a report are waited for, in ms: its program waits, too. */
const FETCH_MS = 10_000;
/** Each holds as much memory as a file may have. */
const inFetchTurn = createTurns({ atOnce: 4, ms: 5_000, busy: BUSY_WORDS });

/** What a program can do that gave an address of which nothing came. */
export const FETCH_RULE = `Un indirizzo di media_url è pubblico, http o https, e risponde 200 con un file ammesso, senza rinvii, entro ${FETCH_MS / 1000} secondi.`;
const UNREADABLE_WORDS = 'Non è stato possibile scaricarla.';
const TOO_MANY_WORDS = `I file sono al massimo ${MAX_FILES}.`;
const NO_ROOM_WORDS = 'Oggi questo programma ha già mandato tutti i file che può.';

/** @property missed addresses of which nothing came, each with a sentence that says why */
export type TakenMedia = { files: InspectedUpload[]; missed: { url: string; why: string }[] };

/**
 * Takes them through the checks of an upload, outside a transaction. A file that is refused comes back to its program, which still
 * has it. An address that gives no photo does not hold up the report: its program may send a report once only, and not know better.
 * @throws Open311Error for a file, PortalError `too_many`, `unavailable`
 */
export async function takeMedia(
  ctx: CallContext,
  programma: Pick<Programma, 'id'>,
  sent: ReceivedFields,
): Promise<TakenMedia> {
  const own = filesOf(sent);
  if (own.length > MAX_FILES) throw new Open311Error(400, [`media: ${TOO_MANY_WORDS}`]);
  const rete = programActor(programma.id);
  const files: InspectedUpload[] = [];
  const hasRoomFor = (bytes: number) =>
    hasRoomToday(ctx, rete, bytes + files.reduce((sum, file) => sum + file.bytes.length, 0));
  for (const file of own) {
    if (!(await hasRoomFor(file.size))) throw new PortalError('too_many', { message: `media: ${NO_ROOM_WORDS}` });
    files.push(await takeFile(ctx, file));
  }

  const missed: TakenMedia['missed'] = [];
  const end = performance.now() + FETCH_MS;
  for (const url of addressesOf(sent)) {
    const taken =
      files.length >= MAX_FILES
        ? TOO_MANY_WORDS
        : !(await hasRoomFor(MAX_FILE))
          ? NO_ROOM_WORDS
          : await fetchFile(ctx, url, end - performance.now());
    if (typeof taken === 'string') missed.push({ url, why: taken });
    else files.push(taken);
  }
  return { files, missed };
}

/** Whatever the program calls their fields. */
const filesOf = (sent: ReceivedFields): File[] =>
  Object.values(sent)
    .flat()
    .filter((value) => value instanceof File);

/** One more than may be files, so that it is told that they are too many. */
const addressesOf = ({ media_url }: ReceivedFields): string[] =>
  [media_url]
    .flat()
    .filter((value): value is string => typeof value === 'string' && value.trim() !== '')
    .slice(0, MAX_FILES + 1);

async function takeFile(ctx: CallContext, file: File): Promise<InspectedUpload> {
  try {
    return await inspectFile(ctx, { nome: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
  } catch (error) {
    if (!isAboutFile(error)) throw error;
    throw new Open311Error(error.code === 'invalid' ? 400 : error.status, [
      `media: ${cleanFileName(file.name)}: ${error.message}`,
    ]);
  }
}

/** @returns why there is none. The words are the same for all that may be on the way, so that nobody explores a network by them. */
async function fetchFile(ctx: CallContext, url: string, maxMs: number): Promise<InspectedUpload | string> {
  if (maxMs < 1) return UNREADABLE_WORDS;
  const call = { method: 'GET', url, maxBytes: MAX_FILE, maxMs: Math.ceil(maxMs), plain: true } as const;
  try {
    const { status, body } = await inFetchTurn(workOwnerOf(ctx), () =>
      callOutside(call, ctx.house.settings.reachableNetworks),
    );
    if (status !== 200) return UNREADABLE_WORDS;
    return await inspectFile(ctx, { nome: nameIn(url), bytes: body });
  } catch (error) {
    if (error instanceof OutsideError) return UNREADABLE_WORDS;
    if (!isAboutFile(error)) throw error;
    return error.message;
  }
}

/** And not about the portal, which may take it later. */
const isAboutFile = (error: unknown): error is PortalError =>
  error instanceof PortalError && ['invalid', 'too_large', 'wrong_type'].includes(error.code);

const nameIn = (url: string): string => new URL(url).pathname.split('/').at(-1) || 'foto';
