/** A back end whose lists take their time: it answers the calls of a reserved area from memory, each after a delay. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** @property body JSON of a success @property delayMs from the request to the answer */
export type SlowAnswer = { body: string; delayMs: number };
/** @property ms from the request to the last byte of the answer */
export type SlowRead = { path: string; ms: number };

/**
 * @property url origin, without a final slash
 * @property reads every call that was answered, in the order of the answers; to be emptied by who looks at them
 */
export type SlowLists = { url: string; reads: SlowRead[]; close(): Promise<void> };

/** @param answers by path; every other path is answered with 404, at once */
export async function startSlowLists(answers: ReadonlyMap<string, SlowAnswer>): Promise<SlowLists> {
  const reads: SlowRead[] = [];
  const server = createServer((request, response) => {
    const began = performance.now();
    const path = (request.url ?? '/').split('?', 1)[0] as string;
    const { body, delayMs } = answers.get(path) ?? { body: '{"message":"Not Found"}', delayMs: 0 };
    const answer = () => {
      response.writeHead(answers.has(path) ? 200 : 404, { 'content-type': 'application/json' });
      response.end(body, () => void reads.push({ path, ms: performance.now() - began }));
    };
    if (delayMs > 0) setTimeout(answer, delayMs);
    else answer();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    reads,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
