/** What the portal keeps of the answers of the back end behind it, so that its own pages find a draft's files and what was sent. */
import * as z from 'zod/mini';
import { filesAllegati } from './features/cases/allegati/allegati.checks.ts';
import { removeBackEndFile, writeBackEndFile } from './features/cases/allegati/allegati.server.ts';
import { closeSentBozza } from './features/cases/bozza/bozza.server.ts';
import { noteConfirmedEmail, noteSpentEmail } from './features/cases/otp/otp.server.ts';
import { noteOpenedPosizione } from './features/cases/posizione/documenti-in-front.server.ts';
import { openedPratica } from './features/cases/pratica/pratica.contract.ts';
import { noteSentPratica } from './features/cases/pratica/sent-pratica.server.ts';
import { startBackEndBozza } from './features/services/mezzo-permanente/dichiarazione.server.ts';
import { dichiarazione } from './features/services/mezzo-permanente/shown.ts';
import type { ApiOperation } from './platform/contract.ts';
import type { RememberAnswer } from './platform/run.server.ts';
import { SERVICE_ROWS } from './services.ts';

export const rememberAnswer: RememberAnswer = async ({ named: { name, operation }, fields, output, key }, ctx) => {
  if (name === 'caricaFile') await writeBackEndFile(ctx, fields, output);
  if (name === 'codiceEmail' && fields.otp !== undefined) await noteConfirmedEmail(ctx, fields);
  // The files of a message are no more those that wait for one.
  if (name === 'commenta')
    for (const { Id } of z.parse(filesAllegati, fields.filesAllegati)) await removeBackEndFile(ctx, { id: Id });
  if (name === 'controllaPosizione' && !ctx.user) await noteOpenedPosizione(ctx, fields, output);
  if (name === 'nuovaDichiarazioneMezzi') await startBackEndBozza(ctx, fields, output);
  const opened = openedBy(operation, output);
  if (!opened) return;
  if (key) await closeSentBozza(ctx, key);
  const row = SERVICE_ROWS.find(({ operations }) => Object.hasOwn(operations, name));
  const { email } = await noteSentPratica(ctx, { fields, output: opened, codes: Object.keys(row?.codes ?? {}) });
  await noteSpentEmail(ctx, email);
};

/** @returns the case that the send has opened; that of a declaration is in it, once it is sent */
function openedBy({ output }: ApiOperation, answer: unknown): unknown {
  return output === openedPratica ? answer : output === dichiarazione ? z.parse(dichiarazione, answer).pratica : null;
}
