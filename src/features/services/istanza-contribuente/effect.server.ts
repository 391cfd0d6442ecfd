/** What the acceptance of a petition requires: an answer document attached by the ente. No document of a position changes. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';

async function onAccepted(_ctx: CallContext, _pratica: Pratica, { files = 0 }: Decisione) {
  if (files === 0)
    throw new PortalError('invalid', {
      fields: { filesAllegati: ['Per accettare allega il documento di risposta: il cittadino lo scarica da qui.'] },
    });
  return files === 1
    ? 'Il documento di risposta è tra i documenti della pratica.'
    : 'I documenti di risposta sono tra i documenti della pratica.';
}

export const istanzaDecision: DecisioneRule = { accepted: onAccepted };
