import { expect, test } from 'vitest';
import { CATEGORIE } from './categorie.ts';
import { CODICI_SERVIZIO } from './codici.ts';

test('every service has a name, and every name a service', () => {
  expect(CODICI_SERVIZIO.toSorted()).toEqual(Object.keys(CATEGORIE).toSorted());
});
