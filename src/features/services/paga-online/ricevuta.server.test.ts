import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA, BRUNO_CODICE, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  DAY,
  ENTI,
  onOneInTurn,
  operatore,
  RIG_NOW,
  type Rig,
  type RigAnswer,
  type RigCaller,
} from '../../../../tests/rig.ts';
import type { CallContext, LoggedInUser } from '../../../context.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { listVisibleRicevute, ricevutaLink } from './ricevuta.server.ts';
import { buildRicevuta } from './ricevuta.ts';

const NUMERO = { a: '301000000000000017', b: '301000000000000118', c: '301000000000000219' };
const avviso = (numero_avviso: string) => ({ numero_avviso, iuv: numero_avviso.slice(1) });
const AVVISI = [
  { ente: 'borgo', numero_avviso: NUMERO.a, causale: 'Mensa', importo_cent: 50_00 },
  { ente: 'borgo', numero_avviso: NUMERO.b, causale: 'TARI', importo_cent: 30_01 },
];

/** Both ways to a receipt give the same answer. */
async function askBothWays(who: RigCaller, id: string, firma?: string): Promise<RigAnswer> {
  const fields = { id, ...(firma !== undefined && { firma }) };
  const [pdf, redirect] = [await who.call('ricevutaPagamento', fields), await who.call('ricevutaRedirect', fields)];
  expect(redirect.status).toBe(pdf.status === 200 ? 302 : pdf.status);
  if (pdf.status !== 200) {
    const error = { status: 404, codice: 'NOT_FOUND', messaggio: pdf.body.message };
    expect(redirect.body).toEqual({ success: false, error, ...pdf.body });
  }
  return pdf;
}

const firmaOf = (link: string) => new URL(link).searchParams.get('firma') ?? '';
const listVisibleNumeri = async ({ house }: Rig, user: LoggedInUser | null, id: string, firma?: string) => {
  const ctx = { house, db: house.db, now: house.now(), user, visitor: null } as unknown as CallContext;
  return (await listVisibleRicevute(ctx, { id, firma })).map((r) => r.numero_avviso);
};

onOneInTurn('the receipt of a payment', (rig) => {
  test('the receipt of a payment without a notice opens for the browser that made it, also after its owner has logged in, and for the user who paid', async () => {
    const guest = callerOf(rig);
    for (const { numero_avviso } of AVVISI)
      await writeAvviso(rig, { ...avviso(numero_avviso), proprietario: guest.visitor, stato: 'pagato' });
    const { id } = await writePagamento(rig, AVVISI, { proprietario: guest.visitor });
    const pdf = await askBothWays(guest, id);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toContain('ricevuta-pagamento-2026-11-20.pdf');
    expect(pdf.headers.get('cache-control')).toBe('private, no-store');
    expect((await askBothWays(guest.as({ user: ANNA }), id)).status).toBe(200);

    await writeAvviso(rig, { ...avviso(NUMERO.c), debitore: ANNA.codice_fiscale, stato: 'pagato' });
    const own = await writePagamento(rig, [{ ...AVVISI[0], numero_avviso: NUMERO.c } as (typeof AVVISI)[0]], {
      proprietario: `u:${ANNA.id}`,
      utente: ANNA.id,
    });
    expect((await askBothWays(callerOf(rig, { user: ANNA }), own.id)).status).toBe(200);
    // After the logout the browser has no owner.
    expect((await askBothWays(guest, own.id)).status).toBe(404);
  });

  test('a receipt opens for nobody else, and the answer is the same as for one that does not exist', async () => {
    const { id } = await writePagamento(rig, AVVISI, { proprietario: 'u:altri', utente: 'altri' });
    const unknown = await askBothWays(callerOf(rig), 'A'.repeat(24));
    expect(unknown.status).toBe(404);
    for (const who of [{}, { user: BRUNO_CODICE }, { user: operatore('borgo') }, { user: operatore('valle') }]) {
      const refused = await askBothWays(callerOf(rig, who), id);
      expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    }
  });

  test('a caller without a visitor cookie does not get the receipt of a payment without an owner', async () => {
    const { id } = await writePagamento(rig, AVVISI, { proprietario: '' });
    await expect(listVisibleNumeri(rig, null, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['aperto', 'in_verifica', 'non_completato', 'annullato', 'scaduto'])(
    'a payment in state %s has no receipt for any caller',
    async (stato) => {
      const guest = callerOf(rig);
      const { id } = await writePagamento(rig, AVVISI, { proprietario: guest.visitor, stato });
      // A part of the cart was paid.
      await writeRicevuta(rig, AVVISI[0] as (typeof AVVISI)[0], { pagamento: id });
      expect((await askBothWays(guest, id)).status).toBe(404);
      expect((await askBothWays(callerOf(rig), id, firmaOf(ricevutaLink(rig.house, id)))).status).toBe(404);
    },
  );

  test('a receipt opens for the debtor of one of its notices, with that notice alone', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, posizione, { ...avviso(NUMERO.a), stato: 'pagato' });
    await writeAvviso(rig, { ...avviso(NUMERO.b), debitore: BRUNO_CODICE.codice_fiscale, stato: 'pagato' });
    const { id } = await writePagamento(rig, AVVISI, { proprietario: 'u:altri', utente: 'altri' });

    expect(await listVisibleNumeri(rig, ANNA, id)).toEqual([NUMERO.a]);
    expect(await listVisibleNumeri(rig, BRUNO_CODICE, id)).toEqual([NUMERO.b]);
    expect((await askBothWays(callerOf(rig, { user: ANNA }), id)).status).toBe(200);
    // The same tax code opens nothing for an operator, nor does the same number of another ente.
    await expect(listVisibleNumeri(rig, { ...ANNA, ruolo: 'operatore' }, id)).rejects.toMatchObject({
      code: 'not_found',
    });
    await callerOf(rig, { user: ANNA }).call('togliPosizione', { id: posizione.id });
    const elsewhere = await writePosizione(rig, { ente: 'valle', codice_utente: 'V1' }, [ANNA.codice_fiscale]);
    await writeDocumento(rig, elsewhere, avviso(NUMERO.a));
    expect((await askBothWays(callerOf(rig, { user: ANNA }), id)).status).toBe(404);
  });

  test('the receipt of what was paid elsewhere has an address of its own, which opens for the debtor', async () => {
    await writeAvviso(rig, { ...avviso(NUMERO.a), debitore: ANNA.codice_fiscale, stato: 'pagato' });
    const { id } = await writeRicevuta(rig, AVVISI[0] as (typeof AVVISI)[0]);
    expect((await askBothWays(callerOf(rig, { user: ANNA }), id)).status).toBe(200);
    expect((await askBothWays(callerOf(rig, { user: BRUNO_CODICE }), id)).status).toBe(404);
    expect((await askBothWays(callerOf(rig), id)).status).toBe(404);
    expect((await askBothWays(callerOf(rig), id, firmaOf(ricevutaLink(rig.house, id)))).status).toBe(200);
  });

  test('the mailed link opens the whole receipt for thirty days and no longer', async () => {
    const { id } = await writePagamento(rig, AVVISI);
    const link = ricevutaLink(rig.house, id);
    expect(link).toMatch(new RegExp(`^http://127.0.0.1:4321/api/v1/portale/pagamenti/${id}/ricevuta\\?firma=`));
    const { pathname, search } = new URL(link);
    expect((await callerOf(rig).ask('GET', pathname + search)).status).toBe(200);
    expect(await listVisibleNumeri(rig, null, id, firmaOf(link))).toEqual([NUMERO.a, NUMERO.b]);
    const there = await callerOf(rig).call('ricevutaRedirect', { id, firma: firmaOf(link) });
    expect(there.headers.get('location')).toBe(pathname + search);

    // Until the end of the day in Rome, an hour before it ends in UTC.
    rig.clock.set(Date.UTC(2026, 11, 20, 22, 59, 59));
    expect((await askBothWays(callerOf(rig), id, firmaOf(link))).status).toBe(200);
    rig.clock.pass(1000);
    expect((await askBothWays(callerOf(rig), id, firmaOf(link))).status).toBe(404);
  });

  test('a link that was changed or made for something else opens no receipt', async () => {
    const { id } = await writePagamento(rig, AVVISI);
    const other = await writePagamento(rig, [{ ...AVVISI[0], numero_avviso: NUMERO.c } as (typeof AVVISI)[0]]);
    const firma = firmaOf(ricevutaLink(rig.house, id));
    const [giorno, segno = ''] = firma.split('.');
    const { signer } = rig.house;
    const wrong = [
      '',
      '.',
      'x',
      giorno ?? '',
      `2027-01-20.${segno}`,
      `9999-99-99.${segno}`,
      `${giorno}.${segno.slice(1)}x`,
      firmaOf(ricevutaLink(rig.house, other.id)),
      `${giorno}.${signer.sign('operatore', `${id}.${giorno}`)}`,
      `.${signer.sign('ricevuta-pagamento', `${id}.`)}`,
    ];
    for (const firma of wrong) expect((await askBothWays(callerOf(rig), id, firma)).status).toBe(404);
    // The link of a whole payment does not open its single receipts.
    const row = await rig.house.db
      .selectFrom('ricevute')
      .select('id')
      .where('pagamento', '=', id)
      .executeTakeFirstOrThrow();
    expect((await askBothWays(callerOf(rig), row.id, firma)).status).toBe(404);
  });

  test('the link to a receipt leads to this portal and nowhere else', async () => {
    const guest = callerOf(rig);
    await writeAvviso(rig, { ...avviso(NUMERO.a), proprietario: guest.visitor, stato: 'pagato' });
    const { id } = await writePagamento(rig, AVVISI, { proprietario: guest.visitor });
    const sent = await guest.call('ricevutaRedirect', { id, firma: '//evil.example/?x&y=1' });
    expect(sent.headers.get('location')).toBe(
      `/api/v1/portale/pagamenti/${id}/ricevuta?firma=%2F%2Fevil.example%2F%3Fx%26y%3D1`,
    );
  });
});

const newRicevuta = (over: object = {}) => ({
  id: 'r',
  fornitore: 'pagopa' as const,
  rif: 'RT-778899',
  iuv: iuvOf(NUMERO.a),
  pagamento: 'p',
  doppia: 0,
  giorno: '2026-11-20',
  servizio: '',
  bollo_cent: 0,
  pagato_il: RIG_NOW,
  ente: 'borgo',
  numero_avviso: NUMERO.a,
  causale: 'Mensa',
  importo_cent: 50_00,
  intermediario: 'Banca di Prova',
  ...over,
});
const RICEVUTA_BASE = {
  numero: '7KMQ4-9XTDR',
  letterhead: { nome: ENTI.borgo.nome, colore: '#0066cc', indirizzo: 'Via Roma 1' },
  enti: new Map([ENTI.borgo, ENTI.valle].map((e) => [e.id, e])),
  sandbox: false,
};
const factsOf = (ricevute: ReturnType<typeof newRicevuta>[]) => {
  const { facts, sections = [] } = buildRicevuta({ ...RICEVUTA_BASE, ricevute });
  return [facts, ...sections.map((s) => s.facts ?? [])].map((list) => Object.fromEntries(list));
};

test('the PDF shows ente, notice, amount, time in Rome, provider, intermediary, and the number of the payment', () => {
  const [head, notice] = factsOf([newRicevuta()]);
  expect(buildRicevuta({ ...RICEVUTA_BASE, ricevute: [newRicevuta()] }).number).toBe(RICEVUTA_BASE.numero);
  expect(head).toEqual({
    Ente: 'Comune di Borgo',
    'Codice fiscale dell’ente': '80000000000',
    'Pagato il': '20 novembre 2026, ore 10:00 (ora italiana)',
    'Pagato con': 'pagoPA',
    Totale: '50,00\u00a0€',
  });
  expect(notice).toEqual({
    Causale: 'Mensa',
    'Codice avviso': '3010 0000 0000 0000 17',
    IUV: NUMERO.a.slice(1),
    Importo: '50,00\u00a0€',
    'Pagato il': '20 novembre 2026, ore 10:00 (ora italiana)',
    Intermediario: 'Banca di Prova',
    'Identificativo pagoPA': 'RT-778899',
  });
});

test('the PDF shows summer time in July, and is the same whenever it is made', () => {
  const july = newRicevuta({ pagato_il: Date.UTC(2026, 6, 1, 22, 30) });
  expect(factsOf([july])[0]?.['Pagato il']).toBe('2 luglio 2026, ore 0:30 (ora italiana)');
  expect(buildRicevuta({ ...RICEVUTA_BASE, ricevute: [july] }).createdAt).toBe(july.pagato_il);
});

test('notices of several enti each name their ente, and add up to the cent', () => {
  const [head, first, second] = factsOf([
    newRicevuta({ importo_cent: 10 }),
    newRicevuta({
      ente: 'valle',
      importo_cent: 20,
      pagato_il: RIG_NOW + DAY,
      intermediario: null,
      fornitore: 'mooney',
    }),
  ]);
  expect(head).toMatchObject({ Totale: '0,30\u00a0€', 'Pagato con': 'pagoPA, Mooney' });
  expect(head).not.toHaveProperty('Ente');
  expect([first?.Ente, second?.Ente]).toEqual(['Comune di Borgo', 'Comune di Valle']);
  expect(second).not.toHaveProperty('Intermediario');
  expect(second).toHaveProperty('Identificativo Mooney');
});

test('the PDF of a notice that was paid twice says so, and what to do', () => {
  expect(factsOf([newRicevuta({ doppia: 1 })])[1]?.Attenzione).toMatch(/già pagato.*rimborso/);
});
