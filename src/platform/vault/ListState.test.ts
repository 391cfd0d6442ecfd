import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ListView, useList } from './ListState.tsx';
import { type RenderedList, remoteList } from './list.browser.ts';

const list = remoteList<string>({
  name: 'posizioni',
  schema: async () => z.array(z.string()),
  load: () => Promise.resolve([]),
});

function Positions({ rendered }: { rendered?: RenderedList<string> }) {
  const state = useList(list, rendered);
  const children = (items: string[]) => items.join(' e ');
  return createElement(ListView<string>, {
    list: state,
    title: 'Le tue posizioni',
    empty: 'Non hai ancora posizioni.',
    onRetry: () => {},
    children,
  });
}

function html(rendered?: RenderedList<string>): string {
  return renderToString(createElement(Positions, { rendered }));
}

test('the server puts the items into the page, without a skeleton', () => {
  expect(html(['TARI', 'IMU'])).toContain('TARI e IMU');
  expect(html(['TARI'])).not.toContain('placeholder');
});

test('an empty list is said in words, and is not an error', () => {
  expect(html([])).toContain('Non hai ancora posizioni.');
  expect(html([])).not.toContain('non disponibile');
});

test('an outage says "non disponibile" and offers a retry that works without JavaScript, never "nothing here"', () => {
  const page = html('failed');
  expect(page).toContain('elenco non disponibile');
  expect(page).toMatch(/<a class="btn btn-outline-primary" href="">Riprova<\/a>/);
  expect(page).not.toContain('Non hai ancora posizioni.');
});

test('a list that is loading is a skeleton, announced to screen readers in words', () => {
  const page = html();
  expect(page).toContain('aria-busy="true"');
  expect(page).toContain('Le tue posizioni: caricamento in corso');
  expect(page).toContain('placeholder');
});

test('no inline style or handler gets into the page', () => {
  for (const page of [html(), html('failed'), html(['TARI'])]) expect(page).not.toMatch(/ style=| on[a-z]+=/);
});
