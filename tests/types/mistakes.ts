/** Mistakes that must not compile: a line below is an error itself as soon as the compiler lets its mistake through. */
import { callOperation, callWithFields } from '../../src/call.server.ts';
import type { CallContext, PortalHouse } from '../../src/context.ts';
import { CITTADINO_STATO } from '../../src/features/cases/pratica/pratica-outbox.ts';
import { enqueueEntries } from '../../src/platform/outbox.server.ts';
import { outboxEntry } from '../../src/platform/outbox-kind.ts';
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

export async function mailsWithMistakes({ db, now }: Pick<PortalHouse, 'db' | 'now'>): Promise<void> {
  // @ts-expect-error a kind of mail that does not exist
  await enqueueEntries(db, now, { tipo: 'cittadino.statto', lane: 'receipts', dati: { pratica: 'p' } });
  // @ts-expect-error what a mail of this kind needs is missing
  await enqueueEntries(db, now, outboxEntry(CITTADINO_STATO, { pratica: 'p' }));
  // @ts-expect-error a state that does not exist
  await enqueueEntries(db, now, outboxEntry(CITTADINO_STATO, { pratica: 'p', stato: 'riaperta' }));
  // @ts-expect-error a misspelt field
  await enqueueEntries(db, now, outboxEntry(CITTADINO_STATO, { pratica: 'p', statto: 'conclusa' }));
}

export const SCREEN_WITH_A_MISTAKE: PortalScreen = {
  path: '/prova',
  title: 'Prova',
  login: 'no',
  botCheck: false,
  // @ts-expect-error a misspelt property of a screen
  persnoal: true,
};
