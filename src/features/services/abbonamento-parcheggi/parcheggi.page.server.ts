/** What the page of the request for a parking subscription shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { paginaModulo, type VistaModulo } from '../../cases/modulo/modulo.page.server.ts';
import { MOSTRA } from '../../cases/offerta/enteConOfferta.ts';
import { enteConOfferta } from '../../cases/offerta/offerta.page.server.ts';
import type { ParcheggiProps } from './ParcheggiForm.tsx';
import { CALCOLA } from './Prezzo.tsx';
import { moduloAbbonamento, PERCORSO, targheDi } from './parcheggi.fields.ts';
import { controllaPosto } from './parcheggi.server.ts';

/** @returns what to show, or where to go */
export async function paginaParcheggi(astro: AstroGlobal): Promise<VistaModulo<ParcheggiProps> | Response> {
  const { ctx } = astro.locals;
  const giorno = oggi(ctx.now);
  const vista = await paginaModulo(
    astro,
    {
      modulo: moduloAbbonamento(giorno),
      invia: (corpo, da, chiave) => call('chiediAbbonamento', corpo, da, chiave),
      controlla: (valori, { house }) => controllaPosto(house, { ...valori, targhe: targheDi(valori) }),
      bottoni: { [MOSTRA]: () => 'offerta', [CALCOLA]: () => 'prezzo' },
    },
    await readForm(astro),
  );
  if (vista instanceof Response || vista.che !== 'modulo') return vista;
  const sua = await enteConOfferta(astro, vista.modulo.stato.valori.ente, {
    ...{ percorso: PERCORSO, codice: 'SF300' as const },
    leggi: (ente) => call('zoneParcheggi', { ente }, ctx),
  });
  return { ...vista, modulo: { ...vista.modulo, ...sua, oggi: giorno } };
}
