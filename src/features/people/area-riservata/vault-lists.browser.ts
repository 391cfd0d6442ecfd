/** Stores the lists that the server wrote into the page in the browser's vault, by their names. */
import { keepList, type ListKey } from '../../../platform/vault/vault.browser.ts';

export async function keepLists(): Promise<void> {
  for (const el of document.querySelectorAll<HTMLScriptElement>('script[data-elenco]'))
    await keepList(el.dataset.elenco as ListKey, JSON.parse(el.textContent ?? 'null'));
}
