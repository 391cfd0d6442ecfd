/** Files of the declaration itself, by category. Those of a device are added where the device is. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { campoFile } from '../../cases/modulo/modulo.ts';
import type { AllegatiPassoProps } from './AllegatiPasso.tsx';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { MAX_FILE_MEZZO } from './mezzo.ts';
import { indirizzo } from './passi.ts';
import { type Aperta, apriPasso, muovi, type Rifiuto } from './passo.page.server.ts';
import { CATEGORIE } from './valori.ts';

export type VistaAllegati = { dichiarazione: DichiarazioneMostrata; rifiuto: Rifiuto; passo: AllegatiPassoProps };

/** @returns what to show, or where to go */
export async function paginaAllegati(astro: AstroGlobal): Promise<VistaAllegati | Response> {
  const form = await readForm(astro);
  const aperta = await apriPasso(astro, 'allegati');
  if (aperta instanceof Response) return aperta;
  let rifiuto: Rifiuto = {};
  if (form) {
    const esito = await ricevi(astro, aperta, form);
    if (esito instanceof Response) return esito;
    rifiuto = esito;
  }
  const { dichiarazione } = aperta;
  const { Id, allegati } = dichiarazione;
  return {
    dichiarazione,
    rifiuto,
    passo: { id: Id, allegati, errori: rifiuto.errori, token: astro.locals.token() },
  };
}

/** What the buttons ask for. Files that were chosen come along with whatever button is pressed. */
async function ricevi(astro: AstroGlobal, aperta: Aperta, form: PageForm): Promise<Response | Rifiuto> {
  const { ctx } = astro.locals;
  const { Id, allegati } = aperta.dichiarazione;
  const [azione, oggetto = ''] = form.action.split(':');
  if (form.error) return rifiuta(astro, form.error, {});
  const errori: FieldErrors = {};
  let ultimo: PortalError | undefined;
  for (const categoria of CATEGORIE) {
    const file = form.files[campoFile(categoria)];
    const chiesto = azione === 'aggiungi_file' && oggetto === categoria;
    if (!file && !chiesto) continue;
    const sent = await attempt(astro, percorsoDichiarazione(Id), async () => {
      const gia = allegati.filter((f) => f.categoria === categoria).length;
      if (gia >= MAX_FILE_MEZZO) throw new PortalError('invalid', { fields: { file: [TROPPI] } });
      return call('caricaFile', { file, percorso: percorsoDichiarazione(Id), categoria }, ctx);
    });
    if (sent.ok) {
      allegati.push({ ...sent.data, categoria });
      continue;
    }
    ultimo = sent.error;
    errori[campoFile(categoria)] = [sent.error.fields?.file?.[0] ?? sent.error.message];
  }
  if (ultimo) return rifiuta(astro, ultimo, errori);
  const via = await muovi(astro, aperta, { passo: 'allegati', form });
  if (via) return via;
  const tolto = azione === 'togli_file' ? allegati.find((f) => f.Id === oggetto) : undefined;
  // Taken off in another window meanwhile: that is what was asked for.
  if (tolto) await call('togliFile', { id: tolto.Id }, ctx);
  const categoria = CATEGORIE.find((c) => c === (tolto?.categoria ?? oggetto));
  return astro.redirect(indirizzo('allegati', Id, categoria && `#${campoFile(categoria)}`), 303);
}

const TROPPI = `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria: togline uno.`;

function rifiuta(astro: AstroGlobal, error: PortalError, errori: FieldErrors): Rifiuto {
  failWith(astro, error);
  return Object.keys(errori).length > 0 ? { errori } : { messaggio: error.message };
}
