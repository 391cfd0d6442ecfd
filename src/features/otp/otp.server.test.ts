import { expect, test } from 'vitest';
import { caller, onBoth } from '../../../tests/rig.ts';
onBoth('x', (rig) => {
  test('code', async () => {
    const anna = caller(rig);
    await anna.confirm('anna@esempio.it');
    expect(rig.posta.length).toBe(1);
  });
});
