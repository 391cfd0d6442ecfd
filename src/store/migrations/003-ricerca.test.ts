import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { ENTI, onBothAlone } from '../../../tests/rig.ts';
import type { CallContext } from '../../context.ts';
import { openPratica } from '../../features/cases/pratica/pratica.server.ts';
import { up } from './003-ricerca.ts';

onBothAlone('migration 3', (rig) => {
  test('existing cases get the words by which they are found', async () => {
    const { house } = rig;
    const nuova = (oggetto: string, now: number) =>
      house.db.transaction().execute((db) =>
        openPratica({ house, db, now, visitor: 'v', user: null, host: '' } as unknown as CallContext, {
          tipo: 'segnalazione',
          codice: 'SF510',
          ente: ENTI.borgo,
          oggetto,
          descrizione: 'x',
          richiedente: { nome: 'Nicolò', cognome: 'D’Amico', email: 'n@esempio.it' },
          dati: {},
          files: [],
          percorso: '/prova',
        }),
      );
    await nuova('Perché è  BUIO?', house.now());
    const parole = () => house.db.selectFrom('pratiche').select('cerca').executeTakeFirstOrThrow();
    for (const index of ['ente', 'arrivo', 'da_leggere'].map((of) => `pratiche_${of}`))
      await house.db.schema.dropIndex(index).execute();
    await house.db.schema.alterTable('pratiche').dropColumn('cerca').execute();

    await up(house.db as unknown as Kysely<unknown>);
    expect((await parole()).cerca).toBe('2026/000001 nicolo d’amico perche e buio?');
  });
});
