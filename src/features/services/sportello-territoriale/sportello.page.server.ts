/** What the territorial desk shows: the desks of a body, or the form to write to one. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, readForm } from '../../../platform/page.server.ts';
import type { Bozza } from '../../cases/bozza/bozza.contract.ts';
import { bozzaDi } from '../../cases/bozza/bozza.page.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import { PORTALE } from '../../cases/ente/ente.ts';
import type { Banco } from '../../cases/modulo/modulo.azioni.server.ts';
import { paginaModulo, type VistaModulo } from '../../cases/modulo/modulo.page.server.ts';
import type { EnteSportello, ModuloProps } from './modulo.ts';
import type { ServizioSportello } from './sportello.contract.ts';
import { MODULO, PERCORSO } from './sportello.fields.ts';
import { scelta } from './sportello.server.ts';

const BANCO: Banco = {
  modulo: MODULO,
  invia: (corpo, ctx, chiave) => call('scriviSportello', corpo, ctx, chiave),
  controlla: async ({ ente = '', servizio = '' }, { house }) => {
    if (!ente || !servizio) return {};
    const trovato = await scelta(house, { ente, servizio });
    return 'errori' in trovato ? trovato.errori : {};
  },
  // Without JavaScript the desks of another body come with the page.
  bottoni: { mostra_sportelli: () => 'servizio' },
};

/**
 * The desks on show. @property enti `failed` when they could not be read @property scelto the body they belong to
 * @property sconosciuto somebody asked for a body that has none @property errori nothing was chosen
 */
export type VistaSportelli = {
  che: 'sportelli';
  enti: EnteSportello[] | 'failed';
  fisso: boolean;
  scelto: EnteSportello | undefined;
  sconosciuto: boolean;
  errori: FieldErrors;
  sportelli: ServizioSportello[] | 'failed';
  bozza: Bozza | null;
};

/** @returns what to show, or where to go */
export async function paginaSportello(
  astro: AstroGlobal,
): Promise<VistaSportelli | VistaModulo<ModuloProps> | Response> {
  const form = await readForm(astro);
  if (!form && !astro.url.searchParams.has('passo')) return sportelli(astro);
  const vista = await paginaModulo(astro, BANCO, form);
  if (vista instanceof Response || vista.che !== 'modulo') return vista;
  const enti = await entiOfferti(astro);
  const scelto = enti === 'failed' ? undefined : enti.find((e) => e.Ente__c === vista.modulo.stato.valori.ente);
  const offerti = await sportelliOfferti(astro, scelto);
  return {
    ...vista,
    modulo: {
      ...vista.modulo,
      enti,
      sportelli: offerti === 'failed' ? offerti : offerti.map(({ codice, nome }) => ({ codice, nome })),
    },
  };
}

async function sportelli(astro: AstroGlobal): Promise<VistaSportelli> {
  const { ctx, ente } = astro.locals;
  const fisso = ente.id !== PORTALE;
  const chiesto = fisso ? ente.id : (astro.url.searchParams.get('ente') ?? '');
  const [enti, bozza] = await Promise.all([entiOfferti(astro), bozzaDi(astro, PERCORSO)]);
  const noti = enti === 'failed' ? [] : enti;
  // One body alone needs no choosing.
  const scelto = noti.find((e) => e.Ente__c === chiesto) ?? (chiesto || noti.length > 1 ? undefined : noti[0]);
  const sconosciuto = enti !== 'failed' && !fisso && chiesto !== '' && !scelto;
  if (sconosciuto) astro.response.status = 404;
  const vuoto = enti !== 'failed' && !scelto && !chiesto && astro.url.searchParams.has('ente');
  const errori: FieldErrors = vuoto ? { ente: ['Scegli l’ente di cui vuoi vedere gli sportelli.'] } : {};
  if (vuoto) failWith(astro, new PortalError('invalid'));
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, scelto?.Ente__c);
  return {
    che: 'sportelli',
    ...{ enti, fisso, scelto, sconosciuto, errori, bozza },
    sportelli: enti === 'failed' ? enti : await sportelliOfferti(astro, scelto),
  };
}

async function entiOfferti(astro: AstroGlobal): Promise<EnteSportello[] | 'failed'> {
  const sent = await attempt(astro, PERCORSO, () => call('entiSportello', {}, astro.locals.ctx));
  return sent.ok ? sent.data : 'failed';
}

async function sportelliOfferti(
  astro: AstroGlobal,
  ente: EnteSportello | undefined,
): Promise<ServizioSportello[] | 'failed'> {
  if (!ente) return [];
  const comune = ente.idDescrizioneEntePortale__c;
  const sent = await attempt(astro, PERCORSO, () => call('serviziSportello', { comune }, astro.locals.ctx));
  return sent.ok ? sent.data : 'failed';
}
