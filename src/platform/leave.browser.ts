/** To another page: the button stays busy until it is there. The browser's Back may bring this one as it was left: it is loaded anew. */
export function leave(href: string): Promise<never> {
  addEventListener('pageshow', (event) => event.persisted && location.reload());
  location.assign(href);
  return new Promise(() => {});
}
