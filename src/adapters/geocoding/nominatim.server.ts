/** Finds addresses with a Nominatim server (https://nominatim.org/release-docs/latest/api/), within the municipality. */
import * as z from 'zod/mini';
import { readLimited } from '../../platform/answer-text.server.ts';
import { boundsOf, type GeoPoint, isWithin, metresBetween } from '../../platform/border.ts';
import { type FoundPlace, type GeocodingPort, MAX_FOUND, NEAR_BY, type SearchArea } from '../../platform/geocoding.ts';
import { createMadeCache } from '../../platform/made.server.ts';
import { unwatchedCall, type WatchCall } from '../../platform/monitoring/outside.server.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_KEPT = 500;
/** A map has a street in several parts, which are one place here. */
const MAX_ASKED = 15;
/** Half the side of the square that is searched around the centre of an ente without a border, in degrees: about 15 km. */
const SEARCHED_DEGREES = 0.15;
/** Its usage policy wants a name that tells the application. */
const USER_AGENT = 'portale-dei-comuni (server; indirizzi delle segnalazioni)';

const answerDegrees = z.pipe(z.string(), z.transform(Number));
const answerPlace = z.object({
  lat: answerDegrees,
  lon: answerDegrees,
  name: z.optional(z.nullable(z.string())),
  display_name: z.optional(z.string()),
  address: z._default(
    z.object({
      road: z.optional(z.string()),
      pedestrian: z.optional(z.string()),
      square: z.optional(z.string()),
      house_number: z.optional(z.string()),
      hamlet: z.optional(z.string()),
    }),
    {},
  ),
});
type AnswerPlace = z.output<typeof answerPlace>;
const searchAnswer = z.array(answerPlace);
/** Where there is no address the server says so with status 200. */
const reverseAnswer = z.union([z.object({ error: z.unknown() }), answerPlace]);

/**
 * @property url base address, with or without a final slash: `/search` and `/reverse` are asked below it
 * @property pauseMs least time from one question to the next: the policy of the public server allows one a second
 * @property watch notes how each question ended
 */
export type NominatimOptions = {
  url: string;
  timeoutMs?: number;
  pauseMs?: number;
  now?: () => number;
  watch?: WatchCall;
};

export function nominatimGeocoding(options: NominatimOptions): GeocodingPort {
  const { url, timeoutMs = 3000, pauseMs = 1000, now = Date.now, watch = unwatchedCall } = options;
  const base = url.replace(/\/*$/, '/');
  const kept = createMadeCache<unknown>({ most: MAX_KEPT });
  let nextAt = 0;

  /** Takes its turn, which may not come within the time that an answer is waited for. */
  async function waitForTurn(): Promise<number> {
    const wait = Math.max(0, nextAt - now());
    if (wait >= timeoutMs) throw new Error('too many questions');
    nextAt = Math.max(nextAt, now()) + pauseMs;
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    return timeoutMs - wait;
  }

  async function askServer<T extends z.ZodMiniType>(address: URL, schema: T): Promise<z.output<T>> {
    const signal = AbortSignal.timeout(await waitForTurn());
    const headers = { accept: 'application/json', 'user-agent': USER_AGENT };
    return watch(async () => {
      const response = await fetch(address, { headers, redirect: 'error', signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const text = await readLimited(response, MAX_ANSWER_BYTES);
      const answer = parseJson(schema, text);
      if (answer === undefined) throw new Error('unreadable answer');
      return answer;
    });
  }

  /** @returns undefined when the server does not help; answers are kept, failures are not */
  async function ask<T extends z.ZodMiniType>(
    path: string,
    query: Record<string, string>,
    schema: T,
  ): Promise<z.output<T> | undefined> {
    const address = new URL(path, base);
    const common = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'it' };
    address.search = String(new URLSearchParams({ ...common, ...query }));
    try {
      return (await kept.get(address.href, () => askServer(address, schema))) as z.output<T>;
    } catch {
      // The fault has been noted, and no suggestion is worth an error.
      return undefined;
    }
  }

  return {
    async search(text, near) {
      const query = { q: text, limit: String(MAX_ASKED), bounded: '1', viewbox: viewboxOf(near) };
      const answer = (await ask('search', query, searchAnswer)) ?? [];
      const found = answer.flatMap((place): FoundPlace[] => {
        const label = labelOf(place);
        const { lat, lon } = place;
        const inside = !near.border || isWithin(near.border, { lat, lon });
        return label && inside && isPoint({ lat, lon }) ? [{ label, lat, lon }] : [];
      });
      return found
        .filter(({ label }, i) => found.findIndex((other) => other.label === label) === i)
        .slice(0, MAX_FOUND);
    },

    async reverse(point) {
      const query = { lat: String(point.lat), lon: String(point.lon), zoom: '18' };
      const answer = await ask('reverse', query, reverseAnswer);
      if (!answer || 'error' in answer || metresBetween(point, answer) > NEAR_BY) return null;
      const label = labelOf(answer);
      return label ? { label } : null;
    },
  };
}

/** @returns undefined for what is no such JSON: its text, which may hold the address, is in no error */
function parseJson<T extends z.ZodMiniType>(schema: T, text: string): z.output<T> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** West, north, east, south. */
function viewboxOf({ center, border }: SearchArea): string {
  const { west, north, east, south } = border
    ? boundsOf(border)
    : {
        west: center.lon - SEARCHED_DEGREES,
        east: center.lon + SEARCHED_DEGREES,
        north: center.lat + SEARCHED_DEGREES,
        south: center.lat - SEARCHED_DEGREES,
      };
  return [west, north, east, south].map((side) => side.toFixed(5)).join(',');
}

const isPoint = ({ lat, lon }: GeoPoint) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;

/** "Via Roma 12", with the hamlet where there is one: several of a municipality may have a street of that name. */
function labelOf({ name, display_name = '', address }: AnswerPlace): string {
  const road = address.road ?? address.pedestrian ?? address.square;
  const first = road
    ? [road, address.house_number].filter(Boolean).join(' ')
    : name || (display_name.split(',')[0] ?? '').trim();
  return (first && address.hamlet && address.hamlet !== first ? `${first}, ${address.hamlet}` : first).slice(0, 200);
}
