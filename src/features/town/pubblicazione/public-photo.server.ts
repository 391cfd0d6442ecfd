/** Makes the pictures that everybody sees of a photo of a case: new ones, without metadata, in a child process. */
import { createChildPool } from '../../../platform/children.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { JobStarved } from '../../../platform/starved.server.ts';
import type { PhotoAnswer, PhotoOrder, PublicPhoto } from './public-photo-child.server.ts';

/** As for thumbnails: the file was looked at when it was uploaded. */
const paintPhoto = createChildPool<PhotoOrder, PhotoAnswer>(
  new URL('./public-photo-child.server.ts', import.meta.url),
  { ms: 10_000, megabytes: 512 },
);

/** @throws PortalError `invalid` when it cannot be opened, `unavailable` when the machine is too busy */
export async function makePublicPhoto(order: PhotoOrder): Promise<PublicPhoto> {
  const answer = await paintPhoto(order).catch((cause: unknown) => {
    if (cause instanceof JobStarved) throw cause;
    return { fault: String(cause) };
  });
  if ('fault' in answer)
    throw new PortalError('invalid', {
      message: 'Una delle foto non si apre: togli la spunta e riprova.',
      cause: new Error(answer.fault),
    });
  return answer.photo;
}
