/** Who declares: the block of every request, as a step of its own. What is typed is kept in the draft at each button. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { readForm } from '../../../platform/page.server.ts';
import { type Banco, ricevi } from '../../cases/modulo/modulo.azioni.server.ts';
import { erroriDati } from '../../cases/modulo/modulo.controlli.ts';
import { contattiDi } from '../../cases/modulo/modulo.page.server.ts';
import { valoriDi } from '../../cases/modulo/modulo.passi.ts';
import type { Modulo, Stato, Valori } from '../../cases/modulo/modulo.ts';
import { emailConfermata } from '../../cases/otp/otp.server.ts';
import { identita } from '../../cases/utente/identita.ts';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { apriPasso, type Rifiuto } from './passo.page.server.ts';
import type { RichiedentePassoProps } from './RichiedentePasso.tsx';
import { moduloRichiedente } from './richiedente.modulo.ts';

export type VistaRichiedente = { dichiarazione: DichiarazioneMostrata; rifiuto: Rifiuto; passo: RichiedentePassoProps };

/** @returns what to show, or where to go */
export async function paginaRichiedente(astro: AstroGlobal): Promise<VistaRichiedente | Response> {
  const { locals, params, url } = astro;
  const { user } = locals.ctx;
  const modulo = moduloRichiedente(params.id ?? '');
  const form = await readForm(astro);
  const scritto = form && !form.error && ((v: Valori) => ({ ...v, ...valoriDi(modulo, { ...v, ...form.fields }) }));
  const aperta = await apriPasso(astro, 'richiedente', scritto || undefined);
  if (aperta instanceof Response) return aperta;
  const { dichiarazione, bozza, compilato } = aperta;
  const valori = {
    // What other steps keep in the draft stays in it.
    ...bozza?.valori,
    ...valoriDi(modulo, { ...bozza?.valori, ...contattiDi(user, bozza), ...form?.fields, ...identita(user) }),
  };
  let stato: Stato = { passo: 'dati', valori, allegati: [...compilato.allegati] as Stato['allegati'], chiave: '' };
  if (form) {
    const esito = await ricevi(astro, bancoDi(modulo), { form, stato });
    if (esito instanceof Response) return esito;
    stato = esito;
  } else if (url.searchParams.has('verso') && bozza?.valori.ruolo) {
    // What was filled in and does not suffice is told; who has not begun yet is not reproached.
    stato.errori = erroriDati(modulo, { ...compilato, valori });
  }
  const { errori, messaggio, allegati } = stato;
  const { email = '' } = stato.valori;
  return {
    dichiarazione,
    rifiuto: { errori, messaggio },
    passo: {
      id: dichiarazione.Id,
      // What is empty need not travel.
      valori: Object.fromEntries(Object.entries(stato.valori).filter(([, v]) => v)),
      allegati,
      errori,
      token: locals.token(),
      confermata: (await emailConfermata(locals.ctx, email)) ? email : '',
      identita: user?.ruolo === 'cittadino' || undefined,
    },
  };
}

const bancoDi = (modulo: Modulo): Banco => ({
  modulo,
  invia: async () => {
    throw new PortalError('conflict', { message: 'La dichiarazione si invia dal riepilogo: premi «Avanti».' });
  },
});
