import { expect, test } from 'vitest';
import { belowExports, placesInside } from './exports.ts';
import { edgesOf } from './sources.ts';

const PUBLIC = ['astro/config', 'kysely/migration', 'leaflet/dist/leaflet.css'];
const faults = (code: string, told: { name: string; why: string }[] = []) =>
  belowExports(edgesOf(new Map([['src/a.ts', code]])), (name) => PUBLIC.includes(name), told);

test('an exported path of a package may be imported', () => {
  expect(faults("import 'kysely'; import 'astro/config'; import type { M } from 'kysely/migration';")).toEqual([]);
});

test('a path that a package does not export may not be imported, not even as a type', () => {
  expect(faults("import type { FetchState } from 'astro/core/fetch-state.js';")).toEqual([
    'src/a.ts → astro/core/fetch-state.js: below what the package exports',
  ]);
});

test('a file in the dist of a package is allowed by name only, and only while it is imported', () => {
  const told = [{ name: 'leaflet/dist/leaflet.css', why: 'a test' }];

  expect(faults("import 'leaflet/dist/leaflet.css?raw';")).toHaveLength(1);
  expect(faults("import 'leaflet/dist/leaflet.css?raw';", told)).toEqual([]);
  expect(faults('', told)).toEqual(['leaflet/dist/leaflet.css: this exception is not needed any more']);
});

test('modules of Node, of Astro and of this project are not packages', () => {
  expect(faults("import 'node:timers/promises'; import 'astro:middleware'; import './b/c.ts';")).toEqual([]);
});

test.each(['../node_modules/astro/dist/core/x.js', '/node_modules/@astrojs/react/dist/server.js'])(
  'a text with %s is refused',
  (place) => {
    expect(placesInside(new Map([['src/a.ts', `read('${place}')`]]))).toHaveLength(1);
    expect(placesInside(new Map([['src/a.ts', "loadPaths: ['node_modules']"]]))).toEqual([]);
  },
);
