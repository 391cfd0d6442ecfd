/** Stores the lists that the server wrote into the page in the browser's vault, by their names. */
import { keepList, type ListKey } from '../../../platform/vault/vault.browser.ts';

export async function keepLists(): Promise<void> {
  for (const { dataset } of document.querySelectorAll<HTMLElement>('template[data-elenco]'))
    await keepList(dataset.elenco as ListKey, JSON.parse(dataset.righe ?? 'null'));
}
