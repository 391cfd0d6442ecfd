/** The last look at a declaration, and its send: one case, however often the button is pressed. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { attempt, failWith, readForm } from '../../../platform/page.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { indirizzo } from './passi.ts';
import { type Aperta, apriPasso, muovi, type Rifiuto } from './passo.page.server.ts';
import { rifiutoInvio } from './richiedente.modulo.ts';

export type VistaRiepilogo = Aperta & { rifiuto: Rifiuto; chiave: string };

/** @returns what to show, or where to go */
export async function paginaRiepilogo(astro: AstroGlobal): Promise<VistaRiepilogo | Response> {
  const form = await readForm(astro);
  const aperta = await apriPasso(astro, 'riepilogo');
  if (aperta instanceof Response) return aperta;
  const { bozza, dichiarazione, compilato } = aperta;
  const vista = { ...aperta, chiave: bozza?.chiave ?? '', rifiuto: {} };
  if (!form) return vista;
  const { Id: id } = dichiarazione;
  const sent = await attempt(astro, percorsoDichiarazione('{id}'), async () => {
    if (form.error) throw form.error;
    if (form.action !== 'invia') return muovi(astro, aperta, { passo: 'riepilogo', form });
    const privacy = compilato.valori.privacy === 'on';
    await call('scriviDichiarazioneMezzi', { id, invia: true, privacy }, astro.locals.ctx, form.key);
    return astro.redirect(indirizzo('conferma', id), 303);
  });
  if (sent.ok) return sent.data ?? vista;
  const { altrove, message } = rifiutoInvio(id, sent.error);
  if (altrove) return astro.redirect(altrove, 303);
  failWith(astro, sent.error);
  return { ...vista, rifiuto: { messaggio: message } };
}
