/** What `/segnalazione` shows: the form with its lists and maps, the question about a draft, or the confirmation. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { attempt, readForm } from '../../../platform/page.server.ts';
import { ente, enti } from '../../cases/ente/ente.server.ts';
import { PORTALE } from '../../cases/ente/ente.ts';
import type { Banco } from '../../cases/modulo/modulo.azioni.server.ts';
import { paginaModulo, type VistaModulo } from '../../cases/modulo/modulo.page.server.ts';
import type { ModuloProps } from './modulo.ts';
import type { EnteOfferto } from './segnalazione.fields.ts';
import { MODULO, nonRisponde, PERCORSO } from './segnalazione.fields.ts';
import { TIPI } from './tipi.ts';

const BANCO: Banco = {
  modulo: MODULO,
  invia: (corpo, ctx, chiave) => call('inviaSegnalazione', corpo, ctx, chiave),
  controlla: async (valori, { house }) => {
    const scelto = await ente(house, valori.ente ?? '');
    return nonRisponde(valori, scelto && { Nome: scelto.nome, Categorie: scelto.categorie });
  },
  bottoni: {
    togli_posizione: (valori) => {
      Object.assign(valori, { lat: '', lon: '' });
      return 'indirizzo';
    },
  },
};

/** @returns what to show, or where to go */
export async function paginaSegnalazione(astro: AstroGlobal): Promise<VistaModulo<ModuloProps> | Response> {
  const { ctx, ente: dellaPagina, allow } = astro.locals;
  const vista = await paginaModulo(astro, BANCO, await readForm(astro));
  if (vista instanceof Response || vista.che !== 'modulo') return vista;
  const [tipi, risposte, tutti] = await Promise.all([
    attempt(astro, PERCORSO, () => call('opzioniSegnalazione', {}, ctx)),
    attempt(astro, PERCORSO, () => call('listaEnti', {}, ctx)),
    enti(ctx.house),
  ]);
  const dellHost = (id: string) => dellaPagina.id === PORTALE || dellaPagina.id === id;
  const conMappa = tutti.flatMap((e) => (e.mappa && dellHost(e.id) ? [[e.id, e.mappa] as const] : []));
  for (const [, mappa] of conMappa) allow.img.add(new URL(mappa.tasselli.replace('{s}', '*')).origin);
  return {
    ...vista,
    modulo: {
      ...vista.modulo,
      tipi: tipi.ok ? tipi.data : 'failed',
      enti: risposte.ok ? risposte.data.map(perSegnalare) : 'failed',
      mappe: Object.fromEntries(conMappa),
    },
  };
}

/** Of the services that a body answers for, those that are kinds of report: the list travels with every page. */
const perSegnalare = (e: EnteOfferto): EnteOfferto => ({
  ...e,
  Categorie: e.Categorie.filter((codice) => codice in TIPI),
});
