/** Thumbnails of uploaded pictures, decoded in a child process so that a hostile picture cannot harm the server. */
import { ChildEnded, createChildPool } from '../../../platform/children.server.ts';
import { JobStarved } from '../../../platform/starved.server.ts';
import { busyRefusal, fileRefusal } from './file-refusal.server.ts';
import type { DecodedPicture, PictureBytes } from './picture-child.server.ts';

/** The largest pictures that are taken (`picture-size.server.ts`) fill 300 MB and take 2 s (measured). */
const decodePicture = createChildPool<PictureBytes, DecodedPicture>(
  new URL('./picture-child.server.ts', import.meta.url),
  {
    ms: 8_000,
    megabytes: 512,
  },
);

/**
 * A thumbnail: JPEG, upright, sides at most 320 px, without metadata. Decoding the whole picture is also the proof
 * that it is one. One at a time: the caller sees to that.
 *
 * @param bytes a JPEG or PNG whose header was looked at (`picture-size.server.ts`)
 * @param lacksEnd it came without its end, and is taken if no row is missing
 * @throws PortalError `invalid` when it cannot be decoded, is truncated, or takes longer or more memory than any photo;
 * `unavailable` when the machine is too busy
 */
export async function makeMiniatura(bytes: Uint8Array, lacksEnd = false): Promise<Buffer> {
  const decoded = await decodePicture({ bytes, lacksEnd }).catch((cause: unknown) => {
    if (cause instanceof JobStarved) throw busyRefusal(cause);
    if (cause instanceof ChildEnded) throw unreadableRefusal(cause);
    throw cause;
  });
  if ('fault' in decoded) throw unreadableRefusal(decoded.fault);
  const { buffer, byteOffset, byteLength } = decoded.thumbnail;
  return Buffer.from(buffer, byteOffset, byteLength);
}

function unreadableRefusal(cause: unknown) {
  return fileRefusal('Non riusciamo ad aprire questa immagine. Aprila, salvala di nuovo e riprova.', 'invalid', cause);
}
