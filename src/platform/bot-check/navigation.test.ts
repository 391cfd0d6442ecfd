import { expect, test } from 'vitest';
import { compileRoutes } from './navigation.browser.ts';

const isBotRoute = compileRoutes('/segnalazione /servizio/riesame/{ws_service}/{docs} /servizio/mezzo/{step?}/{id?}');

test.each([
  ['/segnalazione', true],
  ['/segnalazione/', true],
  ['/segnalazione/chat', false],
  ['/servizio/riesame/ICP/1,2', true],
  ['/servizio/riesame/ICP', false],
  ['/servizio/mezzo', true],
  ['/servizio/mezzo/dati/7', true],
  ['/', false],
])('%s is a route with the check: %s', (pathname, expected) => {
  expect(isBotRoute(pathname)).toBe(expected);
});

test('without routes no page has the check', () => {
  expect(compileRoutes('')('/')).toBe(false);
});
