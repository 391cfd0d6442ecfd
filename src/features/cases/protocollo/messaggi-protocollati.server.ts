/** Under which number each message of a case is in the register of the ente, in words, for its timeline. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { listMessaggi } from './protocolli.db.ts';
import { attesaInWords, protocolloEnteInWords } from './protocollo-ente.ts';

/** @param pratica id of the citizen's side @returns by the id of the event; none where no messages are registered */
export async function registeredMessaggi(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  pratica: string,
): Promise<Map<string, string>> {
  const today = todayInRome(now);
  const rows = await listMessaggi(db, pratica);
  return new Map(
    rows.map(({ evento, numero, data, registro, chiesto }) => {
      const words = protocolloEnteInWords({
        protocollo_ente: numero,
        protocollo_ente_il: data,
        protocollo_ente_registro: registro,
      });
      return [evento, words ? `Protocollo ${words}` : attesaInWords(chiesto, today).replace(/^i/, 'I')];
    }),
  );
}
