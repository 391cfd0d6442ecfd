/** Shows the photos of a case, those that were sent and those of its messages, in the order of the page. Loaded with the first of them. */
import { type ShownPicture, showPictures } from '../allegati/viewer.browser.ts';

/** @param pressed the link around the photo that is shown first */
export function showPhotos(pressed: HTMLAnchorElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a.foto')];
  showPictures(links.map(pictureOf), links.indexOf(pressed));
}

/** Name, author and note stand beside the photo on the page. */
function pictureOf(link: HTMLAnchorElement): ShownPicture {
  const item = link.closest('li');
  const textOf = (found: Element | null | undefined) => found?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
  const download = item?.querySelector<HTMLAnchorElement>('a[download]');
  const author = textOf(item?.parentElement?.closest('li')?.querySelector('.chi'));
  const sent = item?.closest<HTMLElement>('[data-di]')?.dataset.di;
  const note = textOf(item?.querySelector(':scope > .form-text'));
  return {
    address: link.href,
    nome: textOf(download?.querySelector('bdi')),
    caption: [author || sent, note].filter(Boolean).join(' · '),
    ...(download && { download: download.href }),
  };
}
