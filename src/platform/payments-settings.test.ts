import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPayments } from './payments-settings.server.ts';

const dir = mkdtempSync(join(tmpdir(), 'portale-pagamenti-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let files = 0;
/** @returns the path of a file with this content */
function file(content: unknown): string {
  const path = join(dir, `enti-${files++}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const IBAN = 'IT60X0542811101000000123456';
const ENTE = { chiave: 'chiave-di-borgo', segregazione: '01', iban: IBAN };
const PAGOPA = {
  PAGOPA_CHECKOUT_URL: 'https://api.platform.pagopa.it/checkout/ec/v2/',
  PAGOPA_GPD_URL: 'https://api.platform.pagopa.it/gpd/debt-positions-service/v1',
  PAGOPA_RECEIPTS_URL: 'https://api.platform.pagopa.it/gpd/payments-receipts-service/v1',
  PAGOPA_CONFIG_FILE: file({ '80000015554': ENTE }),
};
const MOONEY = { MOONEY_URL: 'https://mooney.example/api', MOONEY_SECRET: 's'.repeat(32) };

type Env = Record<string, string>;
const read = (env: Env, mode: 'sandbox' | 'production' = 'production') => readPayments(env, mode);
const enti = (content: unknown, env: Env = {}) => read({ ...PAGOPA, ...env, PAGOPA_CONFIG_FILE: file(content) });

test('without settings there is no provider', () => {
  expect(read({})).toEqual({ pagopa: undefined, mooney: undefined });
});

describe('pagoPA', () => {
  test('it is set by its addresses and a file of enti, and addresses lose their last slash', () => {
    expect(read(PAGOPA)).toEqual({
      pagopa: {
        checkoutUrl: 'https://api.platform.pagopa.it/checkout/ec/v2',
        gpdUrl: PAGOPA.PAGOPA_GPD_URL,
        receiptsUrl: PAGOPA.PAGOPA_RECEIPTS_URL,
        key: undefined,
        origins: ['https://api.platform.pagopa.it', 'https://checkout.pagopa.it'],
        enti: { '80000015554': { key: 'chiave-di-borgo', segregazione: '01', iban: IBAN } },
      },
      mooney: undefined,
    });
  });

  const { PAGOPA_CONFIG_FILE: _file, ...ADDRESSES } = PAGOPA;
  test.each(Object.keys(ADDRESSES))('without %s it is incomplete, and the start names what is missing', (name) => {
    const { [name]: _, ...half } = { ...PAGOPA, PAGOPA_KEY: 'k' } as Env;
    expect(() => read(half)).toThrow(`mancano: ${name}.`);
  });

  test('a portal whose administrators write what their enti have needs no file', () => {
    expect(read(ADDRESSES).pagopa?.enti).toEqual({});
  });

  test('a key alone is refused', () => {
    expect(() => read({ PAGOPA_KEY: 'k' })).toThrow('Con PAGOPA_KEY mancano: PAGOPA_CHECKOUT_URL, PAGOPA_GPD_URL');
  });

  test('an ente may use the common key, but not go without any', () => {
    const { chiave: _, ...withoutKey } = ENTE;
    expect(enti({ '80000015554': withoutKey }, { PAGOPA_KEY: 'comune' }).pagopa).toMatchObject({
      key: 'comune',
      enti: { '80000015554': { segregazione: '01', iban: IBAN } },
    });
    expect(() => enti({ '80000015554': withoutKey })).toThrow(/PAGOPA_CONFIG_FILE, ente 80000015554: manca la chiave/);
  });

  test('an IBAN may be written in groups, and the test ente of pagoPA is accepted', () => {
    const written = { ...ENTE, iban: 'it60 x054 2811 1010 0000 0123 456' };
    expect(enti({ '77777777777': written }).pagopa?.enti['77777777777']?.iban).toBe(IBAN);
  });

  test.each([
    ['80000015555', ENTE, '11 cifre'],
    ['borgo', ENTE, '11 cifre'],
    ['80000015554', 7, 'servono segregazione e iban'],
    ['80000015554', null, 'servono segregazione e iban'],
    ['80000015554', { ...ENTE, segregazione: 1 }, 'segregazione'],
    ['80000015554', { ...ENTE, segregazione: '1' }, 'segregazione'],
    ['80000015554', { ...ENTE, iban: undefined }, 'iban'],
    ['80000015554', { ...ENTE, iban: 'IT60X0542811101000000123457' }, 'iban'],
    ['80000015554', { ...ENTE, iban: 'IT60X05428111010000001234' }, 'iban'],
    ['80000015554', { ...ENTE, chiave: ' ' }, 'chiave'],
    ['80000015554', { ...ENTE, chiavi: 'x' }, '«chiavi»'],
  ])('wrong settings of an ente stop the start, and its tax code is named: %s %j', (ente, fields, why) => {
    const words = (() => {
      try {
        enti({ [ente]: fields });
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    })();
    expect(words).toContain(`PAGOPA_CONFIG_FILE, ente ${ente}: `);
    expect(words).toContain(why);
  });

  test.each(['{', '[]', '{}', '"x"', 'null'])('a file that is no list of enti stops the start: %s', (content) => {
    expect(() => enti(content)).toThrow(/^PAGOPA_CONFIG_FILE/);
  });

  test('a missing file stops the start with its path, and one that is not JSON is never quoted', () => {
    expect(() => read({ ...PAGOPA, PAGOPA_CONFIG_FILE: '/nessuno.json' })).toThrow('/nessuno.json (ENOENT)');
    expect(() => enti('{"chiave": segretissima')).toThrow(/^(?!.*segretissima).*non è JSON/);
  });

  test('redirects may lead to the origins that are set, whatever their number', () => {
    const env = { ...PAGOPA, PAGOPA_REDIRECT_ORIGINS: ' https://uno.example/ , https://due.example:8443,' };
    expect(read(env).pagopa?.origins).toEqual(['https://uno.example', 'https://due.example:8443']);
  });
});

describe('the second provider', () => {
  test('it is set by address and secret, and redirects lead to that address by default', () => {
    const own = { url: MOONEY.MOONEY_URL, secret: MOONEY.MOONEY_SECRET };
    expect(read(MOONEY).mooney).toEqual({ ...own, origins: ['https://mooney.example'] });
    expect(read({ ...MOONEY, MOONEY_REDIRECT_ORIGINS: 'https://paga.example' }).mooney).toEqual({
      ...own,
      origins: ['https://paga.example'],
    });
  });
});

test.each([
  ['MOONEY_SECRET', { MOONEY_SECRET: '' }],
  ['MOONEY_SECRET', { MOONEY_SECRET: 's'.repeat(31) }],
  ['MOONEY_URL', { MOONEY_URL: '' }],
  ['MOONEY_URL', { MOONEY_URL: 'mooney' }],
  ['MOONEY_URL', { MOONEY_URL: 'http://mooney.example' }],
  ['MOONEY_URL', { MOONEY_URL: 'ftp://mooney.example' }],
  ['MOONEY_REDIRECT_ORIGINS', { MOONEY_REDIRECT_ORIGINS: 'https://mooney.example/paga' }],
  ['MOONEY_REDIRECT_ORIGINS', { MOONEY_REDIRECT_ORIGINS: 'http://mooney.example' }],
  ['PAGOPA_CHECKOUT_URL', { PAGOPA_CHECKOUT_URL: 'http://api.example/v2' }],
  ['PAGOPA_CHECKOUT_URL', { PAGOPA_CHECKOUT_URL: 'https://chi:cosa@api.example/v2' }],
  ['PAGOPA_GPD_URL', { PAGOPA_GPD_URL: 'https://api.example/v1?x=1' }],
  ['PAGOPA_RECEIPTS_URL', { PAGOPA_RECEIPTS_URL: 'javascript:alert(1)' }],
  ['PAGOPA_REDIRECT_ORIGINS', { PAGOPA_REDIRECT_ORIGINS: 'https://checkout.pagopa.it,*' }],
] as [string, Env][])('a wrong %s stops the start and is named: %j', (name, env) => {
  expect(() => read({ ...PAGOPA, ...MOONEY, ...env })).toThrow(name);
});

test('a provider without encryption is accepted in a sandbox only', () => {
  const env = { ...MOONEY, MOONEY_URL: 'http://127.0.0.1:9999' };
  expect(read(env, 'sandbox').mooney?.url).toBe('http://127.0.0.1:9999');
});
