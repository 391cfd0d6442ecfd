/** What the portal keeps of the answers of the back end behind it, so that its own pages find a draft's files and what was sent. */
import * as z from 'zod/mini';
import { filesAllegati } from './features/cases/allegati/allegati.checks.ts';
import { removeUpstreamFile, writeUpstreamFile } from './features/cases/allegati/allegati.server.ts';
import { closeSentBozza } from './features/cases/bozza/bozza.server.ts';
import { noteConfirmedEmail } from './features/cases/otp/otp.server.ts';
import { noteOpenedPosizione } from './features/cases/posizione/documenti-in-front.server.ts';
import { openedPratica } from './features/cases/pratica/pratica.contract.ts';
import { noteSentPratica } from './features/cases/pratica/sent-pratica.server.ts';
import type { RememberAnswer } from './platform/run.server.ts';
import { SERVICE_ROWS } from './services.ts';

export const rememberAnswer: RememberAnswer = async ({ named: { name, operation }, fields, output, key }, ctx) => {
  if (name === 'caricaFile' || name === 'annotaFile') await writeUpstreamFile(ctx, fields, output);
  if (name === 'togliFile') await removeUpstreamFile(ctx, fields);
  if (name === 'codiceEmail' && fields.otp !== undefined) await noteConfirmedEmail(ctx, fields);
  // The files of a message are no more those that wait for one.
  if (name === 'commenta')
    for (const { Id } of z.parse(filesAllegati, fields.filesAllegati)) await removeUpstreamFile(ctx, { id: Id });
  if (name === 'controllaPosizione' && !ctx.user) await noteOpenedPosizione(ctx, fields, output);
  if (operation.creates && key) await closeSentBozza(ctx, key);
  if (operation.output === openedPratica) {
    const row = SERVICE_ROWS.find(({ operations }) => Object.hasOwn(operations, name));
    await noteSentPratica(ctx, { fields, output, codes: Object.keys(row?.codes ?? {}) });
  }
};
