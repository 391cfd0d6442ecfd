/** What was chosen for a declaration that is begun. It is not changed here: another is begun for something else. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, readForm } from '../../../platform/page.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { erroriPrivacy, nessuno } from '../../cases/modulo/modulo.passi.ts';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { apriPasso, muovi, type Rifiuto } from './passo.page.server.ts';

export type VistaTipo = { dichiarazione: DichiarazioneMostrata; privacy: string; rifiuto: Rifiuto };

/** @returns what to show, or where to go */
export async function paginaTipo(astro: AstroGlobal): Promise<VistaTipo | Response> {
  const form = await readForm(astro);
  const aperta = await apriPasso(astro, 'tipo');
  if (aperta instanceof Response) return aperta;
  const { dichiarazione, bozza } = aperta;
  const privacy =
    form && !form.action.startsWith('salva_') ? (form.fields.privacy ?? '') : (bozza?.valori.privacy ?? '');
  const vista = { dichiarazione, privacy, rifiuto: {} };
  if (!form) return vista;
  const errori = form.action === 'avanti' ? erroriPrivacy({ privacy }) : {};
  const andata = await attempt(astro, percorsoDichiarazione('{id}'), async () => {
    if (form.error) throw form.error;
    if (!nessuno(errori)) throw new PortalError('invalid', { fields: errori });
    const valori = { ...bozza?.valori, privacy };
    await tieniBozza(astro, { percorso: percorsoDichiarazione(dichiarazione.Id), passo: 'tipo', valori });
    return muovi(astro, { ...aperta, bozza: bozza && { ...bozza, valori } }, { passo: 'tipo', form });
  });
  if (andata.ok) return andata.data ?? vista;
  failWith(astro, andata.error);
  const { fields, message } = andata.error;
  return { ...vista, rifiuto: fields ? { errori: fields } : { messaggio: message } };
}
