/** The webhooks of programs: set, tried again and removed by an administrator, who reads what became of the last calls. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { StoreDb, WebhookRow } from '../../../store/tables.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { numberBefore, numberChanges } from '../../cases/programma/cambiamenti.db.ts';
import { findProgramma } from '../../cases/programma/programma.db.ts';
import { scopesOf } from '../../cases/programma/programma.server.ts';
import {
  changeWebhook,
  countLate,
  deleteWebhook,
  findWebhook,
  hurryLate,
  listCalls,
  listWebhooks,
  NEVER_CALLED,
  writeWebhook,
} from '../../cases/programma/webhook.db.ts';
import { makeSecret } from '../../cases/programma/webhook.server.ts';
import { type ChangedThing, changeThing, type ThingPlace } from './modifiche.server.ts';
import type { programmiOperations, WebhookView } from './programmi.contract.ts';

/** Addresses of one program. */
const MAX_WEBHOOKS = 5;
/** Calls that are shown. */
const SHOWN_CALLS = 5;

/** A webhook is set and removed: its secret is with the program, and does not come back. */
export const webhookThing: ChangedThing = {
  async read({ db }, { ente, key }) {
    const found = await findWebhook(db, { id: key, ente });
    const programma = found && (await findProgramma(db, { id: found.programma, ente }));
    return found && programma ? { nome: programma.nome, indirizzo: found.indirizzo } : null;
  },
  async write({ db }, { ente, key }, values) {
    const found = await findWebhook(db, { id: key, ente });
    if (values === null) return deleteWebhook(db, key);
    if (!found)
      throw new PortalError('conflict', {
        message: 'Un webhook tolto non torna: impostane uno nuovo per il programma.',
      });
  },
};

const placeOf = (ente: string, key: string): ThingPlace => ({ ente, oggetto: 'webhook', key });

const instantOf = (instant: number | null) => (instant === null ? null : isoInstant(instant));

/** @returns by the id of its program */
export async function webhookViews(db: StoreDb, programmi: readonly string[]): Promise<Map<string, WebhookView[]>> {
  const webhooks = await listWebhooks(db, programmi);
  const late = await countLate(
    db,
    webhooks.map(({ id }) => id),
  );
  const views = new Map<string, WebhookView[]>();
  for (const webhook of webhooks) {
    const count = late.get(webhook.id);
    const view = { ...(await webhookView(db, webhook)), in_ritardo: count?.late ?? 0, ferme: count?.held ?? 0 };
    views.set(webhook.programma, [...(views.get(webhook.programma) ?? []), view]);
  }
  return views;
}

async function webhookView(
  db: StoreDb,
  { id, indirizzo, creato, errore, fallisce_dal, fermo }: WebhookRow,
): Promise<Omit<WebhookView, 'in_ritardo' | 'ferme'>> {
  const calls = await listCalls(db, id, SHOWN_CALLS);
  return {
    id,
    indirizzo,
    creato: isoInstant(creato),
    errore: errore ?? '',
    fallisce_dal: instantOf(fallisce_dal),
    fermo: instantOf(fermo),
    consegne: calls.map(({ quando, ufficio, stato, errore: why, ms, ...pratica }) => ({
      quando: isoInstant(quando),
      pratica: ufficio,
      protocollo: protocollo(pratica),
      stato,
      errore: why ?? '',
      ms,
    })),
  };
}

async function requireWebhook(db: StoreDb, { ente, webhook }: { ente: string; webhook: string }): Promise<WebhookRow> {
  const found = await findWebhook(db, { id: webhook, ente });
  if (!found) throw new PortalError('not_found');
  return found;
}

type WebhookOperations = Pick<
  typeof programmiOperations,
  'creaWebhook' | 'togliWebhook' | 'ritentaWebhook' | 'ripetiWebhook'
>;

export const webhookHandlers: OperationHandlers<WebhookOperations> = {
  creaWebhook: async ({ ente, programma, indirizzo }, ctx) => {
    const found = await findProgramma(ctx.db, { id: programma, ente });
    if (!found) throw new PortalError('not_found');
    if (found.revocato !== null)
      throw new PortalError('conflict', { message: 'La chiave di questo programma è revocata.' });
    if (!scopesOf(found).includes('pratiche:leggi'))
      throw new PortalError('conflict', {
        message: 'Un webhook dice quali pratiche sono cambiate: la chiave di questo programma non le legge.',
      });
    if ((await listWebhooks(ctx.db, [programma])).length >= MAX_WEBHOOKS)
      throw new PortalError('conflict', { message: `Un programma ha al massimo ${MAX_WEBHOOKS} webhook.` });
    const id = randomId();
    const { secret, sealed } = makeSecret(ctx.house.signer, id);
    // It is told of what changes from now on.
    const { ultimo } = await numberChanges(ctx.db, { ente, dialect: ctx.house.dialect, now: ctx.now });
    await ctx.db.transaction().execute((tx) =>
      changeThing({ ...ctx, db: tx }, { place: placeOf(ente, id), thing: webhookThing }, async () => {
        await writeWebhook(tx, {
          id,
          ente,
          programma,
          indirizzo,
          segreto: sealed,
          fino_a: ultimo,
          ...NEVER_CALLED,
          creato: ctx.now,
        });
        return {};
      }),
    );
    return { id, segreto: secret };
  },

  togliWebhook: async ({ ente, webhook }, ctx: CallContext) => {
    await requireWebhook(ctx.db, { ente, webhook });
    await changeThing(ctx, { place: placeOf(ente, webhook), thing: webhookThing }, () => null);
    return { id: webhook };
  },

  ritentaWebhook: async ({ ente, webhook }, { db, now }) => {
    const { id, fino_a } = await requireWebhook(db, { ente, webhook });
    await callAgain(db, { id, fino_a, now });
    return { id };
  },

  ripetiWebhook: async ({ ente, webhook, dal }, { db, now }) => {
    const { id, fino_a } = await requireWebhook(db, { ente, webhook });
    requireNoErrors({ ...(dal > todayInRome(now) && { dal: ['Questo giorno deve ancora venire.'] }) });
    const before = await numberBefore(db, { ente, from: midnightInRome(dal) });
    await callAgain(db, { id, fino_a: Math.min(fino_a, before), now });
    return { id };
  },
};

/** The webhook is called at once, as if it had never failed. The host that is calling it sees that it is no longer its own, and stops. */
async function callAgain(
  db: StoreDb,
  { id, fino_a, now }: Pick<WebhookRow, 'id' | 'fino_a'> & { now: number },
): Promise<void> {
  await hurryLate(db, id, now);
  await changeWebhook(db, id, { ...NEVER_CALLED, fino_a });
}
