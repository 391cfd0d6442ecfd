/** Runs in a thread of its own: looks into one file after the other (`esame.server.ts`). */
import { parentPort } from 'node:worker_threads';
import { PortalError } from '../../../platform/errors.ts';
import { type Esito, esamina, type Richiesta } from './esame.server.ts';

parentPort?.on('message', async (richiesta: Richiesta) => {
  parentPort?.postMessage(await esito(richiesta));
});

/** An error of ours ends the thread, and is told to the asker. */
async function esito(richiesta: Richiesta): Promise<Esito> {
  try {
    return await esamina(richiesta);
  } catch (error) {
    if (error instanceof PortalError) return { code: error.code, parole: error.message };
    throw error;
  }
}
