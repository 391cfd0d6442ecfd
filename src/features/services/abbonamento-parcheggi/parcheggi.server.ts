/** Lists zones and prices of parking subscriptions, checks a choice against them, and opens the request as a case. */
import type { PortalHouse } from '../../../context.ts';
import { asSubject } from '../../../platform/atoms/articolo.ts';
import { shortDate, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { bolloFacts, claimBollo } from '../../cases/bollo/bollo.server.ts';
import { findBolloErrors, type SaidBollo } from '../../cases/bollo/bollo.ts';
import type { StoredBollo } from '../../cases/bollo/bollo-data.ts';
import { askedBollo, keptBollo } from '../../cases/bollo/bollo-offerta.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { type ResolvedChoice, readOfferta, requireChoice, requireOfferta } from '../../cases/offerta/offerta.server.ts';
import type { CodedItem } from '../../cases/offerta/offerta.values.ts';
import { requireAnswering } from '../../cases/pratica/pratica-opening.server.ts';
import { openRichiesta, withIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type OffertaParcheggi, offertaParcheggiSchema } from './offerta.ts';
import { DURATION_LABELS } from './options.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';
import { abbonamentoFields, FORM_PATH } from './parcheggi.fields.ts';
import { downloadPermesso, verificaPermesso } from './permesso.server.ts';
import { type AbbonamentoChoice, findChoiceErrors, findPrice, findStartErrors, lastDayOf } from './rules.ts';
import { claimTarghe, countTentativo } from './targhe.server.ts';

const NO_ABBONAMENTI = 'Questo ente non ha abbonamenti ai parcheggi online.';

/** @throws PortalError `not_found` for an ente that does not answer for the service, or has no zone */
const readOffered = (house: PortalHouse, ente: string): Promise<OffertaParcheggi> =>
  requireOfferta(house, offertaParcheggiSchema, { ente, codice: 'SF300', message: NO_ABBONAMENTI });

type PricedChoice = { zona: CodedItem; importo_cent: number };

/** @returns zone and price, or what is wrong with the choice */
function resolveChoice(
  offerta: OffertaParcheggi,
  wanted: AbbonamentoChoice & { targhe: number },
): ResolvedChoice<PricedChoice> {
  const zona = offerta.zone.find(({ codice }) => codice === wanted.zona);
  const importo_cent = findPrice(offerta.prezzi, wanted);
  const errors = findChoiceErrors(offerta, wanted);
  if (!zona || importo_cent === undefined || Object.keys(errors).length > 0) return { errors };
  return { chosen: { zona, importo_cent } };
}

type SentChoice = AbbonamentoChoice & { targhe: readonly string[]; bollo?: SaidBollo | undefined };

/** @param today date in Rome @returns zone and price, or what is wrong with the choice; and what is wrong with the stamp duty */
async function resolveSent(house: PortalHouse, ente: Ente, sent: SentChoice, today: string) {
  const ownOfferta = await readOfferta(house, offertaParcheggiSchema, { ente: ente.id, codice: 'SF300' });
  if (!ownOfferta) {
    const errors = { ente: [`${asSubject(ente)} non ha abbonamenti online: scegli un altro ente o contattalo.`] };
    return { ownOfferta, resolved: { errors }, bolloErrors: {} };
  }
  const resolved = resolveChoice(ownOfferta, { ...sent, targhe: sent.targhe.length });
  const fee = 'chosen' in resolved ? resolved.chosen.importo_cent : undefined;
  const bolloErrors = findBolloErrors(await askedBollo(house, ente, ownOfferta), sent.bollo, { today, fee });
  return { ownOfferta, resolved, bolloErrors };
}

/** Checks the choice against the offer in the store. The schema reports fields that are empty. @param today date in Rome */
export async function checkChoice(
  house: PortalHouse,
  v: SentChoice & { ente?: string },
  today: string,
): Promise<FieldErrors> {
  const chosenEnte = await findEnte(house, v.ente ?? '');
  if (!chosenEnte) return {};
  const { resolved, bolloErrors } = await resolveSent(house, chosenEnte, v, today);
  return { ...resolved.errors, ...bolloErrors };
}

type PreparedAbbonamento = PricedChoice & { chosenEnte: Ente; bollo: StoredBollo | undefined };

export const parcheggiHandlers: OperationHandlers<typeof parcheggiOperations> = {
  zoneParcheggi: async ({ ente: id }, { house }) => {
    const ownOfferta = await readOffered(house, id);
    const { zone, prezzi, max_targhe } = ownOfferta;
    const ente = await findEnte(house, id);
    return {
      zone: zone.map(({ codice, nome }) => ({ codice, etichetta: nome })),
      prezzi,
      max_targhe,
      bollo: ente && (await askedBollo(house, ente, ownOfferta)),
    };
  },

  prezzoParcheggi: async ({ ente: id, dal, ...choice }, { house, now }) => {
    const resolved = resolveChoice(await readOffered(house, id), { ...choice, targhe: 0 });
    const { importo_cent } = requireChoice(resolved);
    const start = dal ?? todayInRome(now);
    return { importo_cent, dal: start, al: lastDayOf(start, choice.durata) };
  },

  chiediAbbonamento: {
    complete: withIdentita,
    // Read before the transaction, to keep it short.
    prepare: async (input, ctx) => {
      const chosenEnte = requireAnswering(await findEnte(ctx.house, input.ente), 'SF300');
      const today = todayInRome(ctx.now);
      const { ownOfferta, resolved, bolloErrors } = await resolveSent(ctx.house, chosenEnte, input, today);
      const chosen = requireChoice(resolved, { ...findStartErrors(input.dal, today), ...bolloErrors });
      await countTentativo(ctx);
      return { chosenEnte, ...chosen, bollo: keptBollo(ownOfferta ?? {}, input.bollo) };
    },
    run: async (input, ctx, { chosenEnte, zona, importo_cent, bollo }: PreparedAbbonamento) => {
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
          ...bolloFacts(bollo),
        ],
        dati: { zona: zona.codice, nome_zona: zona.nome, tipo, durata, dal, al: lastDay, targhe, importo_cent, bollo },
        percorso: FORM_PATH,
      });
      await claimBollo(ctx, bollo, chosenEnte.id);
      const claim = { pratica: opened.id, ente: chosenEnte.id, zona: zona.codice, dal, al: lastDay, targhe };
      await claimTarghe(ctx, claim, zona.nome);
      return opened;
    },
  },

  permessoParcheggio: downloadPermesso,
  verificaPermesso,
};
