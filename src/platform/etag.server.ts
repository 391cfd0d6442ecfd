/** Tags that name one state of an answer, so that a caller who has it is not sent it again (RFC 9110, 8.8.3 and 13.1.2). */
import { createHash } from 'node:crypto';

/** Names the content, without quotes. */
export const contentTag = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/**
 * @param given header `If-None-Match`: one tag, several, or `*`; a compressor on the way may have made a tag weak
 * @param etag of the answer, with its quotes
 */
export function hasState(given: string | null | undefined, etag: string): boolean {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return given?.split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*') ?? false;
}
