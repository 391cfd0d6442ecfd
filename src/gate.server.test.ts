import { expect, test } from 'vitest';
import { isByPerson } from './gate.server.ts';

test.each([
  ['GET', '/area-riservata', true],
  ['POST', '/api/v1/user', true],
  ['GET', '/api/v1/user', false],
  ['HEAD', '/api/v1/user', false],
])('a %s of %s is made by a person: %s', (method, path, byPerson) => {
  expect(isByPerson(new Request(`http://x.example${path}`, { method }))).toBe(byPerson);
});
