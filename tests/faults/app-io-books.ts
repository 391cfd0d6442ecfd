/** App IO outside of the portal, with its quota, that fails in all ways that a network knows, and counts what it has taken. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { answerAppIo } from '../../src/sandbox/io/io.server.ts';
import { IO_API_PATH } from '../../src/sandbox/io/settings.ts';
import { pagopaDouble } from '../doubles/pagopa.ts';
import { startProviderServer } from '../doubles/provider-server.ts';

/** @property book how often each notice was taken, by its number @property answers how often each status was answered */
export type BookedAppIo = {
  url: string;
  book: ReadonlyMap<string, number>;
  answers: ReadonlyMap<number, number>;
  close(): Promise<void>;
};

/** Slower than a kill is fast, and faster than the portal gives up. */
const SLOW_MS = 60;

export async function startBookedAppIo(): Promise<BookedAppIo> {
  const server = await startProviderServer();
  const io = { ...pagopaDouble(server.url), quota: new Map<string, number[]>(), now: Date.now };
  const book = new Map<string, number>();
  const answers = new Map<number, number>();
  const answer = async (request: Request): Promise<Response> => {
    server.calls.length = 0;
    if (randomInt(100) === 0) return new Response(null, { status: 503 });
    const isMessage = request.method === 'POST' && request.url.endsWith('/messages');
    if (isMessage && randomInt(50) === 0) return new Response(null, { status: 500 });
    const given = isMessage ? await request.clone().json() : undefined;
    const taken = await answerAppIo(request, io);
    if (taken.status === 201) {
      const { notice_number } = given.content.payment_data;
      book.set(notice_number, (book.get(notice_number) ?? 0) + 1);
    }
    await pause(randomInt(SLOW_MS)); // a phone network is slow
    // Taken, and the answer is lost on its way: what is most dangerous.
    if (isMessage && randomInt(500) === 0) return new Response(null, { status: 504 });
    return taken;
  };
  server.answer = async (request) => {
    const given = await answer(request);
    answers.set(given.status, (answers.get(given.status) ?? 0) + 1);
    return given;
  };
  return { url: server.url + IO_API_PATH, book, answers, close: server.close };
}
