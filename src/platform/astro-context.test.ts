import type { SSRResult } from 'astro';
import { expect, test } from 'vitest';
import type { FetchState } from '../../node_modules/astro/dist/core/fetch/fetch-state.js';
import { ComponentContext, RequestContext } from './astro-context.server.ts';

const state = (path: string) =>
  ({
    routeData: { route: path, prerender: false },
    params: {},
    request: new Request(`https://comune.example${path}`),
    url: new URL(`https://comune.example${path}`),
    manifest: {},
    locals: { path },
    cookies: {},
    logger: {},
    rewrite: async (to: string) => new Response(to),
    getClientAddress: () => '127.0.0.1',
  }) as unknown as FetchState;
const result = { response: { status: 200, headers: new Headers() } } as SSRResult;
const component = (path: string) => new ComponentContext(state(path), result, { path }, null);

test('no request has an accessor of its own', () => {
  for (const own of [new RequestContext(state('/uno')), component('/uno')]) {
    const descriptors = Object.values(Object.getOwnPropertyDescriptors(own));
    expect(descriptors.length).toBeGreaterThan(8);
    expect(descriptors.filter(({ get, set }) => get || set)).toEqual([]);
  }
});

test('each says what its request says', async () => {
  const [one, two] = [component('/uno'), component('/due')];
  expect([one.locals, two.locals]).toEqual([{ path: '/uno' }, { path: '/due' }]);
  expect([one.url.pathname, one.routePattern, one.props.path, one.clientAddress]).toEqual([
    '/uno',
    '/uno',
    '/uno',
    '127.0.0.1',
  ]);
  expect(one.response).toBe(result.response);
  const { redirect, rewrite } = one;
  expect(redirect('/login').headers.get('location')).toBe('/login');
  expect(redirect('/login', 303).status).toBe(303);
  expect(await (await rewrite('/404')).text()).toBe('/404');
  expect(one.slots.has('default')).toBe(false);
});
