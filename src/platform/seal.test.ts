import { expect, test } from 'vitest';
import { openText, sealText } from './seal.server.ts';
import { createSigner } from './signer.server.ts';

const [OLD, NEW] = ['v'.repeat(32), 'n'.repeat(32)];
const USE = { purpose: 'prova', about: 'borgo' };

test('what is sealed opens with its secret, and with that secret behind a newer one', () => {
  const sealed = sealText(createSigner([OLD]), USE, 'chiave è qui');
  expect(openText(createSigner([OLD]), USE, sealed)).toEqual({ text: 'chiave è qui', isByFirst: true });
  expect(openText(createSigner([NEW, OLD]), USE, sealed)).toEqual({ text: 'chiave è qui', isByFirst: false });
  expect(openText(createSigner([NEW]), USE, sealed)).toBeUndefined();
});

test('it opens for nothing else, and not when anything of it was changed', () => {
  const signer = createSigner([OLD]);
  const sealed = sealText(signer, USE, 'chiave');
  expect(openText(signer, { ...USE, about: 'valle' }, sealed)).toBeUndefined();
  expect(openText(signer, { ...USE, purpose: 'altro' }, sealed)).toBeUndefined();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    expect(openText(signer, USE, changed.toString('base64url'))).toBeUndefined();
  }
  for (const wrong of ['', 'x', sealed.slice(0, -4), sealed.slice(0, 30)])
    expect(openText(signer, USE, wrong)).toBeUndefined();
});

test('the same text is sealed otherwise each time, and does not stand in it', () => {
  const signer = createSigner([OLD]);
  const all = new Set(Array.from({ length: 50 }, () => sealText(signer, USE, 'chiave')));
  expect(all.size).toBe(50);
  for (const sealed of all) expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('chiave');
});
