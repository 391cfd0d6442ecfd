/** Which calls a program makes with its key: those that name a scope which its key opens, as an operator of its ente would. */
import { beforeAll, describe, expect, test } from 'vitest';
import { apiOperations } from '../src/api.ts';
import type { OperationName } from '../src/handlers.ts';
import { type ApiOperation, PROGRAM_SCOPES, type ProgramScope } from '../src/platform/contract.ts';
import { AUTHORIZATION_TABLE, outcomesOf } from './authorization-table.ts';
import { makeProgramma } from './programmi.ts';
import { callerOf, onOneInTurn } from './rig.ts';
import { buildTown, prepareEnte, type Town } from './town.ts';

const operations = Object.entries(apiOperations) as [OperationName, ApiOperation][];
const scoped = AUTHORIZATION_TABLE.flatMap((row) => {
  const { scope } = apiOperations[row.operation] as ApiOperation;
  return scope ? [{ ...row, scope }] : [];
});

/**
 * An operator keeps the books by their office, a program by its key: what a program of another ente is answered, which keeps its own.
 */
const OTHER_BOOKS: Partial<Record<OperationName, string>> = {
  caricaAtto: '404',
  incassi: '200',
  esportaIncassi: '200',
  incasso: '404',
  riversamenti: '200',
  riversamento: '404',
  caricaGiornale: '404',
};

/** The calls that no operator makes: what a program of the ente is answered. */
const OF_PROGRAMS: Partial<Record<OperationName, string>> = { scriviPraticaEsterna: '200' };

onOneInTurn('a program', (rig) => {
  let m: Town;
  let rebuild: () => Promise<void>;
  beforeAll(async () => {
    await prepareEnte(rig);
    m = await buildTown(rig);
    rebuild = await rig.keep();
  });

  const contents = async () => {
    await rig.house.db.deleteFrom('limiti').execute();
    return rig.dump();
  };
  const callerWith = async (permessi: readonly ProgramScope[], ente = 'borgo') =>
    callerOf(rig, {
      bearer: await makeProgramma(rig.house, { ente, permessi: permessi.join(' '), usato: rig.house.now() }),
    });

  test('is refused every call that is not for programs, whatever its key opens', async () => {
    await rebuild();
    const { call } = await callerWith(PROGRAM_SCOPES);
    const before = await contents();
    const others = operations.filter(([, { scope }]) => !scope);
    expect(others.length).toBeGreaterThan(100);
    for (const [name, { path }] of others) {
      const segments = Object.fromEntries([...path.matchAll(/\{(\w+)/g)].map(([, segment]) => [segment, 'x']));
      expect([name, (await call(name, segments)).status]).toEqual([name, 403]);
      await rig.house.db.deleteFrom('limiti').execute();
    }
    expect(await contents()).toBe(before);
  });

  describe.each(scoped.map((row) => [[row.operation, row.what].filter(Boolean).join(': '), row] as const))(
    '%s',
    (_name, { operation, fields, scope, ...row }) => {
      const outcomes = outcomesOf({ operation, ...row });
      test('is done where its key opens it, as an operator of the ente does it, and of no other ente', async () => {
        for (const [ente, operator] of [
          ['borgo', 'X'],
          ['valle', 'Y'],
        ] as const) {
          await rebuild();
          // A program does what an operator may do who keeps the books, or who administers the ente.
          const keepsBooks = scope.startsWith('pagamenti:') || scope.startsWith('posizioni:');
          const ofOther = row.what === 'of the ente of X' ? '404' : OTHER_BOOKS[operation];
          const ofBooks = operator === 'X' ? outcomes.Z : ofOther;
          const ofOperator = operator === 'X' ? (OF_PROGRAMS[operation] ?? outcomes.X) : outcomes.Y;
          const expected = keepsBooks ? ofBooks : ofOperator;
          const { call } = await callerWith([scope], ente);
          const before = await contents();
          const { status } = await call(operation, fields?.(m, operator) ?? {});
          expect([ente, status]).toEqual([ente, Number(expected?.slice(0, 3))]);
          if (status >= 300) expect(await contents()).toBe(before);
        }
      });

      // A file that is uploaded is of no case yet, a program's own case of no service here; of what has changed, the cases of other
      // services are left out.
      const hasNoService = ['caricaFile', 'cambiamentiPratiche', 'scriviPraticaEsterna'].includes(operation);
      const isAboutCase = scope.startsWith('pratiche:') && !hasNoService;
      if (isAboutCase)
        test('finds nothing where its key is for other services', async () => {
          await rebuild();
          const key = { permessi: scope, servizi: 'ALTRO', usato: rig.house.now() };
          const { call } = callerOf(rig, { bearer: await makeProgramma(rig.house, key) });
          const before = await contents();
          expect((await call(operation, fields?.(m, 'X') ?? {})).status).toBe(404);
          expect(await contents()).toBe(before);
        });

      test('is refused with the name of the scope where its key opens everything else', async () => {
        await rebuild();
        const { call } = await callerWith(PROGRAM_SCOPES.filter((one) => one !== scope));
        const before = await contents();
        const { status, body } = await call(operation, fields?.(m, 'X') ?? {});
        expect([status, body.message]).toEqual([403, `La chiave di questo programma non ha il permesso ${scope}.`]);
        expect(await contents()).toBe(before);
      });
    },
  );
});
