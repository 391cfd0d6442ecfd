/** Keeps which reminders a citizen wants. */
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { type PortalSigner, readSignedId, signedId } from '../../../platform/signer.server.ts';
import type { promemoriaOperations } from './promemoria.contract.ts';
import { REMINDER_KINDS, type ReminderKind, readChoice } from './promemoria.ts';
import { findUtente, findUtenteForUpdate, updateUtente } from './utente.db.ts';

const STOP_PURPOSE = 'promemoria-smetti';
const STOP_REMINDERS_PATH = '/promemoria/smetti';

/** Where the reader of a reminder stops those of its kind. */
export const stopRemindersPath = (signer: PortalSigner, utente: string, kind: ReminderKind): string =>
  `${STOP_REMINDERS_PATH}?${new URLSearchParams({ chiave: signedId(signer, STOP_PURPOSE, `${kind}-${utente}`) })}`;

/** @returns undefined for words that are in no mail */
export function readStopKey(signer: PortalSigner, chiave: string): { kind: ReminderKind; utente: string } | undefined {
  const words = readSignedId(signer, STOP_PURPOSE, chiave) ?? '';
  const kind = (Object.keys(REMINDER_KINDS) as ReminderKind[]).find((name) => words.startsWith(`${name}-`));
  return kind && { kind, utente: words.slice(kind.length + 1) };
}

export const promemoriaHandlers: OperationHandlers<typeof promemoriaOperations> = {
  promemoria: async (_input, ctx) =>
    readChoice((await findUtente(ctx.db, ctx.user?.id ?? ''))?.promemoria_json ?? null),
  /** @throws PortalError `invalid` for payments without a day */
  cambiaPromemoria: async (choice, ctx) => {
    if (choice.cosa.includes('pagamenti') && choice.giorni.length === 0)
      throw new PortalError('invalid', {
        fields: { giorni: ['Scegli quanti giorni prima, o togli i pagamenti dai promemoria.'] },
      });
    await updateUtente(ctx.db, ctx.user?.id ?? '', { promemoria_json: JSON.stringify(choice) });
    return choice;
  },
  smettiPromemoria: async ({ chiave }, ctx) => {
    const asked = readStopKey(ctx.house.signer, chiave);
    if (!asked) throw new PortalError('not_found');
    await ctx.db.transaction().execute(async (db) => {
      const utente = await findUtenteForUpdate({ ...ctx, db }, asked.utente);
      if (!utente) return;
      const choice = readChoice(utente.promemoria_json);
      const kept = { ...choice, cosa: choice.cosa.filter((kind) => kind !== asked.kind) };
      await updateUtente(db, utente.id, { promemoria_json: JSON.stringify(kept) });
    });
    return {};
  },
};
