import { afterEach, expect, test } from 'vitest';
import {
  callerOf,
  countRows,
  type OpenedPratica,
  onOneInTurn,
  openAsUfficio,
  operatore,
  type Rig,
  sendRichiesta,
} from '../../../../tests/rig.ts';
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import type { Pratica } from '../../../store/tables.ts';

const email = 'anna@esempio.it';
const motivo = 'Il posto è libero: via Roma 12, interno 3.';

const decide = (rig: Rig, { id }: OpenedPratica, fields: Record<string, unknown>, ente = 'borgo') =>
  callerOf(rig, { user: operatore(ente) }).call('commenta', { id, email, vista: 'operatore', ...fields });

const statoOf = async (rig: Rig, { id }: OpenedPratica) =>
  (await rig.house.db.selectFrom('pratiche').select('stato').where('id', '=', id).executeTakeFirstOrThrow()).stato;

/** The service whose effects the tests replace. */
function deciding({ house }: Rig, decision: DecisioneRule): void {
  house.services = SERVICE_ROWS.map((service) => ('SF100' in service.codes ? { ...service, decision } : service));
}

onOneInTurn('a decision', (rig) => {
  afterEach(() => {
    rig.house.services = SERVICE_ROWS;
  });

  test.each(['accettata', 'rifiutata'])(
    '%s needs its reason, and the login of an operator of the ente',
    async (stato) => {
      const openedPratica = await sendRichiesta(rig, email);
      const without = await decide(rig, openedPratica, { stato, testo: 'Va bene' });
      expect([without.status, without.body.errors]).toEqual([
        422,
        { motivo: ['Scrivi il motivo della decisione: lo leggerà il cittadino.'] },
      ]);
      const office = await openAsUfficio(rig, openedPratica);
      const { id } = openedPratica;
      expect((await office.call('commenta', { id, email, vista: 'operatore', stato, motivo })).status).toBe(403);
      expect((await callerOf(rig).call('commenta', { id, email, stato, motivo })).status).toBe(403);
      expect((await decide(rig, openedPratica, { stato, motivo }, 'valle')).status).toBe(404);
      expect(await statoOf(rig, openedPratica)).toBe('inviata');

      expect((await decide(rig, openedPratica, { stato, motivo })).status).toBe(201);
      expect(await statoOf(rig, openedPratica)).toBe(stato);
    },
  );

  test('a decision by login in a browser with a key shows the operator’s name in the timeline', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    const olga = (await openAsUfficio(rig, openedPratica)).as({ user: operatore('borgo') });
    const { id } = openedPratica;
    const decided = await olga.call('commenta', { id, email, vista: 'operatore', stato: 'accettata', motivo });
    expect([decided.status, decided.body.data.chi, decided.body.data.testo]).toEqual([
      201,
      'Olga Neri',
      `Motivo: ${motivo}`,
    ]);
  });

  test('a decision is mailed to the citizen with a link to the page, and without its reason', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    await rig.deliver();
    rig.mails.length = 0;
    await decide(rig, openedPratica, { stato: 'rifiutata', motivo });
    await rig.deliver();

    const [mail, ...others] = rig.mails;
    expect([mail?.to, others]).toEqual([email, []]);
    expect(mail?.subject).toContain('non è stata accettata');
    expect(mail?.text).toContain(`/richiesta/chat/anna%40esempio.it/${openedPratica.id}`);
    expect(mail?.text).not.toContain('via Roma');
    const read = await callerOf(rig).call('dettaglioPratica', { id: openedPratica.id, email });
    expect(read.body.data.eventi.at(-1)).toMatchObject({ chi: 'Olga Neri', testo: `Motivo: ${motivo}` });
  });

  test('a second decision on a case is refused, and so is the opposite one', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    expect((await decide(rig, openedPratica, { stato: 'accettata', motivo })).status).toBe(201);
    for (const stato of ['accettata', 'rifiutata', 'in_elaborazione'])
      expect((await decide(rig, openedPratica, { stato, motivo })).status).toBe(409);
    expect((await callerOf(rig).call('commenta', { id: openedPratica.id, email, stato: 'ritirata' })).status).toBe(409);
    expect(await statoOf(rig, openedPratica)).toBe('accettata');
  });

  test('of eight operators who decide at once one takes the decision, and its effect is in the same transaction', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    const outcomes: string[] = [];
    const takes = async (ctx: CallContext, pratica: Pratica, outcome: string) => {
      outcomes.push(`${pratica.id} ${outcome}`);
      await ctx.db
        .insertInto('portale')
        .values({ chiave: `prova:${pratica.id}`, valore: outcome })
        .execute();
      return undefined;
    };
    deciding(rig, {
      accepted: (ctx, pratica) => takes(ctx, pratica, 'accettata'),
      dropped: (ctx, pratica) => takes(ctx, pratica, 'rifiutata'),
    });
    const stati = ['accettata', 'rifiutata'];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => decide(rig, openedPratica, { stato: stati[i % 2], motivo })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(outcomes).toEqual([`${openedPratica.id} ${await statoOf(rig, openedPratica)}`]);
  });

  test('a decision whose effect is refused is rolled back, and the operator reads why', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    await rig.deliver();
    const before = await countRows(rig, 'eventi');
    deciding(rig, {
      accepted: async (ctx) => {
        await ctx.db.updateTable('pratiche').set({ oggetto: 'cambiato' }).where('id', '=', openedPratica.id).execute();
        throw new PortalError('conflict', { message: 'Un avviso è in pagamento: riprova più tardi.' });
      },
    });
    const refused = await decide(rig, openedPratica, { stato: 'accettata', motivo });

    expect([refused.status, refused.body.message]).toEqual([409, 'Un avviso è in pagamento: riprova più tardi.']);
    expect([await statoOf(rig, openedPratica), await countRows(rig, 'eventi'), await rig.deliver()]).toEqual([
      'inviata',
      before,
      0,
    ]);
    expect(await rig.dump()).not.toContain('cambiato');
  });

  test('a report cannot be decided on', async () => {
    const openedPratica = await sendRichiesta(rig, email);
    await rig.house.db.updateTable('pratiche').set({ tipo: 'segnalazione', codice: 'SF510' }).execute();
    expect((await decide(rig, openedPratica, { stato: 'accettata', motivo })).status).toBe(409);
  });
});
