/** Runs in a thread of its own: looks into one file after the other (`file-inspection.server.ts`). */
import { parentPort } from 'node:worker_threads';
import { PortalError } from '../../../platform/errors.ts';
import { type InspectionJob, type InspectionOutcome, inspectFile } from './file-inspection.server.ts';

parentPort?.on('message', async (job: InspectionJob) => {
  parentPort?.postMessage(await inspectJob(job));
});

/** An unexpected error ends the thread, and is passed on to the caller. */
async function inspectJob(job: InspectionJob): Promise<InspectionOutcome> {
  try {
    return await inspectFile(job);
  } catch (error) {
    if (error instanceof PortalError) return { code: error.code, parole: error.message };
    throw error;
  }
}
