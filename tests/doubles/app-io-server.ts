/** The sandbox's App IO on a server of the test, outside of any portal. */
import type { IoConduct } from '../../src/adapters/app-io/app-io.contract-test.ts';
import { answerAppIo } from '../../src/sandbox/io/io.server.ts';
import type { IoFault } from '../../src/sandbox/io/io-faults.ts';
import {
  type StoredMessage,
  storedMessage,
  writeIoFault,
  writeIoProfile,
} from '../../src/sandbox/io/io-memory.server.ts';
import { IO_API_PATH } from '../../src/sandbox/io/settings.ts';
import { pagopaDouble } from './pagopa.ts';
import { type ProviderServer, startProviderServer } from './provider-server.ts';

const FAULTS: Readonly<Record<IoConduct, IoFault>> = {
  'takes messages': 'nessuno',
  'asks to wait': 'quota',
  'cannot deliver': 'guasto',
  'is away': 'fermo',
  'loses the answer': 'vuoto',
  'talks nonsense': 'spazzatura',
  'closes in between': 'chiude',
};
const PROFILES = { open: 'attivo', closed: 'chiuso', absent: 'assente' } as const;

/** @property url of the API @property messages all that IO has taken, the oldest first @property calls of the API, by method and path */
export type AppIoServer = {
  url: string;
  server: ProviderServer;
  fault(how: IoFault): Promise<void>;
  conduct(how: IoConduct): Promise<void>;
  profile(fiscalCode: string, is: keyof typeof PROFILES): Promise<void>;
  messages(): Promise<StoredMessage[]>;
  calls(): string[];
  pass(ms: number): void;
  close(): Promise<void>;
};

export async function appIoServer(): Promise<AppIoServer> {
  const server = await startProviderServer();
  const io = { ...pagopaDouble(server.url), quota: new Map<string, number[]>() };
  server.answer = (request) => answerAppIo(request, io);
  const all = { prefix: '', from: 0, to: Number.MAX_SAFE_INTEGER, skip: 0, take: 1000 };
  return {
    url: server.url + IO_API_PATH,
    server,
    fault: (how) => writeIoFault(io, how),
    conduct: (how) => writeIoFault(io, FAULTS[how]),
    profile: (fiscalCode, is) => writeIoProfile(io, fiscalCode, PROFILES[is]),
    messages: async () => (await io.memory.list('messaggio', all, storedMessage)).found.map(({ dati }) => dati),
    calls: () => server.calls.map(({ line }) => line.replace(IO_API_PATH, '')),
    pass: io.pass,
    close: server.close,
  };
}
