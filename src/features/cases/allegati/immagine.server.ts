/** Thumbnails of uploaded pictures, decoded in a child process so that a hostile picture cannot harm the server. */
import { ChildEnded, children } from '../../../platform/children.server.ts';
import type { Decoded, Picture } from './immagine-child.server.ts';
import { rifiuto } from './rifiuto.server.ts';

/** The largest pictures that are taken (`size.server.ts`) fill 300 MB and take 2 s (measured). */
const decode = children<Picture, Decoded>(new URL('./immagine-child.server.ts', import.meta.url), {
  ms: 8_000,
  megabytes: 512,
});

/**
 * A thumbnail: JPEG, upright, sides at most 320 px, without metadata. Decoding the whole picture is also the proof
 * that it is one. One at a time: the caller sees to that.
 *
 * @param bytes a JPEG or PNG whose header was looked at (`size.server.ts`)
 * @throws PortalError `invalid` when it cannot be decoded, is truncated, or takes longer or more memory than any photo
 */
export async function miniatura(bytes: Uint8Array): Promise<Buffer> {
  const decoded = await decode({ bytes }).catch((cause: unknown) => {
    if (cause instanceof ChildEnded) throw illeggibile(cause);
    throw cause;
  });
  if ('fault' in decoded) throw illeggibile(decoded.fault);
  const { buffer, byteOffset, byteLength } = decoded.thumbnail;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function illeggibile(cause: unknown) {
  return rifiuto('Non riusciamo ad aprire questa immagine. Aprila, salvala di nuovo e riprova.', 'invalid', cause);
}
