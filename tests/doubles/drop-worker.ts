/** The program of a municipality that takes from the place of exchange what is to be registered, and leaves its answers there. */
import { createHash } from 'node:crypto';
import type { DropPlace } from '../../src/adapters/protocol/drop-places.server.ts';
import type { ProtocolConduct } from '../../src/adapters/protocol/protocol.contract-test.ts';
import { todayInRome } from '../../src/platform/atoms/date.ts';

/** @property list names within a folder */
type WorkerNeeds = { place: DropPlace; list(path: string): Promise<string[]>; ente: string; now: () => number };

export function dropWorker({ place, list, ente, now }: WorkerNeeds) {
  const numbers = new Map<string, string>();
  const inbox = `${ente}/da-protocollare`;
  const answerOf = (id: string, conduct: ProtocolConduct): string => {
    const numero = numbers.get(id) ?? String(numbers.size + 1).padStart(7, '0');
    numbers.set(id, numero);
    if (conduct === 'refuses') return JSON.stringify({ id, rifiutata: 'Il documento non si apre.' });
    if (conduct === 'talks nonsense') return '{"id":';
    const answer = {
      numero,
      data: todayInRome(now()),
      registro: 'Generale',
      classifica: '1.1',
      fascicolo: `${numero}/1`,
    };
    return JSON.stringify({ id: conduct === 'answers for another' ? 'un-altra' : id, ...answer });
  };
  const worker = {
    conduct: 'registers' as ProtocolConduct,
    /** Only what is complete: its XML is there. */
    work: async (): Promise<void> => {
      if (worker.conduct === 'is late' || worker.conduct === 'is away') return;
      for (const id of await list(inbox)) {
        const segnatura = await place.read(`${inbox}/${id}/Segnatura.xml`);
        if (segnatura) await place.put(`${ente}/esiti/${id}.json`, Buffer.from(answerOf(id, worker.conduct)));
      }
    },
    /** Hashes that the XML of a request has, of files that are there with just these bytes. */
    seen: async (id: string): Promise<string[]> => {
      const xml = String(await place.read(`${inbox}/${id}/Segnatura.xml`));
      const named = [...xml.matchAll(/prot:nomeFile="([^"]+)".*?<prot:Impronta[^>]*>([^<]+)</g)];
      const hashes: string[] = [];
      for (const [, name = '', impronta = ''] of named) {
        const sha256 = createHash('sha256')
          .update((await place.read(`${inbox}/${id}/${name}`)) ?? '')
          .digest();
        if (sha256.toString('base64') === impronta) hashes.push(sha256.toString('hex'));
      }
      return hashes;
    },
  };
  return worker;
}
