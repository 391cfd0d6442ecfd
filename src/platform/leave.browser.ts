/** Goes to another page and keeps the button busy until that page is there. */
export function leaveTo(href: string): Promise<never> {
  reloadOnReturn();
  location.assign(href);
  return new Promise(() => {});
}

/** The browser's Back may restore the page as it was left; then it is loaded again. */
export function reloadOnReturn(): void {
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}
