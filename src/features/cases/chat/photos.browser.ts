/** The photos of a case's page, each with the link around it. */
import type { ShownPicture } from '../allegati/PhotoViewer.tsx';

const photos = new WeakMap<HTMLAnchorElement, ShownPicture>();

export const keepPhoto = (link: HTMLAnchorElement, photo: ShownPicture): void => void photos.set(link, photo);

/** Shows all of them large, in the order of the page. @param pressed the link of the first */
export async function showPhotos(pressed: HTMLAnchorElement): Promise<void> {
  const { showPictures } = await import('../allegati/PhotoViewer.tsx');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a.foto')].filter((link) => photos.has(link));
  showPictures(
    links.flatMap((link) => photos.get(link) ?? []),
    links.indexOf(pressed),
  );
}
