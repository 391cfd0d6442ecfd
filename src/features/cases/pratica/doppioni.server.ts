/** Closes a report as a duplicate of another one. Both cases stay whole. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { mergePubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { moveFollowers } from '../segnalazione-seguita/seguita.server.ts';
import { writeAtto } from './atti.db.ts';
import { addCommento } from './commento.server.ts';
import type { doppioniOperations } from './doppioni.contract.ts';
import { moveDoppioni } from './doppioni.db.ts';
import { callerName, requireOwn } from './incarico.server.ts';
import { changePratica, findByNumero, findToChange } from './pratica.db.ts';
import { protocollo } from './pratica-names.ts';
import { readProtocollo } from './protocollo.ts';
import { requireOffice } from './riservati.server.ts';
import { isOpenStato, type StatoPratica } from './stati.ts';

export const doppioniHandlers: OperationHandlers<typeof doppioniOperations> = {
  unisciSegnalazione: async ({ id, numero }, ctx) => {
    const { doppione, prima } = await lockBoth(ctx, id, numero);
    const number = protocollo(prima);
    const [from, to] = [doppione.pubblica, prima.pubblica];
    // Before the closing, which would be told to those who follow the second.
    if (from !== null && to !== null) await moveFollowers(ctx, { from, to });
    await mergePubblica(ctx, { from, to });
    await addCommento(
      ctx,
      { pratica: doppione, side: 'operatore', login: true, operatoreName: callerName(ctx) },
      {
        stato: 'conclusa',
        testo: `È lo stesso problema della segnalazione ${number}, che abbiamo già: lavoriamo su quella.${doppione.email ? ' Ti scriviamo quando cambia.' : ''}`,
        atto: { azione: 'doppione', testo: `Lo stesso problema di ${number}`, dati: { prima: prima.ufficio } },
      },
    );
    await changePratica(ctx.db, doppione.id, { doppione_di: prima.id });
    await moveDoppioni(ctx.db, { from: doppione.id, to: prima.id });
    await writeAtto(ctx, prima, {
      azione: 'doppione',
      testo: `Lo stesso problema di ${protocollo(doppione)}`,
      name: callerName(ctx),
      dati: { doppione: doppione.ufficio },
    });
    return { protocollo: number };
  },
};

/** Both open reports of one ente, locked in an order of their own, so that two merges at once do not wait for each other. */
async function lockBoth(ctx: CallContext, id: string, numero: string): Promise<Record<'doppione' | 'prima', Pratica>> {
  const asked = await requireOwn(ctx, id);
  const number = readProtocollo(numero);
  const named = number && (await findByNumero(ctx.db, { ente: asked.ente, ...number }));
  if (named?.tipo !== 'segnalazione') throw wrongNumber('Non c’è una segnalazione con questo numero.');
  if (named.id === asked.id) throw wrongNumber('È il numero di questa segnalazione: scrivi quello dell’altra.');
  const locked = new Map<string, Pratica>();
  for (const each of [asked.id, named.id].sort()) {
    const pratica = await findToChange(ctx, each);
    if (pratica) locked.set(each, pratica);
  }
  const [doppione, prima] = [locked.get(asked.id), locked.get(named.id)];
  if (!doppione || !prima || doppione.tipo !== 'segnalazione') throw new PortalError('not_found');
  await requireOffice(ctx, prima);
  if (!isOpenStato(doppione.stato as StatoPratica))
    throw new PortalError('conflict', { message: 'Questa segnalazione è già chiusa: ricarica la pagina.' });
  if (!isOpenStato(prima.stato as StatoPratica))
    throw wrongNumber(`La segnalazione ${protocollo(prima)} è chiusa: si unisce solo a una segnalazione aperta.`);
  return { doppione, prima };
}

const wrongNumber = (words: string) => new PortalError('invalid', { fields: { numero: [words] } });
