/** To another page: the button stays busy until it is there. */
export function leaveTo(href: string): Promise<never> {
  reloadOnReturn();
  location.assign(href);
  return new Promise(() => {});
}

/** The browser's Back may bring the page as it was left: it is loaded anew. */
export function reloadOnReturn(): void {
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}
