/** Sets the priority and the tags of a case, and keeps the tags that an ente has in use. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { writeAtto } from './atti.db.ts';
import type { etichetteOperations } from './etichette.contract.ts';
import { addEtichetta, dropUnusedEtichetta, listEtichette } from './etichette.db.ts';
import {
  etichetteInWords,
  etichetteOf,
  joinEtichette,
  MAX_ENTE_ETICHETTE,
  type MarkedPratica,
  marksInWords,
  PRIORITA,
  prioritaOf,
} from './etichette.ts';
import { callerName, requireOwn } from './incarico.server.ts';
import { changePratica } from './pratica.db.ts';

export const etichetteHandlers: OperationHandlers<typeof etichetteOperations> = {
  classificaPratica: async ({ id, priorita, etichette, prima }, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = await requireOwn(inside, id, 'change');
      const before = marksInWords(pratica);
      if (prima !== undefined && prima !== before)
        throw new PortalError('conflict', {
          message: `Nel frattempo priorità ed etichette sono diventate «${before}». Ricarica la pagina prima di cambiarle.`,
        });
      const after: MarkedPratica = {
        priorita: priorita === undefined ? pratica.priorita : priorita === 'alta' ? 'alta' : null,
        etichette: etichette === undefined ? pratica.etichette : joinEtichette(etichette),
      };
      if (marksInWords(after) === before) return { cambiata: false };
      await changePratica(tx, pratica.id, after);
      await keepInUse(inside, pratica, after);
      await writeAtto(inside, pratica, {
        azione: 'classificata',
        testo: changesInWords(pratica, after),
        dati: after,
        name: callerName(ctx),
      });
      return { cambiata: true };
    }),
};

/** @throws PortalError `invalid` when the ente has as many tags as it may */
async function keepInUse(
  { db }: CallContext,
  pratica: Pick<Pratica, 'ente'> & MarkedPratica,
  after: MarkedPratica,
): Promise<void> {
  const { ente } = pratica;
  const [had, has] = [etichetteOf(pratica), etichetteOf(after)];
  for (const nome of had) if (!has.includes(nome)) await dropUnusedEtichetta(db, ente, nome);
  const inUse = await listEtichette(db, ente);
  const fresh = has.filter((nome) => !inUse.includes(nome));
  if (inUse.length + fresh.length > MAX_ENTE_ETICHETTE)
    throw new PortalError('invalid', {
      fields: { etichette: [`L’ente ha già ${inUse.length} etichette: usane una di queste. ${inUse.join(', ')}.`] },
    });
  for (const nome of fresh) await addEtichetta(db, ente, nome);
}

function changesInWords(before: MarkedPratica, after: MarkedPratica): string {
  const inWords = (pratica: MarkedPratica) => PRIORITA[prioritaOf(pratica)].toLowerCase();
  const lines: string[] = [];
  if (before.priorita !== after.priorita) lines.push(`Priorità: da «${inWords(before)}» a «${inWords(after)}»`);
  if (before.etichette !== after.etichette)
    lines.push(`Etichette: da «${etichetteInWords(before)}» a «${etichetteInWords(after)}»`);
  return lines.join('\n');
}
