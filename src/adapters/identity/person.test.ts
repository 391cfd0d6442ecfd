import { expect, test } from 'vitest';
import { IdentityError } from '../../platform/identity.ts';
import { type AskedProvider, type ProviderClaims, personOf } from './person.server.ts';

const CITIZEN: AskedProvider = {
  provider: 'cittadini',
  abroad: false,
  claims: {},
  role: undefined,
  enti: ['borgo', 'valle'],
};
const OPERATOR: AskedProvider = { ...CITIZEN, provider: 'operatori' };
const MARIO = { iss: 'https://i.example', sub: 'a1', given_name: 'Mario', family_name: 'Rossi' };
const CODE = 'RSSMRA80A01Z999Y';

const refused = (claims: ProviderClaims, asked = CITIZEN) => {
  try {
    return personOf(claims, asked);
  } catch (error) {
    return error instanceof IdentityError ? error.why : error;
  }
};

test.each([
  ['https://attributes.eid.gov.it/fiscal_number', `TINIT-${CODE}`],
  ['https://attributes.spid.gov.it/fiscal_number', CODE],
  ['fiscal_number', `tinit-${CODE.toLowerCase()}`],
  ['fiscalNumber', `TINIT-${CODE}`],
  ['codice_fiscale', ` ${CODE} `],
])('the tax code is found under %s', (name, value) => {
  expect(personOf({ ...MARIO, [name]: value }, CITIZEN).codice_fiscale).toBe(CODE);
});

test.each([undefined, null, '', 'TINIT-', 'RSSMRA80A01Z999X', 'VATIT-12345678903', 7, ['x'], {}])(
  'a citizen without a valid tax code is refused: %j',
  (value) => {
    expect(refused({ ...MARIO, fiscal_number: value })).toBe('no_tax_code');
  },
);

test.each([
  ['no given name', { given_name: undefined, family_name: 'Sukarno' }],
  ['an empty one', { given_name: ' ', family_name: 'Sukarno' }],
  ['a dash', { given_name: '-', family_name: 'Sukarno' }],
  ['no surname', { given_name: 'Sukarno', family_name: undefined }],
  ['a dot as surname', { given_name: 'Sukarno', family_name: '.' }],
])('a person who has one name only logs in: %s', (_case, names) => {
  expect(personOf({ ...MARIO, ...names, fiscal_number: CODE }, CITIZEN)).toMatchObject({
    nome: '-',
    cognome: 'Sukarno',
  });
});

test('a person whose given name is like the surname keeps both', () => {
  const names = { given_name: 'MARINO', family_name: 'Marino' };
  expect(personOf({ ...MARIO, ...names, fiscal_number: CODE }, CITIZEN)).toMatchObject({
    nome: 'MARINO',
    cognome: 'Marino',
  });
});

test('a person without any name is refused', () => {
  expect(refused({ ...MARIO, fiscal_number: CODE, given_name: '-', family_name: '' })).toBe('refused');
});

test('invalid contacts, and those that their provider has not verified, are left out', () => {
  const of = (claims: ProviderClaims) => {
    const { email, telefono } = personOf({ ...MARIO, fiscal_number: CODE, ...claims }, CITIZEN);
    return [email, telefono];
  };
  expect(of({ email: 'Mario@Posta.Example', phone_number: '333 0000001' })).toEqual([
    'Mario@posta.example',
    '+393330000001',
  ]);
  expect(of({})).toEqual([null, null]);
  expect(of({ email: 'mario', phone_number: 'n.d.' })).toEqual([null, null]);
  expect(of({ email: 'm@a.example, n@a.example', phone_number: {} })).toEqual([null, null]);
  expect(of({ email: 'm@a.example', email_verified: false })).toEqual([null, null]);
  expect(of({ phone_number: '3330000001', phone_number_verified: false })).toEqual([null, null]);
});

test('the day of birth is told of citizens, in the ways that it is written; what is no day is left out', () => {
  const of = (claims: ProviderClaims, asked = CITIZEN) =>
    personOf({ ...MARIO, fiscal_number: CODE, enti: ['borgo'], ...claims }, asked).data_nascita;
  expect(of({ birthdate: '1980-01-01' })).toBe('1980-01-01');
  expect(of({ 'https://attributes.eid.gov.it/date_of_birth': '01/01/1980' })).toBe('1980-01-01');
  for (const birthdate of ['1980', '0000-01-01', '1980-02-30', 7, null]) expect(of({ birthdate })).toBeUndefined();
  expect(of({ birthdate: '1980-01-01' }, OPERATOR)).toBeUndefined();
});

test('a configured name goes before the usual ones, and may be a path into an object', () => {
  const asked = { ...OPERATOR, role: 'portale', claims: { ruolo: ['realm_access.roles'], enti: ['comuni', 'enti'] } };
  const claims = { ...MARIO, realm_access: { roles: ['altro', 'portale'] }, enti: 'valle' };
  expect(personOf(claims, asked).enti).toEqual(['valle']);
  expect(personOf({ ...claims, comuni: ['borgo', 7, 'altrove'] }, asked).enti).toEqual(['borgo']);
  expect(refused({ ...claims, realm_access: 'portale' }, asked)).toBe('no_ente');
});

test('an operator needs no tax code, but a given one must be valid', () => {
  expect(personOf({ ...MARIO, enti: ['borgo'] }, OPERATOR).codice_fiscale).toBe('');
  expect(refused({ ...MARIO, enti: ['borgo'], fiscal_number: 'X' }, OPERATOR)).toBe('no_tax_code');
});

test('a provider of operators tells offices, by names with blanks too, and what a person administers of their own enti', () => {
  const of = (claims: ProviderClaims, asked = OPERATOR) => {
    const { uffici, amministra } = personOf({ ...MARIO, enti: ['borgo'], fiscal_number: CODE, ...claims }, asked);
    return [uffici, amministra];
  };
  expect(of({})).toEqual([undefined, undefined]);
  expect(of({ uffici: [], amministra: [] })).toEqual([[], []]);
  expect(of({ uffici: 'Ufficio tecnico, Anagrafe', amministra: 'borgo valle' })).toEqual([
    ['Ufficio tecnico', 'Anagrafe'],
    ['borgo'],
  ]);
  expect(of({ uffici: ['Anagrafe'], amministra: ['borgo'] }, CITIZEN)).toEqual([undefined, undefined]);
  const asked = { ...OPERATOR, claims: { amministra: ['realm_access.comuni'] } };
  expect(of({ realm_access: { comuni: ['borgo'] } }, asked)).toEqual([undefined, ['borgo']]);
});

test('another country names a person by its identifier, unless they have a tax code; with SPID and CIE an identifier is not enough', () => {
  const claims = { ...MARIO, spidCode: 'ES/IT/02635542Y' };
  const abroad = { ...CITIZEN, abroad: true };
  expect(personOf(claims, abroad)).toMatchObject({ codice_fiscale: '', identificativo: 'ES/IT/02635542Y' });
  const known = personOf({ ...claims, fiscal_number: CODE }, abroad);
  expect([known.codice_fiscale, known.identificativo]).toEqual([CODE, undefined]);
  expect(refused(claims)).toBe('no_tax_code');
  for (const identifier of ['', 'x y', 'x'.repeat(257)])
    expect(refused({ ...MARIO, spidCode: identifier }, abroad)).toBe('no_tax_code');
});

test('a citizen belongs to no ente, whatever their claims say', () => {
  expect(personOf({ ...MARIO, fiscal_number: CODE, enti: ['borgo'] }, CITIZEN).enti).toEqual([]);
});
