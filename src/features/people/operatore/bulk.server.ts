/** Does with one of several ticked cases what an operator chose for all of them: its own change, event, mail and trail. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { countCharacters } from '../../../platform/atoms/text.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteInside } from '../../cases/ente/ente.server.ts';
import { fillPlaceholders, risposteFor, unknownPlaceholders } from '../../cases/ente/risposte.ts';
import { addCommento } from '../../cases/pratica/commento.server.ts';
import { assignPratica, callerName, placeholdersOf, requireOwn, staffOf } from '../../cases/pratica/incarico.server.ts';
import { MAX_MESSAGGIO_LENGTH } from '../../cases/pratica/messaggio-length.ts';
import { awayAmong, listUffici } from '../../cases/ufficio/ufficio.server.ts';
import type { BulkAzione, bulkOperations } from './bulk.contract.ts';
import { readNames } from './pratica-glimpse.db.ts';

type AskedChange = OperationInput<typeof bulkOperations.lavoraPratica>;

export const bulkHandlers: OperationHandlers<typeof bulkOperations> = {
  lavoraPratica: async ({ id, azione, ...asked }, ctx) => {
    const pratica = await requireOwn(ctx, id, 'change');
    const work: Record<BulkAzione, () => Promise<boolean>> = {
      assegna_a_me: () => assignTo(ctx, pratica, { persona: ctx.user?.id }),
      assegna: () => assignTo(ctx, pratica, asked),
      prendi_in_carico: () => takeCharge(ctx, pratica),
      rispondi: () => answerPratica(ctx, pratica, asked),
      concludi: () => answerPratica(ctx, pratica, asked, 'conclusa'),
    };
    return { cambiata: await work[azione]() };
  },
};

/** A case of a colleague is taken over, or given to another, on its own page and never in passing, unless they are absent today. */
async function requireFree(ctx: CallContext, { assegnata_a }: Pratica): Promise<void> {
  if (!assegnata_a || assegnata_a === ctx.user?.id) return;
  const away = await awayAmong(ctx.db, [assegnata_a], todayInRome(ctx.now));
  if (away.has(assegnata_a)) return;
  const name = (await readNames(ctx.db, [assegnata_a])).get(assegnata_a) ?? 'un’altra persona';
  throw new PortalError('conflict', { message: `è assegnata a ${name}.` });
}

/** What is in progress already only changes hands; what is new and nobody's does so by its event. */
async function takeCharge(ctx: CallContext, pratica: Pratica): Promise<boolean> {
  const isRunning = pratica.stato === 'in_elaborazione';
  const changesHands =
    (isRunning || pratica.assegnata_a !== null) && (await assignTo(ctx, pratica, { persona: ctx.user?.id }));
  return isRunning ? changesHands : writeEvent(ctx, pratica, { stato: 'in_elaborazione' });
}

/** Without an office it stays in its own. */
async function assignTo(
  ctx: CallContext,
  pratica: Pratica,
  { persona, ufficio, motivo }: Pick<AskedChange, 'persona' | 'ufficio' | 'motivo'>,
): Promise<boolean> {
  await requireFree(ctx, pratica);
  const own = pratica.assegnata_ufficio;
  const { uffici, persone } = await staffOf(ctx, pratica.ente);
  const person = persone.find(({ id }) => id === persona);
  // Its own office may have been closed since.
  const office =
    !ufficio || ufficio === own
      ? (await listUffici(ctx.db, pratica.ente)).find(({ id }) => id === own)
      : uffici.find(({ id }) => id === ufficio);
  if (persona && !person) throw refusedField('persona', 'la persona scelta non lavora per l’ente di questa pratica.');
  if (ufficio && !office) throw refusedField('ufficio', 'l’ufficio scelto non è dell’ente di questa pratica.');
  const leaves = own !== null && office && office.id !== own;
  if (leaves && !motivo) throw refusedField('motivo', 'passa a un altro ufficio: scrivi il motivo.');
  return assignPratica(ctx, pratica, { office, person, motivo: leaves ? motivo : undefined });
}

/** These words follow the number of a case. */
const refusedField = (field: 'persona' | 'ufficio' | 'motivo', words: string) =>
  new PortalError('invalid', { fields: { [field]: [words] } });

/** What was typed goes before the prepared answer; both are filled in for each case. */
async function answerPratica(
  ctx: CallContext,
  pratica: Pratica,
  { risposta, testo }: Pick<AskedChange, 'risposta' | 'testo'>,
  stato?: 'conclusa',
): Promise<boolean> {
  const ente = await enteInside(ctx, '', pratica.ente);
  const prepared = risposteFor(ente, pratica.codice).find(({ nome }) => nome === risposta)?.testo;
  if (risposta && !prepared)
    throw new PortalError('conflict', { message: `la risposta «${risposta}» non è per questo servizio.` });
  const unknown = unknownPlaceholders(prepared ?? '');
  if (unknown.length > 0)
    throw new PortalError('conflict', {
      message: `la risposta «${risposta}» ha dei segnaposto che non esistono (${unknown.join(', ')}).`,
    });
  const words = fillPlaceholders([testo, prepared].filter(Boolean).join('\n\n'), placeholdersOf(pratica, ente));
  if (countCharacters(words) > MAX_MESSAGGIO_LENGTH)
    throw new PortalError('conflict', { message: `la risposta supera i ${MAX_MESSAGGIO_LENGTH} caratteri.` });
  return writeEvent(ctx, pratica, { testo: words, stato });
}

async function writeEvent(
  ctx: CallContext,
  pratica: Pratica,
  commento: { testo?: string; stato?: 'in_elaborazione' | 'conclusa' | undefined },
): Promise<true> {
  await addCommento(ctx, { pratica, side: 'operatore', login: true, operatoreName: callerName(ctx) }, commento);
  return true;
}
