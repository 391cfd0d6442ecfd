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
  const download = item?.querySelector<HTMLAnchorElement>('a[download]');
  const author = authorOf(item);
  const note = textOf(item?.querySelector(':scope > .form-text'));
  return {
    address: link.href,
    nome: textOf(download?.querySelector('bdi')),
    caption: [author, note].filter(Boolean).join(' · '),
    ...(download && { download: download.href }),
  };
}

/** The sender, and when it came: of a message its head says so, of the case itself the facts do. The ente's answer is in a message, too. */
function authorOf(item: HTMLElement | null): string {
  const message = item?.parentElement?.closest('li');
  if (message) return textOf(message.querySelector('.chi'));
  if (textOf(item?.parentElement?.previousElementSibling).startsWith('Documenti di risposta')) return '';
  return ['Nome e cognome', 'Ricevuta il']
    .map((name) => textOf(factOf(name)))
    .filter(Boolean)
    .join(', ');
}

/** What the page says beside a label. */
const factOf = (label: string) =>
  [...document.querySelectorAll('.chat dt')].find((dt) => dt.textContent === label)?.nextElementSibling;

const textOf = (found: Element | null | undefined): string => found?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
