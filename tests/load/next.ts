/**
 * `npm run bench -- next`: the form of a report beside the same page made by Next 16, which is installed and built in a temporary
 * folder for this run. Both have core 0 and are asked in turns; the processor time of the whole server process per request counts.
 * The table goes into docs/bench.md. BENCH_SECONDS sets another duration; nothing is written then.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { figuresOf } from './figures.ts';
import { type LoadShot, measure, medianOf } from './measure.ts';
import { installInto } from './outside.ts';
import { seed } from './seed.ts';
import { type LoadServer, loadSettings, startNext, startPortal } from './servers.ts';

const PORT = Number(process.env.BENCH_PORT ?? 4390);
const BASE_URL = `http://127.0.0.1:${PORT}`;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);

/** So many times the portal's processor time Next takes at least. */
const MIN_RATIO = 2.5;
/** By so much the uncompressed pages may differ, as a share of the portal's. */
const MAX_BYTES_APART = 0.15;
/** What is asked for: one encoding that both have, and what browsers offer. */
const ENCODINGS = ['gzip', 'gzip, deflate, br, zstd'];
/** What the React components of the form import. */
const LIBRARIES = ['react', 'react-dom', 'zod', 'nanostores', '@nanostores/react', 'leaflet', 'altcha-lib'] as const;
/** The Next app, from the project's root; in the temporary folder it lies in the same place beside the sources. */
const APP = 'tests/load/next';

export async function benchNext(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portale-next-'));
  const servers: LoadServer[] = [];
  try {
    const dataDir = join(folder, 'data');
    const env = loadSettings(PORT, { dataDir });
    // The first start imports the demo data.
    await (await startPortal(env)).stop();
    const portal = await startPortal(env);
    servers.push(portal);
    const made = await seed({ dataDir, base: BASE_URL, visitors: 2 });
    const headers = { cookie: made.draftCookie };
    const form = { path: '/segnalazione?passo=dati', headers };
    const page = await textOf(portal, form);
    const version = buildNext(folder, page);
    const next = await startNext(join(folder, APP), PORT + 1);
    servers.push(next);
    const peer = { path: '/', headers };
    const faults = faultsOf(page, await textOf(next, peer));
    if (faults.length === 0) faults.push(...(await compare({ portal, next, form, peer, version })));
    for (const fault of faults) console.log(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Both servers, with what each is asked. @property version of Next */
type NextPair = { portal: LoadServer; next: LoadServer; form: LoadShot; peer: LoadShot; version: string };

/** Measures and tells a row for each server and encoding. @returns a sentence per encoding that misses the goal */
async function compare({ portal, next, form, peer, version }: NextPair): Promise<string[]> {
  const faults: string[] = [];
  const figures = figuresOf('bench.md', 'next', !process.env.BENCH_SECONDS);
  const sizes = [await textOf(portal, form), await textOf(next, peer)].map((page) => Buffer.byteLength(page));
  figures.tell(`Uncompressed, the page has ${sizes[0]} bytes of the portal, and ${sizes[1]} of Next ${version}.\n`);
  figures.tell(
    '| asked for | server | bytes | requests/s | processor, ms per request | times the portal | from – to |',
  );
  figures.tell('|---|---|---|---|---|---|---|');
  for (const encoding of ENCODINGS) {
    const asked = (shot: LoadShot) => ({ ...shot, headers: { ...shot.headers, 'accept-encoding': encoding } });
    const got = await measure({ requests: [asked(form)], peer: [asked(peer)] }, portal, next, SECONDS);
    const ratios = got.cpuShares.toSorted((a, b) => a - b);
    const ratio = medianOf(ratios);
    const span = `${ratios[0]?.toFixed(2)} – ${ratios.at(-1)?.toFixed(2)}`;
    figures.tell(`| ${encoding} | portal | ${got.bytes} | ${got.rps} | ${got.cpu.toFixed(2)} | 1 | |`);
    figures.tell(
      `| | Next | ${got.peer.bytes} | ${got.peer.rps} | ${got.peer.cpu.toFixed(2)} | ${ratio.toFixed(2)} | ${span} |`,
    );
    const errors = got.errors + got.peer.errors;
    if (errors > 0) faults.push(`${encoding}: ${errors} errors`);
    if (!(ratio >= MIN_RATIO)) faults.push(`${encoding}: ${ratio.toFixed(2)} times instead of ${MIN_RATIO}`);
  }
  figures.write();
  return faults;
}

async function textOf({ base }: LoadServer, { path, headers = {} }: LoadShot): Promise<string> {
  const answer = await fetch(base + path, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${base}${path}: ${answer.status}`);
  return answer.text();
}

/** Installs and builds Next with the portal's components and the rest of its page. @returns the version of Next */
function buildNext(folder: string, page: string): string {
  for (const part of ['src', APP])
    cpSync(new URL(`../../${part}`, import.meta.url), join(folder, part), { recursive: true });
  for (const [name, text] of Object.entries(partsOf(page))) writeFileSync(join(folder, APP, 'app', name), text);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const packages = ['next@16', ...LIBRARIES.map((name) => `${name}@${manifest.dependencies[name]}`)];
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
    });
  installInto(folder, ...packages);
  run(process.execPath, 'node_modules/.bin/next', 'build', '--webpack', APP);
  const installed = readFileSync(join(folder, 'node_modules/next/package.json'), 'utf8');
  return (JSON.parse(installed) as { version: string }).version;
}

/** Takes the portal's page apart, into JSX of what is not the form, its props as they came, and the style. */
function partsOf(page: string): Record<'portal.jsx' | 'style.js', string> {
  // Next sends the character set and the viewport by itself.
  const found =
    /<meta name="viewport"[^>]*>(.*)<\/head><body>(.*)<astro-island[^>]* props="([^"]*)"[^>]*>.*<\/astro-island>(.*)<\/body>/s.exec(
      page.replace(CODE, ''),
    );
  const [, head = '', above = '', props = '', below = ''] = found ?? [];
  // Astro escapes these two alone in the props of an island.
  const { json } = JSON.parse(props.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { json: [0, string] };
  const style = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('');
  return {
    'portal.jsx': `export const Head = () => <>${jsxOf(head)}</>;
      export const Body = ({ children }) => <>${jsxOf(above)}{children}${jsxOf(below)}</>;
      export const json = ${JSON.stringify(json[1])};`,
    'style.js': `export const style = ${JSON.stringify(style)};`,
  };
}

const CODE = /<(script|style)\b.*?<\/\1>/gs;

const jsxOf = (html: string): string =>
  html
    .replaceAll(' class=', ' className=')
    .replaceAll(' tabindex=', ' tabIndex=')
    .replace(/<((?:img|br|meta|link)\b[^>]*)>/g, '<$1/>');

/** @returns what keeps the two pages from being compared */
function faultsOf(page: string, ofNext: string): string[] {
  const apart = Buffer.byteLength(ofNext) / Buffer.byteLength(page) - 1;
  return [
    ...(markupOf(page) === markupOf(ofNext) ? [] : ['The markup of the two pages differs.']),
    ...(Math.abs(apart) <= MAX_BYTES_APART
      ? []
      : [`The page of Next differs by ${(apart * 100).toFixed(0)}% of bytes.`]),
  ];
}

/** The body, without what the frameworks add or write otherwise: scripts, comments, the element around an island, the folder of the icons. */
const markupOf = (page: string): string =>
  page
    .slice(page.indexOf('<body>'))
    .replace(CODE, '')
    .replace(/<!--.*?-->|<\/?astro-island\b[^>]*>/gs, '')
    .replace('<body><div hidden=""></div>', '<body>')
    .replace(/[^"]*\/icone\.\w+\.svg/g, 'icone.svg')
    .replaceAll('/>', '>')
    .replaceAll('=""', '')
    .replaceAll('&#x27;', "'");
