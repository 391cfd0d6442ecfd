/** Offers to print the page with all its pictures, those included that have not been scrolled to yet. */

/** In place of the words that name the browser's own command. */
export function offerPrinting(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-stampa]');
  if (!button) return;
  button.hidden = false;
  button.onclick = () => void printPage();
  document.querySelector('[data-senza]')?.remove();
}

async function printPage(): Promise<void> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  // One that cannot be loaded does not keep the others from being printed.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}
