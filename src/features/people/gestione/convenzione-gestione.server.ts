/** What the ente has with pagoPA, as its administrator writes it: pagoPA is asked before it counts, and the key is never told. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { PaymentError } from '../../../platform/payments.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Convenzione } from '../../../store/tables.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { openChiave, sealChiave } from '../../services/paga-online/convenzione.server.ts';
import { deleteConvenzione, findConvenzione, writeConvenzione } from '../../services/paga-online/convenzioni.db.ts';
import { reportFault } from '../../services/paga-online/fornitore-fault.server.ts';
import type { convenzioneOperations } from './convenzione.contract.ts';
import { type ChangedThing, changeThing, seenMark, type ThingPlace } from './modifiche.server.ts';

/** What stands among the changes: of a key its end, and when it was written. */
const thingValues = z.object({
  segregazione: z.string(),
  iban: z.string(),
  chiave: z.optional(z.object({ finale: z.string(), scritta: z.string() })),
});
const chiaveOf = ({ finale, chiave_del }: Convenzione) =>
  finale === null || chiave_del === null ? undefined : { finale, scritta: isoInstant(chiave_del) };
const valuesOf = (row: Convenzione): z.infer<typeof thingValues> => {
  const { segregazione, iban } = row;
  return { segregazione, iban, chiave: chiaveOf(row) };
};

const readValues = async ({ db }: Pick<CallContext, 'db'>, ente: string) => {
  const row = await findConvenzione(db, ente);
  return row ? valuesOf(row) : null;
};

/** A key that was replaced is gone: to take that back is to write it again. */
export const convenzioneThing: ChangedThing = {
  read: (ctx, { ente }) => readValues(ctx, ente),
  async write({ db }, { ente }, values) {
    if (values === null) return deleteConvenzione(db, ente);
    const { segregazione, iban, chiave } = z.parse(thingValues, values);
    const row = await findConvenzione(db, ente);
    if (!row || chiaveOf(row)?.scritta !== chiave?.scritta)
      throw new PortalError('conflict', {
        message: 'Il portale non ha più la chiave di prima: scrivila di nuovo nella pagina «pagoPA».',
      });
    await writeConvenzione(db, { ...row, segregazione, iban });
  },
};

const placeOf = (ente: string): ThingPlace => ({ ente, oggetto: 'pagopa', key: '' });

const NOT_ASKED =
  'Non siamo riusciti a chiedere a pagoPA se accetta la chiave, e non abbiamo salvato niente. Riprova tra qualche minuto.';

/** The provider with what it takes to write here, and the tax code by which it knows the ente. */
async function findProvider({ house }: Pick<CallContext, 'house'>, ente: string) {
  const { enteOf, checkAccess } = house.payments.pagopa ?? {};
  const dominioEC = (await findEnte(house, ente))?.codice_fiscale;
  return enteOf && checkAccess && dominioEC ? { enteOf, checkAccess, dominioEC } : undefined;
}

export const convenzioneHandlers: OperationHandlers<typeof convenzioneOperations> = {
  convenzioneEnte: async ({ ente }, ctx) => {
    const provider = await findProvider(ctx, ente);
    const served = await provider?.enteOf(provider.dominioEC, ctx.db);
    const row = await findConvenzione(ctx.db, ente);
    const counting = row ?? served;
    const chiave = row && chiaveOf(row);
    return {
      attiva: provider !== undefined,
      da: row ? 'gestione' : served ? 'server' : null,
      segregazione: counting?.segregazione ?? null,
      iban: counting?.iban ?? null,
      chiave: chiave ? { ...chiave, si_legge: openChiave(ctx.house.signer, row) !== undefined } : null,
      serve_chiave: !served?.hasKey,
      visti: seenMark(row ? valuesOf(row) : null),
    };
  },

  salvaConvenzione: {
    prepare: async ({ ente, chiave }, ctx, brake) => {
      const provider = await findProvider(ctx, ente);
      if (!provider)
        throw new PortalError('conflict', {
          message: 'Su questo portale pagoPA non è attivo: lo attiva chi lo gestisce.',
        });
      const { enteOf, checkAccess, dominioEC } = provider;
      if (chiave === undefined && !(await enteOf(dominioEC, ctx.db))?.hasKey)
        throw new PortalError('invalid', { fields: { chiave: ['Scrivi la chiave dell’ente.'] } });
      await brake();
      const isTaken = await checkAccess({ dominioEC, key: chiave }).catch((error: unknown) => {
        if (!(error instanceof PaymentError)) throw error;
        reportFault(ctx.house, error);
        throw new PortalError('unavailable', { message: NOT_ASKED });
      });
      if (!isTaken)
        throw new PortalError('invalid', { fields: { chiave: ['pagoPA non accetta questa chiave per questo ente.'] } });
    },
    run: async ({ ente, visti, chiave, iban, segregazione }, ctx) => {
      await changeThing(ctx, { place: placeOf(ente), thing: convenzioneThing, seen: { visti } }, async () => {
        const before = (await findConvenzione(ctx.db, ente)) ?? { chiave: null, finale: null, chiave_del: null };
        const fresh = chiave !== undefined && { ...sealChiave(ctx.house.signer, ente, chiave), chiave_del: ctx.now };
        const row = { ...before, ...fresh, ente, iban, segregazione };
        await writeConvenzione(ctx.db, row);
        return valuesOf(row);
      });
      return { id: ente };
    },
  },
};
