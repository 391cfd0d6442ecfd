/** Prints the page with all its pictures, those included that have not been scrolled to yet. */
export async function printPage(): Promise<void> {
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  // One that cannot be loaded does not keep the others from being printed.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}
