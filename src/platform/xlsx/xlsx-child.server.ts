/** Runs in a process of its own (`xlsx.server.ts`): reads one workbook after the other. */
import { answerJobs } from '../child.server.ts';
import { WorkbookError } from './parts.server.ts';
import { type ReadSheet, readSheet } from './sheet.server.ts';

/** The messages between the processes. @property wanted name of the sheet @property refused why it is not read, in words for the sender */
export type WorkbookBytes = { bytes: Uint8Array; wanted: string | undefined; maxRows: number };
export type WorkbookAnswer = { sheet: ReadSheet } | { refused: string } | { fault: string };

answerJobs<WorkbookBytes, WorkbookAnswer>(async ({ bytes, wanted, maxRows }) => {
  try {
    return { sheet: await readSheet(bytes, { wanted, maxRows }) };
  } catch (error) {
    if (error instanceof WorkbookError) return { refused: error.message };
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});
