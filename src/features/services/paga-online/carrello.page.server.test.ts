import { expect, test } from 'vitest';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { ENTI, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { ctxOf, type LoggedInUser } from '../../../context.ts';
import { CONCESSIONE_MS } from '../../cases/posizione/posizione.server.ts';
import { checkLinkedAvvisi } from './carrello.page.server.ts';
import { RIFIUTI } from './rifiuti.ts';

const BORGO = ENTI.borgo.codice_fiscale;
const [OWN, OTHER, PAID] = ['301011100007347557', '302000000000000021', '302000000000000032'] as const;
const unknownNumero = (n: number) => `3020000000001${String(n).padStart(5, '0')}`;

/** Opens the page with these notices in its address. */
function openLink(rig: Rig, numeri: readonly string[], who: { user?: LoggedInUser; visitor?: string } = {}) {
  const url = new URL('http://portal.test/servizio/paga-online');
  for (const numero of numeri) url.searchParams.append('avviso', `${numero}-${BORGO}`);
  const { user, visitor = 'v' } = who;
  const login = user && { user, session: { id: 's', idle: 0, limit: 0, first: false } };
  const ctx = ctxOf(rig.house, { visitor, ...(login && { login }) });
  const cookies = { get: () => undefined };
  return checkLinkedAvvisi({ url, cookies, locals: { ctx, token: () => '' } } as never);
}
const rifiutiOf = async (opened: ReturnType<typeof openLink>) =>
  (await opened)?.linked.refused.map(({ rifiuto }) => rifiuto);

async function writeOwnDocumento(rig: Rig): Promise<string> {
  const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
  await writeDocumento(rig, posizione, { numero_avviso: OWN });
  return posizione.id;
}

onOneInTurn('the notices that a link names', (rig) => {
  test('are in the cart at once, and a refused one is said beside them', async () => {
    await writeAvviso(rig, { numero_avviso: OTHER, iuv: OTHER.slice(1) });
    await writeAvviso(rig, { numero_avviso: PAID, iuv: PAID.slice(1), stato: 'pagato' });

    const opened = await openLink(rig, [OTHER, PAID, unknownNumero(1)]);

    expect(opened?.carrello.map(({ numero_avviso }) => numero_avviso)).toEqual([OTHER]);
    expect(opened?.linked.refused.map(({ rifiuto }) => rifiuto)).toEqual([
      RIFIUTI.PAGAMENTO_DUPLICATO.message,
      RIFIUTI.PAGAMENTO_SCONOSCIUTO.message,
    ]);
  });

  test('open no payment and change no row', async () => {
    await writeOwnDocumento(rig);
    await openLink(rig, [OWN], { user: ANNA });
    expect(await rig.house.db.selectFrom('pagamenti').selectAll().execute()).toEqual([]);
  });

  test('are at most five, each once, and the page says how many were left out', async () => {
    const opened = await openLink(rig, [1, 1, 2, 3, 4, 5, 6, 7].map(unknownNumero));
    expect([opened?.linked.refused.length, opened?.linked.excess]).toEqual([5, 2]);
  });

  test('of strangers count as tries, so that a guest cannot find numbers by links', async () => {
    await writeAvviso(rig, { numero_avviso: OTHER, iuv: OTHER.slice(1) });
    for (let n = 0; n < 20; n += 5) await openLink(rig, [n, n + 1, n + 2, n + 3, n + 4].map(unknownNumero));
    expect((await rifiutiOf(openLink(rig, [OTHER])))?.[0]).toMatch(/troppe|Riprova/i);
  });

  test('that the citizen owes are shown whatever was tried before', async () => {
    await writeOwnDocumento(rig);
    for (let n = 0; n < 20; n += 5) await openLink(rig, [n, n + 1, n + 2, n + 3, n + 4].map(unknownNumero));
    expect(await rifiutiOf(openLink(rig, [OWN]))).toHaveLength(1);
    expect(await rifiutiOf(openLink(rig, [OWN], { user: ANNA }))).toEqual([]);
  });

  test('on a position that its two codes have opened are shown whatever was tried before', async () => {
    const posizione = await writeOwnDocumento(rig);
    for (let n = 0; n < 20; n += 5) await openLink(rig, [n, n + 1, n + 2, n + 3, n + 4].map(unknownNumero));
    const grant = { proprietario: 'v', posizione, scade: rig.house.now() + CONCESSIONE_MS };
    await rig.house.db.insertInto('concessioni').values(grant).execute();
    expect(await rifiutiOf(openLink(rig, [OWN]))).toEqual([]);
  });
});
