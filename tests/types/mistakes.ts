/** Mistakes that must not compile: a line below is an error itself as soon as the compiler lets its mistake through. */
import { callOperation, callWithFields } from '../../src/call.server.ts';
import type { CallContext } from '../../src/context.ts';
import type { PortalScreen } from '../../src/platform/screens.ts';

export async function callsWithMistakes(ctx: CallContext): Promise<void> {
  // @ts-expect-error a field that the call does not have
  await callOperation('leggiBozza', { percorso: '/segnalazione', banana: 1 }, ctx);
  // @ts-expect-error a misspelt field
  await callOperation('leggiBozza', { percroso: '/segnalazione' }, ctx);
  // @ts-expect-error a value of another type
  await callOperation('leggiBozza', { percorso: 1 }, ctx);
  // @ts-expect-error a field is missing
  await callOperation('leggiBozza', {}, ctx);
  // @ts-expect-error a call that does not exist
  await callOperation('leggiBozze', { percorso: '/segnalazione' }, ctx);
  // @ts-expect-error a misspelt field of a form
  await callWithFields('inviaRiesame', { motvio: 'altro' }, ctx);
  const bozza = await callOperation('leggiBozza', { percorso: '/segnalazione' }, ctx);
  // @ts-expect-error a misspelt field of an answer
  console.log(bozza?.valroi);
}

export const SCREEN_WITH_A_MISTAKE: PortalScreen = {
  path: '/prova',
  title: 'Prova',
  login: 'no',
  botCheck: false,
  // @ts-expect-error a misspelt property of a screen
  persnoal: true,
};
