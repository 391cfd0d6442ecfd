/** What the button of the beginning calls. Fetched when it is pressed. */
import { send } from '../../../platform/client.browser.ts';
import { leave } from '../../../platform/leave.browser.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { operations as bozza } from '../../cases/bozza/bozza.contract.ts';
import { operations } from './mezzo.contract.ts';
import type { Operazione } from './mezzo.ts';
import { indirizzo, NESSUNA } from './passi.ts';

/** Begins the declaration, or finds the one this form has begun, and goes on to who declares. */
export async function inizia(form: HTMLFormElement): Promise<never> {
  const { _chiave = '', ...scritti } = Object.fromEntries(new FormData(form)) as Record<string, string>;
  const { tipo, ente = scritti.ente } = form.dataset;
  const posizione = scritti.posizione === NESSUNA ? undefined : scritti.posizione;
  const di = { tipo: tipo as Operazione, ente: posizione ? undefined : ente, posizione };
  const { Id } = await send(operations.nuovaDichiarazioneMezzi, di, { key: _chiave });
  const percorso = percorsoDichiarazione(Id);
  const { valori = {} } = (await send(bozza.leggiBozza, { percorso })) ?? {};
  await send(bozza.salvaBozza, { percorso, passo: 'richiedente', valori: { ...valori, privacy: 'on' } });
  return leave(indirizzo('richiedente', Id));
}
