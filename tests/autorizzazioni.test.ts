import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../src/api.ts';
import { ATTORI, type Attore, esitiDi, TABELLA } from './autorizzazioni.ts';
import { conSportello, type Mondo, mondo } from './mondo.ts';
import { onBoth } from './rig.ts';

const attori = Object.keys(ATTORI) as Attore[];

test('every operation has its row in the authorization table', () => {
  const rows = new Set<string>(TABELLA.map(({ operazione }) => operazione));
  expect(Object.keys(operations).filter((name) => !rows.has(name))).toEqual([]);
});

onBoth('the authorization table', (rig) => {
  beforeAll(async () => {
    await conSportello(rig);
    // The town is built some hundred times, and nothing of it has to outlive a power cut.
    if (rig.house.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(rig.house.db);
  });

  test.each(TABELLA.map((riga) => [[riga.operazione, riga.cosa].filter(Boolean).join(': '), riga] as const))(
    '%s is done for exactly those whom the table names, and a refusal changes nothing',
    async (_name, riga) => {
      const { operazione, fields } = riga;
      let m: Mondo = await mondo(rig);
      let prima = await contents();
      const esiti: Partial<Record<Attore, string>> = {};
      for (const chi of attori) {
        const esito = await m.chiedi(chi, operazione, fields?.(m, chi) ?? {});
        const dopo = await contents();
        const unchanged = dopo === prima;
        // Nothing to take away is done as well, and shows in nothing but what is still there.
        esiti[chi] = esito === '204' && unchanged ? '204 nothing' : esito;
        if (!esito.startsWith('2')) expect([chi, esito, unchanged]).toEqual([chi, esito, true]);
        if (unchanged || chi === 'visitor') continue;
        m = await mondo(rig);
        prima = await contents();
      }
      expect(esiti).toEqual(esitiDi(riga));
    },
  );

  /** The store without what counts attempts. */
  async function contents(): Promise<string> {
    await rig.house.db.deleteFrom('limiti').execute();
    return rig.dump();
  }
});
