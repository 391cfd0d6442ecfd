/** Stores the lists that the server wrote into the page in the browser's vault, by their names. */
import { keepList, type ListKey } from './vault.browser.ts';

export async function keepLists(): Promise<void> {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-elenco][data-righe]'))
    await keepList(dataset.elenco as ListKey, JSON.parse(dataset.righe ?? 'null'));
}
