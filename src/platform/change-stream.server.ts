/** Server-sent events that tell a page, without any content, that a case has changed, so that it asks for it. */
import type { CallContext } from '../context.ts';
import { networkOf } from './address.ts';
import { limitReached } from './monitoring/limit-log.server.ts';

/** Proxies end a connection on which nothing comes, and the host one that is silent for 30 s. In ms. */
const HEARTBEAT_MS = 15_000;
/** The longest time of a stream, in ms: then the browser opens another, for which access is checked again. */
const LONGEST_MS = 120_000;
/** How soon the browser opens another, in ms: after one that ended, and after one for which there was no room. */
const AGAIN_MS = 1_000;
const LATER_MS = 30_000;

const openStreams = new Map<string, number>();
let openCount = 0;

/** How many streams this host holds open. */
export const countStreams = (): number => openCount;

/**
 * The first event comes at once, since the case may have changed before. Where no changes are told of, or no room is left, the
 * stream ends at once; the page goes on asking by itself, and tries again later.
 */
export function changeStream(
  { house, address }: Pick<CallContext, 'house' | 'address'>,
  pratica: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const network = networkOf(address);
  let release = (): void => undefined;
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const finish = () => {
        release();
        controller.close();
      };
      const ofNetwork = openStreams.get(network) ?? 0;
      const most = house.settings.streams;
      const room = openCount < most.host && ofNetwork < most.network;
      const unfollow = room
        ? house.changes.follow(pratica, { changed: () => send('data: 1\n\n'), lost: finish })
        : undefined;
      if (!room) limitReached('novita:connessioni', Date.now());
      if (!unfollow) {
        send(`retry: ${LATER_MS}\n\n`);
        return controller.close();
      }
      noteStream(network, 1);
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS);
      const longest = setTimeout(finish, LONGEST_MS);
      release = () => {
        release = () => undefined;
        unfollow();
        clearInterval(heartbeat);
        clearTimeout(longest);
        noteStream(network, -1);
      };
      send(`retry: ${AGAIN_MS}\ndata: 1\n\n`);
    },
    cancel: () => release(),
  });
}

function noteStream(network: string, change: 1 | -1): void {
  openCount += change;
  const left = (openStreams.get(network) ?? 0) + change;
  if (left === 0) openStreams.delete(network);
  else openStreams.set(network, left);
}
