/** What the acceptance of a petition does: the body's answer document is among those of the case. No document of a position changes. */
import { PortalError } from '../../platform/errors.ts';
import type { Effetto } from '../pratica/decisioni.server.ts';

export const effettoIstanza: Effetto = async (_ctx, _pratica, esito, { files = 0 }) => {
  if (esito !== 'accettata') return undefined;
  if (files === 0)
    throw new PortalError('invalid', {
      fields: { filesAllegati: ['Per accettare allega il documento di risposta: il cittadino lo scarica da qui.'] },
    });
  return files === 1
    ? 'Il documento di risposta è tra i documenti della pratica.'
    : 'I documenti di risposta sono tra i documenti della pratica.';
};
