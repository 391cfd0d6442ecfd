/** The page that takes a browser to a provider. */

/**
 * A page that goes on by itself. A redirect would not do: `form-action` of the page with the button applies to all redirects that
 * follow, and it cannot be known here where a provider sends people.
 */
export function onwardsPage(url: string, title: string): Response {
  const href = url.replace(/[&"<>]/g, (c) => `&#${c.charCodeAt(0)};`);
  const html = `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="0;url=${href}"><title>${title}</title></head>
<body><h1>${title}</h1><p><a href="${href}">Continua</a></p></body></html>`;
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } });
}
