import { afterEach, expect, test } from 'vitest';
import { type Aperta, caller, count, onBoth, operatore, type Rig, richiesta, ufficio } from '../../../../tests/rig.ts';
import type { Ctx, Decision } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { SERVICES } from '../../../services.ts';
import type { Pratica } from '../../../store/tables.ts';

const email = 'anna@esempio.it';
const motivo = 'Il posto è libero: via Roma 12, interno 3.';

const decide = (rig: Rig, { id }: Aperta, fields: Record<string, unknown>, ente = 'borgo') =>
  caller(rig, { user: operatore(ente) }).call('commenta', { id, email, vista: 'operatore', ...fields });

const statoDi = async (rig: Rig, { id }: Aperta) =>
  (await rig.house.db.selectFrom('pratiche').select('stato').where('id', '=', id).executeTakeFirstOrThrow()).stato;

/** The service of these requests decides as a test says. */
function deciding({ house }: Rig, decision: Decision): void {
  house.services = SERVICES.map((service) => ('SF100' in service.codes ? { ...service, decision } : service));
}

onBoth('a decision', (rig) => {
  afterEach(() => {
    rig.house.services = SERVICES;
  });

  test.each(['accettata', 'rifiutata'])(
    '%s needs its reason, and the login of an operator of the body',
    async (stato) => {
      const caso = await richiesta(rig, email);
      const senza = await decide(rig, caso, { stato, testo: 'Va bene' });
      expect([senza.status, senza.body.errors]).toEqual([
        422,
        { motivo: ['Scrivi il motivo della decisione: lo leggerà il cittadino.'] },
      ]);
      const office = await ufficio(rig, caso);
      const { id } = caso;
      expect((await office.call('commenta', { id, email, vista: 'operatore', stato, motivo })).status).toBe(403);
      expect((await caller(rig).call('commenta', { id, email, stato, motivo })).status).toBe(403);
      expect((await decide(rig, caso, { stato, motivo }, 'valle')).status).toBe(404);
      expect(await statoDi(rig, caso)).toBe('inviata');

      expect((await decide(rig, caso, { stato, motivo })).status).toBe(201);
      expect(await statoDi(rig, caso)).toBe(stato);
    },
  );

  test('by login wins over a key in the same browser: the timeline has the operator’s name', async () => {
    const caso = await richiesta(rig, email);
    const olga = (await ufficio(rig, caso)).as({ user: operatore('borgo') });
    const { id } = caso;
    const decisa = await olga.call('commenta', { id, email, vista: 'operatore', stato: 'accettata', motivo });
    expect([decisa.status, decisa.body.data.chi, decisa.body.data.testo]).toEqual([
      201,
      'Olga Neri',
      `Motivo: ${motivo}`,
    ]);
  });

  test('is told to the citizen by mail, with a link to the page where the reason is, and without it', async () => {
    const caso = await richiesta(rig, email);
    await rig.deliver();
    rig.posta.length = 0;
    await decide(rig, caso, { stato: 'rifiutata', motivo });
    await rig.deliver();

    const [mail, ...others] = rig.posta;
    expect([mail?.to, others]).toEqual([email, []]);
    expect(mail?.subject).toContain('non è stata accettata');
    expect(mail?.text).toContain(`/richiesta/chat/anna%40esempio.it/${caso.id}`);
    expect(mail?.text).not.toContain('via Roma');
    const letta = await caller(rig).call('dettaglioPratica', { id: caso.id, email });
    expect(letta.body.data.eventi.at(-1)).toMatchObject({ chi: 'Olga Neri', testo: `Motivo: ${motivo}` });
  });

  test('is taken once: a second one, the other way round too, comes too late', async () => {
    const caso = await richiesta(rig, email);
    expect((await decide(rig, caso, { stato: 'accettata', motivo })).status).toBe(201);
    for (const stato of ['accettata', 'rifiutata', 'in_elaborazione'])
      expect((await decide(rig, caso, { stato, motivo })).status).toBe(409);
    expect((await caller(rig).call('commenta', { id: caso.id, email, stato: 'ritirata' })).status).toBe(409);
    expect(await statoDi(rig, caso)).toBe('accettata');
  });

  test('of eight operators at once takes effect once, in the transaction of the one that counts', async () => {
    const caso = await richiesta(rig, email);
    const esiti: string[] = [];
    const takes = async (ctx: Ctx, pratica: Pratica, esito: string) => {
      esiti.push(`${pratica.id} ${esito}`);
      await ctx.db
        .insertInto('portale')
        .values({ chiave: `prova:${pratica.id}`, valore: esito })
        .execute();
      return undefined;
    };
    deciding(rig, {
      accepted: (ctx, pratica) => takes(ctx, pratica, 'accettata'),
      dropped: (ctx, pratica) => takes(ctx, pratica, 'rifiutata'),
    });
    const stati = ['accettata', 'rifiutata'];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => decide(rig, caso, { stato: stati[i % 2], motivo })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(esiti).toEqual([`${caso.id} ${await statoDi(rig, caso)}`]);
  });

  test('whose effect is refused is not taken: nothing of it stays, and the operator reads why', async () => {
    const caso = await richiesta(rig, email);
    await rig.deliver();
    const prima = await count(rig, 'eventi');
    deciding(rig, {
      accepted: async (ctx) => {
        await ctx.db.updateTable('pratiche').set({ oggetto: 'cambiato' }).where('id', '=', caso.id).execute();
        throw new PortalError('conflict', { message: 'Un avviso è in pagamento: riprova più tardi.' });
      },
    });
    const rifiutata = await decide(rig, caso, { stato: 'accettata', motivo });

    expect([rifiutata.status, rifiutata.body.message]).toEqual([409, 'Un avviso è in pagamento: riprova più tardi.']);
    expect([await statoDi(rig, caso), await count(rig, 'eventi'), await rig.deliver()]).toEqual(['inviata', prima, 0]);
    expect(await rig.dump()).not.toContain('cambiato');
  });

  test('on a report there is none', async () => {
    const caso = await richiesta(rig, email);
    await rig.house.db.updateTable('pratiche').set({ tipo: 'segnalazione', codice: 'SF510' }).execute();
    expect((await decide(rig, caso, { stato: 'accettata', motivo })).status).toBe(409);
  });
});
