import { expect, test, vi } from 'vitest';
import { figuresOf, objectsOf } from '../../../../tests/pdf-text.ts';
import { ENTI, houseOn, type Rig } from '../../../../tests/rig.ts';
import { receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import { letterheadOf, readStemma } from './stemma.server.ts';

const CREST = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 40"><path fill="#a00" d="M0 0h30v40H0z"/></svg>';
const withCrest = async (rig: Rig, hash: string, dati: Buffer) => {
  await rig.house.db.insertInto('immagini').values({ ente: 'borgo', impronta: hash, tipo: 'svg', dati }).execute();
  return { ...ENTI.borgo, stemma: { impronta: hash, tipo: 'svg' as const, larghezza: 30, altezza: 40 } };
};

test('a crest that is a drawing stands on papers as a small picture, which a screen reader skips', async () => {
  const rig = await houseOn('sqlite');
  const ente = await withCrest(rig, 'drawing', Buffer.from(CREST));

  const stemma = await readStemma(rig.house, ente);
  expect(
    Buffer.from(stemma ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(stemma?.length).toBeLessThan(10_000);
  expect(await readStemma(rig.house, ente)).toBe(stemma);
  const pdf = await receiptPdf({
    ente: await letterheadOf(rig.house, ente),
    title: 'Ricevuta',
    number: '1',
    facts: [],
    footer: '',
    sandbox: false,
    createdAt: 0,
  });
  expect([...objectsOf(pdf).values()].filter((object) => object.includes('/Subtype /Image')).length).toBeGreaterThan(0);
  expect(figuresOf(pdf)).toEqual([]);
  await rig.close();
});

test('an ente without a crest has none, and one that cannot be painted is reported and left out', async () => {
  const rig = await houseOn('sqlite');
  const report = vi.spyOn(rig.house.monitoring, 'report').mockReturnValue();
  expect(await readStemma(rig.house, ENTI.borgo)).toBeUndefined();
  const broken = await withCrest(rig, 'broken', Buffer.from('no picture'));
  expect(await readStemma(rig.house, broken)).toBeUndefined();
  expect(report).toHaveBeenCalledOnce();
  await rig.close();
});
