/**
 * Shows the enti that take payments as the browser's vault has them. It is no island, so that the page of a choice loads neither React nor
 * schemas.
 */
import { type ListName, type ListShape, recallList } from '../../../platform/vault/vault.browser.ts';

type EnteRow = { codice: string; nome: string };

const ENTE_ROWS: ListShape<EnteRow[]> = {
  safeParse: (value) => (isEnteRows(value) ? { success: true, data: value } : { success: false }),
};

function isEnteRows(value: unknown): value is EnteRow[] {
  return Array.isArray(value) && value.every((row) => typeof row?.codice === 'string' && typeof row.nome === 'string');
}

/** Where the server rendered none. */
export async function showKeptEnti(): Promise<void> {
  for (const slot of document.querySelectorAll<HTMLElement>('[data-elenco]:not([data-righe])'))
    showEnti(slot, (await recallList(slot.dataset.elenco as ListName, ENTE_ROWS)) ?? []);
}

function showEnti(slot: HTMLElement, rows: readonly EnteRow[]): void {
  const items = rows.map(({ codice, nome }) => {
    const link = document.createElement('a');
    link.href = `?modo=spontaneo&ente=${encodeURIComponent(codice)}`;
    link.textContent = nome;
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  slot.querySelector('ul')?.replaceChildren(...items);
  slot.hidden = items.length === 0;
}
