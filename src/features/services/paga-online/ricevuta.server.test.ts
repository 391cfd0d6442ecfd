import { expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento, scriviRicevuta } from '../../../../tests/pagamenti.ts';
import { ANNA, BRUNO, scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import {
  type Answer,
  type Caller,
  caller,
  DAY,
  ENTI,
  NOW,
  onBoth,
  operatore,
  type Rig,
} from '../../../../tests/rig.ts';
import type { Ctx, User } from '../../../context.ts';
import { ricevutaDi } from './ricevuta.pdf.ts';
import { linkRicevuta, ricevuteViste } from './ricevuta.server.ts';

const NUMERO = { a: '301000000000000017', b: '301000000000000118', c: '301000000000000219' };
const avviso = (numero_avviso: string) => ({ numero_avviso, iuv: numero_avviso.slice(1) });
const AVVISI = [
  { ente: 'borgo', numero_avviso: NUMERO.a, causale: 'Mensa', importo_cent: 50_00 },
  { ente: 'borgo', numero_avviso: NUMERO.b, causale: 'TARI', importo_cent: 30_01 },
];

/** Both ways to a receipt answer alike. */
async function chiede(chi: Caller, id: string, firma?: string): Promise<Answer> {
  const fields = { id, ...(firma !== undefined && { firma }) };
  const [pdf, redirect] = [await chi.call('ricevutaPagamento', fields), await chi.call('ricevutaRedirect', fields)];
  expect(redirect.status).toBe(pdf.status === 200 ? 302 : pdf.status);
  if (pdf.status !== 200) {
    const error = { status: 404, codice: 'NOT_FOUND', messaggio: pdf.body.message };
    expect(redirect.body).toEqual({ success: false, error, ...pdf.body });
  }
  return pdf;
}

const firmaDi = (link: string) => new URL(link).searchParams.get('firma') ?? '';
const numeriVisti = async ({ house }: Rig, user: User | null, id: string, firma?: string) => {
  const ctx = { house, db: house.db, now: house.now(), user, visitor: null } as unknown as Ctx;
  return (await ricevuteViste(ctx, { id, firma })).map((r) => r.numero_avviso);
};

onBoth('the receipt of a payment', (rig) => {
  test('opens for the browser that paid, also once its owner has logged in, and for the user that paid', async () => {
    const ospite = caller(rig);
    const { id } = await scriviPagamento(rig, AVVISI, { proprietario: ospite.visitor });
    const pdf = await chiede(ospite, id);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.headers.get('content-disposition')).toContain('ricevuta-pagamento-2026-11-20.pdf');
    expect(pdf.headers.get('cache-control')).toBe('private, no-store');
    expect((await chiede(ospite.as({ user: ANNA }), id)).status).toBe(200);

    const suo = await scriviPagamento(rig, [{ ...AVVISI[0], numero_avviso: NUMERO.c } as (typeof AVVISI)[0]], {
      proprietario: `u:${ANNA.id}`,
      utente: ANNA.id,
    });
    expect((await chiede(caller(rig, { user: ANNA }), suo.id)).status).toBe(200);
    // After the logout the same browser is nobody in particular.
    expect((await chiede(ospite, suo.id)).status).toBe(404);
  });

  test('opens for nobody else: one answer, as if it were not there', async () => {
    const { id } = await scriviPagamento(rig, AVVISI, { proprietario: 'u:altri', utente: 'altri' });
    const unknown = await chiede(caller(rig), 'A'.repeat(24));
    expect(unknown.status).toBe(404);
    for (const who of [{}, { user: BRUNO }, { user: operatore('borgo') }, { user: operatore('valle') }]) {
      const refused = await chiede(caller(rig, who), id);
      expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    }
  });

  test('without a visitor cookie is not that of a payment without an owner', async () => {
    const { id } = await scriviPagamento(rig, AVVISI, { proprietario: '' });
    await expect(numeriVisti(rig, null, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each(['aperto', 'in_verifica', 'non_completato', 'annullato', 'scaduto'])(
    'is not there while the payment is %s, for whoever asks and however',
    async (stato) => {
      const ospite = caller(rig);
      const { id } = await scriviPagamento(rig, AVVISI, { proprietario: ospite.visitor, stato });
      // A part of the cart was paid.
      await scriviRicevuta(rig, AVVISI[0] as (typeof AVVISI)[0], { pagamento: id });
      expect((await chiede(ospite, id)).status).toBe(404);
      expect((await chiede(caller(rig), id, firmaDi(linkRicevuta(rig.house, id)))).status).toBe(404);
    },
  );

  test('opens for who owes a notice, with that notice alone', async () => {
    const posizione = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
    await scriviDocumento(rig, posizione, { ...avviso(NUMERO.a), stato: 'pagato' });
    await scriviAvviso(rig, { ...avviso(NUMERO.b), debitore: BRUNO.codice_fiscale, stato: 'pagato' });
    const { id } = await scriviPagamento(rig, AVVISI, { proprietario: 'u:altri', utente: 'altri' });

    expect(await numeriVisti(rig, ANNA, id)).toEqual([NUMERO.a]);
    expect(await numeriVisti(rig, BRUNO, id)).toEqual([NUMERO.b]);
    expect((await chiede(caller(rig, { user: ANNA }), id)).status).toBe(200);
    // The same tax code behind an operator's desk opens nothing; neither does the same number at another body.
    await expect(numeriVisti(rig, { ...ANNA, ruolo: 'operatore' }, id)).rejects.toMatchObject({ code: 'not_found' });
    await caller(rig, { user: ANNA }).call('togliPosizione', { id: posizione.id });
    const altrove = await scriviPosizione(rig, { ente: 'valle', codice_utente: 'V1' }, [ANNA.codice_fiscale]);
    await scriviDocumento(rig, altrove, avviso(NUMERO.a));
    expect((await chiede(caller(rig, { user: ANNA }), id)).status).toBe(404);
  });

  test('of what was paid elsewhere has an address of its own, for who owes it', async () => {
    await scriviAvviso(rig, { ...avviso(NUMERO.a), debitore: ANNA.codice_fiscale, stato: 'pagato' });
    const { id } = await scriviRicevuta(rig, AVVISI[0] as (typeof AVVISI)[0]);
    expect((await chiede(caller(rig, { user: ANNA }), id)).status).toBe(200);
    expect((await chiede(caller(rig, { user: BRUNO }), id)).status).toBe(404);
    expect((await chiede(caller(rig), id)).status).toBe(404);
    expect((await chiede(caller(rig), id, firmaDi(linkRicevuta(rig.house, id)))).status).toBe(200);
  });

  test('opens by the mailed link for thirty days, whole, and no day longer', async () => {
    const { id } = await scriviPagamento(rig, AVVISI);
    const link = linkRicevuta(rig.house, id);
    expect(link).toMatch(new RegExp(`^http://127.0.0.1:4321/api/v1/portale/pagamenti/${id}/ricevuta\\?firma=`));
    const { pathname, search } = new URL(link);
    expect((await caller(rig).ask('GET', pathname + search)).status).toBe(200);
    expect(await numeriVisti(rig, null, id, firmaDi(link))).toEqual([NUMERO.a, NUMERO.b]);
    const there = await caller(rig).call('ricevutaRedirect', { id, firma: firmaDi(link) });
    expect(there.headers.get('location')).toBe(pathname + search);

    // To the end of the day in Rome, which is an hour before it ends in Greenwich.
    rig.clock.set(Date.UTC(2026, 11, 20, 22, 59, 59));
    expect((await chiede(caller(rig), id, firmaDi(link))).status).toBe(200);
    rig.clock.pass(1000);
    expect((await chiede(caller(rig), id, firmaDi(link))).status).toBe(404);
  });

  test('does not open by a link that was changed, or made for something else', async () => {
    const { id } = await scriviPagamento(rig, AVVISI);
    const other = await scriviPagamento(rig, [{ ...AVVISI[0], numero_avviso: NUMERO.c } as (typeof AVVISI)[0]]);
    const firma = firmaDi(linkRicevuta(rig.house, id));
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
      firmaDi(linkRicevuta(rig.house, other.id)),
      `${giorno}.${signer.sign('operatore', `${id}.${giorno}`)}`,
      `.${signer.sign('ricevuta-pagamento', `${id}.`)}`,
    ];
    for (const firma of wrong) expect((await chiede(caller(rig), id, firma)).status).toBe(404);
    // The link of a whole payment is not one of its single receipts.
    const riga = await rig.house.db
      .selectFrom('ricevute')
      .select('id')
      .where('pagamento', '=', id)
      .executeTakeFirstOrThrow();
    expect((await chiede(caller(rig), riga.id, firma)).status).toBe(404);
  });

  test('leads nowhere but to this portal', async () => {
    const ospite = caller(rig);
    const { id } = await scriviPagamento(rig, AVVISI, { proprietario: ospite.visitor });
    const sent = await ospite.call('ricevutaRedirect', { id, firma: '//evil.example/?x&y=1' });
    expect(sent.headers.get('location')).toBe(
      `/api/v1/portale/pagamenti/${id}/ricevuta?firma=%2F%2Fevil.example%2F%3Fx%26y%3D1`,
    );
  });
});

const ricevuta = (over: object = {}) => ({
  ...{ id: 'r', fornitore: 'pagopa' as const, rif: 'RT-778899', pagamento: 'p', doppia: 0, pagato_il: NOW },
  ...{ ente: 'borgo', numero_avviso: NUMERO.a, causale: 'Mensa', importo_cent: 50_00, intermediario: 'Banca di Prova' },
  ...over,
});
const base = {
  riferimento: 'Rif_0123456789-abcdefgh',
  intestazione: ENTI.borgo,
  enti: new Map([ENTI.borgo, ENTI.valle].map((e) => [e.id, e])),
  sandbox: false,
};
const fattiDi = (ricevute: ReturnType<typeof ricevuta>[]) => {
  const { facts, sections = [] } = ricevutaDi({ ...base, ricevute });
  return [facts, ...sections.map((s) => s.facts ?? [])].map((list) => Object.fromEntries(list));
};

test('the paper tells body, notice, amount, hour of Rome, provider, intermediary and reference', () => {
  const [head, notice] = fattiDi([ricevuta()]);
  expect(head).toEqual({
    Ente: 'Comune di Borgo',
    'Codice fiscale dell’ente': '80000000000',
    'Pagato il': '20 novembre 2026, ore 10:00 (ora italiana)',
    'Pagato con': 'pagoPA',
    Totale: '50,00\u00a0€',
    'Riferimento del pagamento': base.riferimento,
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

test('in July the hour is that of summer time, and the receipt is the same whenever it is made', () => {
  const july = ricevuta({ pagato_il: Date.UTC(2026, 6, 1, 22, 30) });
  expect(fattiDi([july])[0]?.['Pagato il']).toBe('2 luglio 2026, ore 0:30 (ora italiana)');
  expect(ricevutaDi({ ...base, ricevute: [july] }).createdAt).toBe(july.pagato_il);
});

test('notices of several bodies each name theirs, and add up to the cent', () => {
  const [head, first, second] = fattiDi([
    ricevuta({ importo_cent: 10 }),
    ricevuta({ ente: 'valle', importo_cent: 20, pagato_il: NOW + DAY, intermediario: null, fornitore: 'mooney' }),
  ]);
  expect(head).toMatchObject({ Totale: '0,30\u00a0€', 'Pagato con': 'pagoPA, Mooney' });
  expect(head).not.toHaveProperty('Ente');
  expect([first?.Ente, second?.Ente]).toEqual(['Comune di Borgo', 'Comune di Valle']);
  expect(second).not.toHaveProperty('Intermediario');
  expect(second).toHaveProperty('Identificativo Mooney');
});

test('a notice paid twice says so, and what to do', () => {
  expect(fattiDi([ricevuta({ doppia: 1 })])[1]?.Attenzione).toMatch(/già pagato.*rimborso/);
});
