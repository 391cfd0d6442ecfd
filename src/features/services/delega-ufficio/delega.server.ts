/** Opens the case of such a request. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { NO_FILE } from '../../cases/form/form.checks.ts';
import { spendEmailProva } from '../../cases/otp/otp.server.ts';
import { requireOfAge } from '../../cases/posizione/of-age.server.ts';
import { openPratica, requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { identita } from '../../cases/utente/identita.ts';
import type { delegaOperations } from './delega.contract.ts';
import { DELEGA_CODE, FORM_PATH, requestFields } from './delega.fields.ts';
import { findPersonErrors } from './rules.ts';

const NEEDS_TAX_CODE =
  'Per agire per un’altra persona serve il tuo codice fiscale, che il tuo accesso non ci comunica. Rivolgiti all’ufficio.';

export const delegaHandlers: OperationHandlers<typeof delegaOperations> = {
  chiediDelega: {
    complete: (fields, ctx) => ({ ...fields, ...identita(ctx) }) as typeof fields,
    // Read before the transaction, to keep it short.
    prepare: async ({ ente }, { house }) => requireAnswering(await findEnte(house, ente), DELEGA_CODE),
    run: async (input, ctx, ente: Ente) => {
      const { persona, motivo, paga = false, presenta = false, fino_a, filesAllegati } = input;
      const own = await requireGrown(ctx);
      const today = todayInRome(ctx.now);
      // Whether the person has positions here is not said, and not asked: the office looks.
      requireNoErrors(findPersonErrors({ persona: persona.codice_fiscale, own, fino_a }, today));
      if (filesAllegati.length === 0)
        throw new PortalError('invalid', { message: NO_FILE, fields: { filesAllegati: [NO_FILE] } });
      await spendEmailProva(ctx, input.email);
      const { nome, cognome, email, telefono } = input;
      return openPratica(ctx, {
        tipo: 'richiesta',
        codice: DELEGA_CODE,
        ente,
        oggetto: `Delega per ${fullName(persona)}`,
        descrizione: input.testo ?? '',
        richiedente: { nome, cognome, codice_fiscale: own, email, telefono },
        dati: {
          persona,
          motivo,
          paga,
          presenta,
          ...(fino_a && { fino_a }),
          fatti: [
            ['Per chi', `${fullName(persona)}, ${persona.codice_fiscale}`],
            ...requestFields.facts({ motivo, paga, presenta }, 'motivo', 'paga', 'presenta'),
            ...(fino_a ? requestFields.facts({ fino_a }, 'fino_a') : []),
          ],
        },
        files: filesAllegati,
        percorso: FORM_PATH,
      });
    },
  },
};

/** @returns the tax code of the caller @throws PortalError `forbidden` */
async function requireGrown({ user, now, db }: CallContext): Promise<string> {
  if (!user?.codice_fiscale) throw new PortalError('forbidden', { message: NEEDS_TAX_CODE });
  await requireOfAge(db, user, todayInRome(now));
  return user.codice_fiscale;
}
