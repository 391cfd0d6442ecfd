/** The sandbox's protocol on a server of the test, outside of any portal. */
import type { ProtocolConduct } from '../../src/adapters/protocol/protocol.contract-test.ts';
import { answerProtocol } from '../../src/sandbox/protocollo/protocollo.server.ts';
import type { ProtocolFault } from '../../src/sandbox/protocollo/protocollo-faults.ts';
import { PROTOCOLLO_PATH } from '../../src/sandbox/protocollo/settings.ts';
import { pagopaDouble } from './pagopa.ts';
import { startProviderServer } from './provider-server.ts';

const FAULTS: Readonly<Record<ProtocolConduct, ProtocolFault>> = {
  registers: 'nessuno',
  'is late': 'tardi',
  refuses: 'rifiuta',
  'answers for another': 'altra',
  'talks nonsense': 'spazzatura',
  'is away': 'fermo',
};

/** @property url without a final slash @property registered how often a registration was asked for @property has a document has arrived */
export type ProtocolServer = {
  url: string;
  conduct(how: ProtocolConduct): Promise<void>;
  fault(how: ProtocolFault): Promise<void>;
  registrations(): Record<string, unknown>[];
  /** How many documents have arrived, one that came twice counted twice */
  documents(): number;
  has(sha256: string): boolean;
  pass(ms: number): void;
  close(): Promise<void>;
};

export async function protocolServer(): Promise<ProtocolServer> {
  const server = await startProviderServer();
  const system = pagopaDouble(server.url);
  server.answer = (request) => answerProtocol(request, system);
  const fault = (how: ProtocolFault) =>
    system.memory.write('ambiente', 'guasto', { dati: { fault: how }, quando: system.now() });
  const askedFor = (part: string) => server.calls.filter(({ line }) => line === `POST ${PROTOCOLLO_PATH}${part}`);
  return {
    url: server.url + PROTOCOLLO_PATH,
    fault,
    conduct: (how) => fault(FAULTS[how]),
    registrations: () => askedFor('/registrazioni').map(({ body }) => JSON.parse(body)),
    documents: () => server.calls.filter(({ line }) => line.includes('/documenti/')).length,
    has: (sha256) => askedFor(`/documenti/${sha256}`).length > 0,
    pass: system.pass,
    close: server.close,
  };
}
