import { expect, test } from 'vitest';
import { open311Api } from '../../src/features/town/open-data/open311-openapi.ts';
import { openApiFaults } from './openapi.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

test('two calls with one id are a fault to both linters, under the name of the document', async () => {
  const document = structuredClone(open311Api('https://portale.invalid'));
  const { '/services.{format}': services, '/discovery.{format}': discovery } = document.paths;
  if (services?.get && discovery?.get) services.get = { ...services.get, operationId: discovery.get.operationId };
  const [first, ...others] = await openApiFaults(ROOT, { 'open311.json': document });
  expect(first).toMatch(/open311\.json[\s\S]*operation-operationId-unique/);
  expect(others.join('\n')).toMatch(/^open311\.json paths.*\(operation-operationId-unique\)$/m);
});
