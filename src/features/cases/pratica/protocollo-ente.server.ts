/** Writes the number of a case in the ente's own register. The first one is mailed to the citizen; a correction is not. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { noteWritten } from '../protocollo/protocollo-asked.server.ts';
import { protocolloEnteInWords, type WrittenProtocollo } from '../protocollo/protocollo-ente.ts';
import { type Accesso, type AskedPratica, countMisses, findVisiblePratica } from './accesso.server.ts';
import { lastAttoBy, writeAtto } from './atti.db.ts';
import { addCommento } from './commento.server.ts';
import { changePratica } from './pratica.db.ts';
import type { protocolloEnteOperations } from './protocollo-ente.contract.ts';
import { CASELLA_AUTHOR, isOpenStato, type StatoPratica } from './stati.ts';

/**
 * The number that comes with a message: of today, and never in place of another one.
 * @returns undefined when the case has it already @throws PortalError `forbidden` for the citizen, `conflict`
 */
export function firstProtocollo(
  { now }: CallContext,
  { pratica, side }: Accesso,
  numero: string,
): WrittenProtocollo | undefined {
  if (side !== 'operatore') throw new PortalError('forbidden');
  if (pratica.protocollo_ente === numero) return undefined;
  if (pratica.protocollo_ente !== null)
    throw new PortalError('conflict', {
      message: `La pratica ha già il protocollo ${protocolloEnteInWords(pratica)}: si corregge da «Protocollo dell’ente».`,
    });
  return {
    protocollo_ente: numero,
    protocollo_ente_il: todayInRome(now),
    protocollo_ente_registro: null,
    protocollo_ente_classifica: null,
    protocollo_ente_fascicolo: null,
    protocollo_atteso_dal: null,
  };
}

const asOffice = ({ email, id }: AskedPratica): AskedPratica => ({ email, id, vista: 'operatore' });

export const protocolloEnteHandlers: OperationHandlers<typeof protocolloEnteOperations> = {
  protocollaPratica: {
    // A wrong pair is counted outside the transaction, which would roll the count back.
    prepare: (input, ctx) => countMisses(ctx, input.email, () => findVisiblePratica(ctx, asOffice(input))),
    run: async ({ prima, sostituisci, ...asked }, ctx) => {
      const accesso = await findVisiblePratica(ctx, asOffice(asked), 'change');
      const { pratica, operatoreName } = accesso;
      const today = todayInRome(ctx.now);
      const day = asked.protocollo_ente_il ?? today;
      const protocollo: WrittenProtocollo = {
        protocollo_ente: asked.protocollo_ente,
        protocollo_ente_il: day,
        protocollo_ente_registro: asked.protocollo_ente_registro ?? null,
        protocollo_ente_classifica: asked.protocollo_ente_classifica ?? null,
        protocollo_ente_fascicolo: asked.protocollo_ente_fascicolo ?? null,
        protocollo_atteso_dal: null,
      };
      if (day > today)
        throw new PortalError('invalid', { fields: { protocollo_ente_il: ['Il giorno non può essere dopo oggi.'] } });
      const [old, words] = [protocolloEnteInWords(pratica), protocolloEnteInWords(protocollo)];
      if (old === words) return { cambiato: false };
      if ((pratica.protocollo_ente ?? '') !== prima)
        throw new PortalError('conflict', {
          message: `Nel frattempo la pratica ha il protocollo ${old ?? ''}${await lastAttoBy(ctx.db, pratica.id, ['protocollo'])}. Ricarica la pagina prima di cambiarlo.`,
        });
      if (old && !sostituisci)
        throw new PortalError('invalid', {
          fields: { sostituisci: [`La pratica ha già il protocollo ${old}: spunta la casella per sostituirlo.`] },
        });
      if (!old && isOpenStato(pratica.stato as StatoPratica)) {
        await addCommento(ctx, accesso, { protocollo });
        return { cambiato: true };
      }
      await changePratica(ctx.db, pratica.id, protocollo);
      await noteWritten(ctx, pratica.id, protocollo);
      const said = old ? `Da ${old} a ${words}` : words;
      await addCommento(ctx, accesso, {
        sistema: old ? `Il protocollo dell’ente è stato corretto: ora è ${words}.` : `Protocollo dell’ente: ${words}`,
      });
      const name = operatoreName ?? CASELLA_AUTHOR;
      await writeAtto(ctx, pratica, { azione: 'protocollo', testo: said ?? '', dati: protocollo, name });
      return { cambiato: true };
    },
  },
};
