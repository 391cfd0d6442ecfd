/** Changes the type of a report and the day by which a case is answered, with the words that its citizen reads and gets by mail. */
import type { CallContext } from '../../../context.ts';
import { addDays, dateInWords, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { nameOf, officeNameOf } from '../ente/servizi.ts';
import { movePubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { ufficioOfCode } from '../ufficio/ufficio.server.ts';
import { lastAttoBy } from './atti.db.ts';
import { addCommento } from './commento.server.ts';
import { callerName, requireOwn } from './incarico.server.ts';
import { changePratica } from './pratica.db.ts';
import type { praticaChangesOperations } from './pratica-changes.contract.ts';
import { isOpenStato, type StatoPratica } from './stati.ts';
import { otherTypesOf } from './tipi.server.ts';

/** Longest extension at once, in days (product rule, after L. 241/1990 art. 2 c. 4). */
const MAX_PROROGA_DAYS = 180;

export const praticaChangesHandlers: OperationHandlers<typeof praticaChangesOperations> = {
  cambiaTipoPratica: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: async ({ id }, ctx) => otherTypesOf(ctx, await requireOwn(ctx, id)),
    run: async ({ id, codice, motivo, prima }, ctx, others: Awaited<ReturnType<typeof otherTypesOf>>) => {
      const pratica = await requireOwn(ctx, id, 'change');
      const { services } = ctx.house;
      await requireOpen(ctx, pratica);
      if (pratica.codice !== prima)
        throw new PortalError('conflict', {
          message: `Nel frattempo il tipo è diventato «${officeNameOf(services, pratica.codice)}»${await lastAttoBy(ctx.db, pratica.id, ['cambio_tipo'])}. Ricarica la pagina prima di cambiarlo.`,
        });
      if (!others.some((type) => type.codice === codice))
        throw new PortalError('invalid', { fields: { codice: ['Scegli un tipo dell’elenco.'] } });
      const office = await ufficioOfCode(ctx.db, pratica.ente, codice);
      const changes = { codice, assegnata_ufficio: office?.id ?? null };
      // The person has the case for the office that it leaves.
      const moves = changes.assegnata_ufficio !== pratica.assegnata_ufficio;
      await changePratica(ctx.db, pratica.id, { ...changes, ...(moves && { assegnata_a: null }) });
      await movePubblica(ctx, pratica, { codice });
      const [old, fresh] = [pratica.codice, codice].map((c) => nameOf(services, c));
      await tellCitizen(ctx, pratica, `Il tipo della segnalazione è cambiato da «${old}» a «${fresh}».`, {
        motivo,
        azione: 'cambio_tipo',
        dati: { prima, dopo: codice },
      });
      return { codice };
    },
  },

  prorogaPratica: async ({ id, termine, motivo, prima }, ctx) => {
    const pratica = await requireOwn(ctx, id, 'change');
    await requireOpen(ctx, pratica);
    if (pratica.sospesa_dal !== null) throw new PortalError('conflict', { message: SUSPENDED_TEXT });
    if (pratica.termine_il !== prima)
      throw new PortalError('conflict', {
        message: `Nel frattempo il termine è diventato ${withArticle('il', dateInWords(pratica.termine_il))}${await lastAttoBy(ctx.db, pratica.id, ['proroga'])}. Ricarica la pagina prima di cambiarlo.`,
      });
    const last = addDays(pratica.termine_il, MAX_PROROGA_DAYS);
    if (termine <= pratica.termine_il || termine > last)
      throw new PortalError('invalid', {
        fields: {
          termine: [
            `Il nuovo termine viene dopo quello di oggi, ${shortDate(pratica.termine_il)}, e non oltre ${withArticle('il', shortDate(last))}.`,
          ],
        },
      });
    await changePratica(ctx.db, pratica.id, { termine_il: termine });
    const days = `${withArticle('dal', dateInWords(pratica.termine_il))} ${withArticle('al', dateInWords(termine))}`;
    await tellCitizen(ctx, pratica, `Il termine entro cui riceverai una risposta si sposta ${days}.`, {
      motivo,
      azione: 'proroga',
      dati: { prima, dopo: termine },
    });
    return { termine };
  },
};

const SUSPENDED_TEXT =
  'La pratica aspetta il cittadino, e il termine è sospeso: si allunga da solo dei giorni che passano fino alla sua risposta.';

async function requireOpen({ db }: CallContext, { id, stato }: Pratica): Promise<void> {
  if (isOpenStato(stato as StatoPratica)) return;
  const by = await lastAttoBy(db, id, ['decisione']);
  throw new PortalError('conflict', { message: `Questa pratica è chiusa${by}: non si cambia più.` });
}

/** The citizen reads it in the timeline, and gets the mail of a message. */
async function tellCitizen(
  ctx: CallContext,
  pratica: Pratica,
  words: string,
  of: { motivo: string; azione: 'cambio_tipo' | 'proroga'; dati: Record<string, string> },
): Promise<void> {
  const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName: callerName(ctx) };
  const { motivo, azione, dati } = of;
  await addCommento(ctx, accesso, {
    testo: words,
    motivo,
    atto: { azione, testo: `${words}\nMotivo: ${motivo}`, dati },
  });
}
