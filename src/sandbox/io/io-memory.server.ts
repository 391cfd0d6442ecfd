/** What the test App IO remembers: messages, who has the app, and how it is to answer. */
import * as z from 'zod/mini';
import { ioContent } from '../../platform/app-io.ts';
import type { ProviderMemory } from '../pagopa/memory.server.ts';
import { type IoFault, type IoProfile, ioFaultSetting, ioProfileSetting } from './io-faults.ts';

/** @property quota instants of the last requests of each key */
export type TestAppIo = {
  memory: ProviderMemory;
  publicUrl: string;
  quota: Map<string, number[]>;
  now: () => number;
  wait: (ms: number) => Promise<void>;
};

/** @property status as the API names it @property tail last characters of the key of the service */
export const storedMessage = z.object({
  id: z.string(),
  fiscal_code: z.string(),
  content: ioContent,
  created_at: z.string(),
  status: z.enum(['PROCESSED', 'REJECTED']),
  tail: z.string(),
});
export type StoredMessage = z.infer<typeof storedMessage>;

export const readIoFault = async ({ memory }: Pick<TestAppIo, 'memory'>): Promise<IoFault> =>
  (await memory.read('ambiente', 'guasto', ioFaultSetting))?.dati.fault ?? 'nessuno';
export const writeIoFault = ({ memory, now }: Pick<TestAppIo, 'memory' | 'now'>, fault: IoFault) =>
  memory.write('ambiente', 'guasto', { dati: { fault }, quando: now() });
export const readIoProfile = async ({ memory }: Pick<TestAppIo, 'memory'>, fiscalCode: string): Promise<IoProfile> =>
  (await memory.read('profilo', fiscalCode, ioProfileSetting))?.dati.profile ?? 'attivo';
export const writeIoProfile = ({ memory, now }: Pick<TestAppIo, 'memory' | 'now'>, code: string, profile: IoProfile) =>
  memory.write('profilo', code, { dati: { profile }, quando: now() });
