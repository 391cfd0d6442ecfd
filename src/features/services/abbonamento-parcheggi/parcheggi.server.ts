/** Lists zones and prices of parking subscriptions, checks a choice against them, and opens the request as a case. */
import type { PortalHouse } from '../../../context.ts';
import { shortDate, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { findOpenOfferta, readOfferta } from '../../cases/offerta/offerta.server.ts';
import type { CodedItem } from '../../cases/offerta/offerta.values.ts';
import { requireAnswering } from '../../cases/pratica/pratica.server.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type OffertaParcheggi, offertaParcheggiSchema } from './offerta.ts';
import { DURATION_LABELS } from './options.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';
import { abbonamentoFields, FORM_PATH } from './parcheggi.fields.ts';
import { downloadPermesso } from './permesso.server.ts';
import { type AbbonamentoChoice, findChoiceErrors, findPrice, findStartErrors, lastDayOf } from './rules.ts';
import { claimTarghe, countTentativo } from './targhe.server.ts';

const findOfferta = (house: PortalHouse, id: string) =>
  readOfferta(house, offertaParcheggiSchema, { ente: id, codice: 'SF300' });

/** @throws PortalError `not_found` for a body that does not answer for the service, or has no zone */
async function requireOfferta(house: PortalHouse, id: string): Promise<OffertaParcheggi> {
  const ownOfferta = await findOpenOfferta(house, offertaParcheggiSchema, { ente: id, codice: 'SF300' });
  if (!ownOfferta)
    throw new PortalError('not_found', { message: 'Questo ente non ha abbonamenti ai parcheggi online.' });
  return ownOfferta;
}

type ResolvedChoice = { zona: CodedItem; importo_cent: number };

/** @returns zone and price, or what is wrong with the choice */
function resolveChoice(
  { nome }: Pick<Ente, 'nome'>,
  ownOfferta: OffertaParcheggi | undefined,
  v: AbbonamentoChoice & { targhe: number },
): ResolvedChoice | { errors: FieldErrors } {
  if (!ownOfferta)
    return { errors: { ente: [`${nome} non ha abbonamenti online: scegli un altro ente o contattalo.`] } };
  const zona = ownOfferta.zone.find(({ codice }) => codice === v.zona);
  const importo_cent = findPrice(ownOfferta.prezzi, v);
  const errors = findChoiceErrors(ownOfferta, v);
  if (!zona || importo_cent === undefined || Object.keys(errors).length > 0) return { errors };
  return { zona, importo_cent };
}

/** What only the store knows to be wrong; what is not chosen at all is the schema's matter. */
export async function checkChoice(
  house: PortalHouse,
  v: AbbonamentoChoice & { ente?: string; targhe: readonly string[] },
): Promise<FieldErrors> {
  const chosenEnte = await ente(house, v.ente ?? '');
  if (!chosenEnte) return {};
  const resolved = resolveChoice(chosenEnte, await findOfferta(house, chosenEnte.id), {
    ...v,
    targhe: v.targhe.length,
  });
  return 'errors' in resolved ? resolved.errors : {};
}

export const parcheggiHandlers: OperationHandlers<typeof parcheggiOperations> = {
  zoneParcheggi: async ({ ente: id }, { house }) => {
    const { zone, prezzi, max_targhe } = await requireOfferta(house, id);
    return { zone: zone.map(({ codice, nome }) => ({ codice, etichetta: nome })), prezzi, max_targhe };
  },

  prezzoParcheggi: async ({ ente: id, dal, ...choice }, { house, now }) => {
    const resolved = resolveChoice({ nome: 'Questo ente' }, await requireOfferta(house, id), { ...choice, targhe: 0 });
    if ('errors' in resolved) throw new PortalError('invalid', { fields: resolved.errors });
    const start = dal ?? todayInRome(now);
    return { importo_cent: resolved.importo_cent, dal: start, al: lastDayOf(start, choice.durata) };
  },

  chiediAbbonamento: {
    complete: withIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async (input, ctx) => {
      const { house, now } = ctx;
      const chosenEnte = requireAnswering(await ente(house, input.ente), 'SF300');
      const resolved = resolveChoice(chosenEnte, await findOfferta(house, chosenEnte.id), {
        ...input,
        targhe: input.targhe.length,
      });
      const errors = { ...('errors' in resolved && resolved.errors), ...findStartErrors(input.dal, todayInRome(now)) };
      if ('errors' in resolved || Object.keys(errors).length > 0) throw new PortalError('invalid', { fields: errors });
      await countTentativo(ctx);
      return { chosenEnte, ...resolved };
    },
    run: async (input, ctx, { chosenEnte, zona, importo_cent }: ResolvedChoice & { chosenEnte: Ente }) => {
      const { tipo, durata, dal, targhe } = input;
      const lastDay = lastDayOf(dal, durata);
      const opened = await openRichiesta(ctx, input, {
        codice: 'SF300',
        ente: chosenEnte,
        oggetto: `Abbonamento parcheggi: ${zona.nome}`,
        descrizione: '',
        fatti: [
          ...abbonamentoFields.facts({ zona: zona.nome, tipo }, 'zona', 'tipo'),
          [
            'Durata',
            `${DURATION_LABELS[durata]}, ${withArticle('dal', shortDate(dal))} ${withArticle('al', shortDate(lastDay))}`,
          ],
          [targhe.length === 1 ? 'Targa' : 'Targhe', targhe.map(targaInWords).join('\n')],
          ['Prezzo', importo_cent === 0 ? 'Gratuito' : formatEuro(importo_cent)],
        ],
        dati: { zona: zona.codice, nome_zona: zona.nome, tipo, durata, dal, al: lastDay, targhe, importo_cent },
        percorso: FORM_PATH,
      });
      await claimTarghe(
        ctx,
        { pratica: opened.id, ente: chosenEnte.id, zona: zona.codice, dal, al: lastDay, targhe },
        zona.nome,
      );
      return opened;
    },
  },

  permessoParcheggio: downloadPermesso,
};
