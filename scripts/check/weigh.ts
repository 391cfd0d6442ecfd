/** Fetches a page like a browser: the bytes transferred, and what the page loads by itself. */
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { importsOf } from './sources.ts';

export const BYTES_PER_KB = 1024;

export type PageWeight = {
  status: number;
  /** Bytes of status line, headers and body */
  br: number;
  gzip: number;
  /** Bytes of the bodies of the scripts, brotli */
  script: number;
  /** Each of them, heaviest first */
  files: { path: string; bytes: number }[];
  react: boolean;
  blocking: string[];
  /** Addresses of other hosts that the page fetches by itself */
  foreign: string[];
};

type WeighedAnswer = { path: string; status: number; onTheWire: number; body: number; text: string };

export async function weighPage(baseUrl: string, path: string, cookies: string): Promise<PageWeight> {
  const br = await getAnswer(baseUrl, path, { 'accept-encoding': 'br', cookie: cookies });
  const gzip = await getAnswer(baseUrl, path, { 'accept-encoding': 'gzip', cookie: cookies });
  const page = readHtml(br.text, path);
  const scripts = await fetchGraph(baseUrl, page.scripts);
  return {
    status: br.status,
    br: br.onTheWire,
    gzip: gzip.onTheWire,
    script: scripts.reduce((sum, script) => sum + script.body, 0),
    files: scripts.map(({ path: file, body: bytes }) => ({ path: file, bytes })).sort((a, b) => b.bytes - a.bytes),
    react: scripts.some((script) => script.text.includes('react.transitional.element')),
    blocking: page.blocking,
    foreign: page.fetched.filter((url) => new URL(url, baseUrl).origin !== baseUrl && !url.startsWith('data:')),
  };
}

/**
 * Finds what a page fetches by itself, from its HTML.
 * @returns scripts: paths of modules, including those of islands; fetched: every address, scripts included
 */
export function readHtml(html: string, path: string): { scripts: string[]; blocking: string[]; fetched: string[] } {
  const tags = [...html.matchAll(/<(script|link|img|iframe|source|astro-island)\b([^>]*)>/g)].map((m) => ({
    name: m[1] ?? '',
    has: (attribute: string) => new RegExp(`\\s${attribute}(?=[\\s=>/]|$)`).test(m[2] ?? ''),
    get: (attribute: string) => new RegExp(`\\s${attribute}="([^"]*)"`).exec(m[2] ?? '')?.[1] ?? '',
  }));
  const inline = [...html.matchAll(/<script\b[^>]*type="module"[^>]*>([\s\S]*?)<\/script>/g)].flatMap((m) =>
    importsOf(path, m[1] ?? '').flatMap((edge) => (edge.lazy ? [] : [edge.to])),
  );
  const rel = (tag: (typeof tags)[number], names: string[]) => tag.name === 'link' && names.includes(tag.get('rel'));
  const loaded = tags.flatMap((tag) => {
    if (tag.name === 'script') return [tag.get('src')];
    if (tag.name === 'astro-island') return ['component-url', 'renderer-url', 'before-hydration-url'].map(tag.get);
    return rel(tag, ['modulepreload']) ? [tag.get('href')] : [];
  });
  const sheets = tags.filter((tag) => rel(tag, ['stylesheet'])).map((tag) => tag.get('href'));
  const slow = tags.filter(
    (tag) =>
      tag.name === 'script' && tag.get('src') && tag.get('type') !== 'module' && !tag.has('async') && !tag.has('defer'),
  );
  const others = tags.flatMap((tag) =>
    rel(tag, ['preload', 'icon', 'prefetch', 'preconnect'])
      ? [tag.get('href')]
      : tag.name === 'link'
        ? []
        : [tag.get('src')],
  );
  const inStyle = [...html.matchAll(/url\(["']?([^"')]+)["']?\)/g)].map((m) => m[1] ?? '');
  const scripts = [...new Set([...loaded, ...inline].filter(Boolean))];
  return {
    scripts,
    blocking: [...slow.map((tag) => tag.get('src')), ...sheets],
    fetched: [...new Set([...scripts, ...sheets, ...others, ...inStyle].filter(Boolean))],
  };
}

/** Follows the static imports. Scripts of other hosts are reported elsewhere. */
async function fetchGraph(baseUrl: string, starts: readonly string[]): Promise<WeighedAnswer[]> {
  const queue = [...new Set(starts)];
  const found: WeighedAnswer[] = [];
  for (const path of queue) {
    const url = new URL(path, baseUrl);
    if (url.origin !== baseUrl) continue;
    const script = await getAnswer(baseUrl, url.pathname, { 'accept-encoding': 'br' });
    if (script.status !== 200) throw new Error(`${url.pathname}: status ${script.status}`);
    found.push(script);
    for (const { to, lazy } of importsOf(url.pathname, script.text)) if (!lazy && !queue.includes(to)) queue.push(to);
  }
  return found;
}

async function getAnswer(baseUrl: string, path: string, headers: Record<string, string>): Promise<WeighedAnswer> {
  const response = await new Promise<IncomingMessage>((done, failed) => {
    request(new URL(path, baseUrl), { headers, agent: false }, done).on('error', failed).end();
  });
  const body = await buffer(response);
  const lines = [`HTTP/1.1 ${response.statusCode} ${response.statusMessage}`];
  for (let i = 0; i < response.rawHeaders.length; i += 2)
    lines.push(`${response.rawHeaders[i]}: ${response.rawHeaders[i + 1]}`);
  const encoding = response.headers['content-encoding'];
  const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return {
    path,
    status: response.statusCode ?? 0,
    onTheWire: Buffer.byteLength(`${lines.join('\r\n')}\r\n\r\n`) + body.length,
    body: body.length,
    text: plain.toString('utf8'),
  };
}
