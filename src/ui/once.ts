import type { Ente } from '../features/ente/ente.ts';

/** By the body as it was read last: with the next reading these go as well. */
const kept = new WeakMap<Ente, Map<string, string>>();

/**
 * What everybody sees the same on a body's pages is put together once, until its data are read anew.
 * @param part which; from a set that the body's data or the code limit, never what somebody typed
 */
export async function once(ente: Ente, part: string, render: () => Promise<string>): Promise<string> {
  let parts = kept.get(ente);
  if (!parts) {
    parts = new Map();
    kept.set(ente, parts);
  }
  let html = parts.get(part);
  if (html === undefined) {
    html = await render();
    parts.set(part, html);
  }
  return html;
}
