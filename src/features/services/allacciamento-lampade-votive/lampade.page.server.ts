/** What the page of the request for votive lamps shows. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { readForm } from '../../../platform/page.server.ts';
import { paginaModulo, type VistaModulo } from '../../cases/modulo/modulo.page.server.ts';
import { MOSTRA } from '../../cases/offerta/enteConOfferta.ts';
import { enteConOfferta } from '../../cases/offerta/offerta.page.server.ts';
import type { LampadeProps } from './LampadeForm.tsx';
import { moduloLampade, PERCORSO } from './lampade.fields.ts';
import { controllaLuogo } from './lampade.server.ts';

/** @returns what to show, or where to go */
export async function paginaLampade(astro: AstroGlobal): Promise<VistaModulo<LampadeProps> | Response> {
  const { ctx } = astro.locals;
  const giorno = oggi(ctx.now);
  const vista = await paginaModulo(
    astro,
    {
      modulo: moduloLampade(giorno),
      invia: (corpo, da, chiave) => call('chiediLampade', corpo, da, chiave),
      controlla: (valori, { house }) => controllaLuogo(house, valori),
      bottoni: { [MOSTRA]: () => 'offerta' },
    },
    await readForm(astro),
  );
  if (vista instanceof Response || vista.che !== 'modulo') return vista;
  const sua = await enteConOfferta(astro, vista.modulo.stato.valori.ente, {
    ...{ percorso: PERCORSO, codice: 'SF500' as const },
    leggi: (ente) => call('cimiteri', { ente }, ctx),
  });
  return { ...vista, modulo: { ...vista.modulo, ...sua, oggi: giorno } };
}
