/** The calls that begin a declaration, loaded when the button is pressed. */
import { sendCall } from '../../../platform/client.browser.ts';
import { leaveTo } from '../../../platform/leave.browser.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { bozzaCalls } from '../../cases/bozza/bozza.calls.ts';
import { mezziCalls } from './mezzo.calls.ts';
import type { TipoDichiarazione } from './mezzo.ts';
import { NO_POSIZIONE, stepAddress } from './steps.ts';

/** Begins the declaration, or finds the one this form has begun, and opens the step for the applicant. */
export async function startDichiarazione(form: HTMLFormElement): Promise<never> {
  const { _chiave = '', ...typed } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { tipo, ente = typed.ente } = form.dataset;
  const posizione = typed.posizione === NO_POSIZIONE ? undefined : typed.posizione;
  const input = { tipo: tipo as TipoDichiarazione, ente: posizione ? undefined : ente, posizione };
  const { Id } = await sendCall(mezziCalls.nuovaDichiarazioneMezzi, input, { key: _chiave });
  const path = dichiarazionePath(Id);
  const { valori: values = {} } = (await sendCall(bozzaCalls.leggiBozza, { percorso: path })) ?? {};
  await sendCall(bozzaCalls.salvaBozza, { percorso: path, passo: 'richiedente', valori: { ...values, privacy: 'on' } });
  return leaveTo(stepAddress('richiedente', Id));
}
