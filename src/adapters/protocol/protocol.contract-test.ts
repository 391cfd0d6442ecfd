/** What every system that registers keeps to, whatever it is behind: the same promises for an address, a folder and a bucket. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProtocolError, type ProtocolPlace, type ProtocolPort, type ProtocolRequest } from '../../platform/protocol.ts';

/** What the municipality's side does with what arrives. */
export type ProtocolConduct =
  | 'registers'
  | 'is late'
  | 'refuses'
  | 'answers for another'
  | 'talks nonsense'
  | 'is away';

/**
 * @property conduct until it is set again @property work the municipality's side looks at what has arrived
 * @property seen names and hashes of the documents that arrived for a request
 */
export type ProtocolRig = {
  port: ProtocolPort;
  place: ProtocolPlace;
  conduct(how: ProtocolConduct): Promise<void>;
  work(): Promise<void>;
  seen(request: ProtocolRequest): Promise<string[]>;
  end(): Promise<void>;
};

export const PROTOCOL_NOW = Date.UTC(2026, 10, 20, 9);
export const PROTOCOL_KEY = 'chiave-del-protocollo-0123456789';
export const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const MAIN_BYTES = Buffer.from('%PDF-1.7 la pratica');
const PLAN_BYTES = Buffer.from('la planimetria');
export const DOCUMENT_BYTES = [MAIN_BYTES, PLAN_BYTES];

export const protocolRequest = (id: string, over: Partial<ProtocolRequest> = {}): ProtocolRequest => ({
  id,
  tipo: 'pratica',
  ente: {
    codice: 'borgo',
    nome: 'Comune di Borgo',
    codice_fiscale: '80000015554',
    codice_ipa: 'c_b999',
    codice_aoo: 'AB12',
  },
  pratica: '2026/000012',
  numero: '2026000012',
  servizio: { codice: 'SF510', nome: 'Illuminazione pubblica' },
  oggetto: 'Lampione <spento> & "rotto" in via dell’Orto',
  inviata_il: '2026-11-20T09:00:00.000Z',
  mittente: { nome: 'Anna', cognome: 'D’Amico', codice_fiscale: 'DMCNNA80A41H501X', email: 'anna@esempio.it' },
  classifica: '10.4',
  documenti: [
    {
      nome: 'pratica-2026-000012.pdf',
      tipo: 'application/pdf',
      sha256: sha256Hex(MAIN_BYTES),
      dimensione: MAIN_BYTES.length,
    },
    { nome: 'pianta città.pdf', tipo: 'application/pdf', sha256: sha256Hex(PLAN_BYTES), dimensione: PLAN_BYTES.length },
  ],
  ...over,
});

export function protocolContract(name: string, open: () => Promise<ProtocolRig>): void {
  describe(`a system that registers (${name})`, () => {
    let rig: ProtocolRig;
    beforeEach(async () => {
      rig = await open();
    });
    afterEach(() => rig.end());

    const handOver = async (request: ProtocolRequest) => {
      for (const [n, bytes] of DOCUMENT_BYTES.entries()) await rig.port.handOver(rig.place, request, { n, bytes });
      await rig.work();
    };
    const whyOf = async (request: ProtocolRequest) => {
      try {
        await rig.port.register(rig.place, request);
        return 'nothing';
      } catch (error) {
        return error instanceof ProtocolError ? error.why : error;
      }
    };

    test('takes the documents and gives number, day, register, heading and file', async () => {
      const request = protocolRequest('primo');
      await handOver(request);
      expect(await rig.port.register(rig.place, request)).toMatchObject({
        numero: '0000001',
        data: '2026-11-20',
        registro: 'Generale',
        classifica: '1.1',
        fascicolo: '0000001/1',
      });
      expect(await rig.seen(request)).toEqual(DOCUMENT_BYTES.map(sha256Hex));
    });

    test('gives the same number however often the same is asked for, and another one to another case', async () => {
      const [one, other] = [protocolRequest('uno'), protocolRequest('altro')];
      for (const request of [one, one, other]) await handOver(request);
      const numbers = [];
      for (const request of [one, one, other, one]) numbers.push((await rig.port.register(rig.place, request))?.numero);
      expect(numbers).toEqual(['0000001', '0000001', '0000002', '0000001']);
    });

    test('may say the number later: until then there is none, and no failure', async () => {
      const request = protocolRequest('tardi');
      await rig.conduct('is late');
      await handOver(request);
      expect(await rig.port.register(rig.place, request)).toBeUndefined();
      await rig.conduct('registers');
      await rig.work();
      expect((await rig.port.register(rig.place, request))?.numero).toBe('0000001');
    });

    test.each([
      ['refuses', 'refused'],
      ['answers for another', 'wrong'],
      ['talks nonsense', 'wrong'],
      ['is away', 'away'],
    ] as const)('that %s is told from the others', async (conduct, why) => {
      const request = protocolRequest('difficile');
      await handOver(request);
      await rig.conduct(conduct);
      await rig.work();
      expect(await whyOf(request)).toBe(why);
    });
  });
}
