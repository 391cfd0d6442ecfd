import { expect, test } from 'vitest';
import { SECRET_FIELD, sentTo } from './page.server.ts';

const posted = (fields: Record<string, string>) =>
  sentTo({
    request: new Request('http://127.0.0.1/gestione/pagopa', { method: 'POST', body: new URLSearchParams(fields) }),
    locals: {} as App.Locals,
  });

test('a form that cannot be answered is sent again from the page, but one with a secret by the browser alone', async () => {
  const fields = { _chiave: 'invio-1', iban: 'IT60' };
  expect(await posted({ ...fields, [SECRET_FIELD]: '' })).toMatchObject({ byBrowser: false });
  expect(await posted({ ...fields, [SECRET_FIELD]: 'segreta' })).toMatchObject({ byBrowser: true });
});
