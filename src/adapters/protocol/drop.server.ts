/** A protocol that takes files: documents and `Segnatura.xml` are left for it, and its answer is read from a file. */
import { todayInRome } from '../../platform/atoms/date.ts';
import { ProtocolError, type ProtocolPort, type ProtocolRequest, readProtocolAnswer } from '../../platform/protocol.ts';
import type { DropPlace } from './drop-places.server.ts';
import { droppedName, writeSegnatura } from './segnatura.server.ts';

/** The last file of a folder: a program that finds it finds all others. */
export const SEGNATURA_FILE = 'Segnatura.xml';

const folderOf = ({ ente, id }: Pick<ProtocolRequest, 'ente' | 'id'>) => `${ente.codice}/da-protocollare/${id}`;
const answerPath = (ente: string, id: string) => `${ente}/esiti/${id}.json`;

export function dropProtocol(place: DropPlace, { now }: { now: () => number }): ProtocolPort {
  const reach = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw new ProtocolError('away', 'La cartella del protocollo non è raggiungibile.', error);
    }
  };
  return {
    handOver: async ({ key }, request, { n, bytes }) => {
      const document = request.documenti[n];
      if (!document) throw new RangeError(`no document ${n}`);
      const folder = folderOf(request);
      await reach(() => place.put(`${folder}/${droppedName(document, n)}`, bytes));
      if (n === request.documenti.length - 1)
        await reach(() => place.put(`${folder}/${SEGNATURA_FILE}`, Buffer.from(writeSegnatura(request, key))));
    },
    register: async ({ ente }, { id }) => {
      const answer = await reach(() => place.read(answerPath(ente, id)));
      return answer && readProtocolAnswer(id, jsonIn(answer), todayInRome(now()));
    },
  };
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
