/** What `/servizio/affissione-manifesti` shows: the choice of a position, then the form, its draft or its confirmation. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { attempt, type PageForm, readForm } from '../../../platform/page.server.ts';
import { bozzaDi, tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { PORTALE } from '../../cases/ente/ente.ts';
import type { Banco } from '../../cases/modulo/modulo.azioni.server.ts';
import { paginaModulo, type VistaModulo } from '../../cases/modulo/modulo.page.server.ts';
import { indirizzoPasso, valoriDi } from '../../cases/modulo/modulo.passi.ts';
import { MOSTRA } from '../../cases/offerta/enteConOfferta.ts';
import { enteConOfferta } from '../../cases/offerta/offerta.page.server.ts';
import { type PosizioneManifesti, posizioniManifesti } from '../../cases/posizione/affissioni.server.ts';
import { codiceNormale } from '../../cases/posizione/codice.ts';
import { apriCodici, type VistaCodici } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { ManifestoProps } from './ManifestoForm.tsx';
import { MODULO, PERCORSO, sceltaDi } from './manifesto.fields.ts';
import { erroriDi } from './manifesto.server.ts';

/**
 * The first step. @property scelta id of the position that was chosen before, '' for none
 * @property senza address of the form without a position
 */
export type VistaPosizione = {
  che: 'posizione';
  posizioni: PosizioneManifesti[];
  scelta: string;
  senza: string;
  codici: VistaCodici;
};

/** Value of "none" among the positions. */
export const NESSUNA = 'nessuna';

/** @returns what to show, or where to go */
export async function paginaManifesti(
  astro: AstroGlobal,
): Promise<VistaModulo<ManifestoProps> | VistaPosizione | Response> {
  const form = await readForm(astro);
  if (form?.action === 'apri') return apri(astro, form);
  if (form?.action === 'scegli') return scegli(astro, form);
  const chiede = astro.url.searchParams;
  const passo = chiede.get('passo');
  if (passo === 'conferma') return modulo(astro, form);
  const bozza = await bozzaDi(astro, PERCORSO);
  const codice = chiede.get('codice');
  if (!form && codice) return aperta(astro, codice);
  if (!form && !passo && (chiede.has('scelta') || !bozza)) return prima(astro);

  const id = form?.fields.posizione ?? bozza?.valori.posizione ?? chiede.get('posizione') ?? '';
  if (!id || form?.action === 'elimina') return modulo(astro, form);
  const posizione = (await possibili(astro)).find((p) => p.Id === id);
  if (posizione) return modulo(astro, form, posizione);
  // The hour of the codes went by while the form was filled in: what has been typed is kept.
  if (form && !form.error && passo === 'dati') {
    const valori = valoriDi(MODULO, { ...bozza?.valori, ...form.fields });
    await attempt(astro, PERCORSO, () => tieniBozza(astro, { percorso: PERCORSO, passo, valori }));
  }
  astro.response.status = 404;
  astro.response.statusText = 'Not Found';
  return prima(astro, { messaggio: CHIUSA, valori: {} });
}

const CHIUSA =
  'La posizione che avevi scelto non è più aperta: sceglila di nuovo, o continua senza. Quello che avevi scritto è salvo.';

async function modulo(
  astro: AstroGlobal,
  form: PageForm | null,
  posizione?: PosizioneManifesti,
): Promise<VistaModulo<ManifestoProps> | Response> {
  const { ctx } = astro.locals;
  const vista = await paginaModulo(astro, bancoCon(posizione), form);
  if (vista instanceof Response || vista.che !== 'modulo') return vista;
  const offerto = await enteConOfferta(astro, vista.modulo.stato.valori.ente, {
    percorso: PERCORSO,
    codice: 'SF120',
    leggi: (ente) => call('tariffaManifesti', { ente }, ctx),
  });
  const fisso = posizione?.nome_ente ?? vista.modulo.fisso;
  const codice_utente = posizione?.codice_utente;
  return { ...vista, modulo: { ...vista.modulo, ...offerto, fisso, codice_utente, oggi: oggi(ctx.now) } };
}

const bancoCon = (posizione: PosizioneManifesti | undefined): Banco => ({
  modulo: MODULO,
  invia: (corpo, ctx, chiave) => call('chiediAffissione', corpo, ctx, chiave),
  controlla: async (valori, { house, now }) => {
    const { ente } = valori;
    return ente ? erroriDi(house, { ...sceltaDi(valori), ente }, now) : {};
  },
  ...(posizione && { fissi: { posizione: posizione.Id, ente: posizione.ente } }),
  // Without JavaScript the estimate comes with the page.
  bottoni: { [MOSTRA]: () => 'offerta', calcola: () => 'stima' },
});

function possibili({ locals: { ctx, ente } }: AstroGlobal): Promise<PosizioneManifesti[]> {
  return posizioniManifesti(ctx, ente.id === PORTALE ? undefined : ente.id);
}

async function prima(astro: AstroGlobal, codici: Omit<VistaCodici, 'che'> = { valori: {} }): Promise<VistaPosizione> {
  const [posizioni, bozza] = await Promise.all([possibili(astro), bozzaDi(astro, PERCORSO)]);
  const scelta = bozza?.valori.posizione ?? '';
  return { che: 'posizione', posizioni, scelta, senza: bozza ? '' : verso(''), codici: { che: 'codici', ...codici } };
}

const verso = (id: string) => indirizzoPasso(MODULO, 'privacy', id && `&posizione=${id}`);

/** Two codes that were typed: the position they open is the one of the request. */
async function apri(astro: AstroGlobal, form: PageForm): Promise<Response | VistaPosizione> {
  const rifiutati = await apriCodici(astro, PERCORSO, form);
  if (rifiutati) return prima(astro, rifiutati);
  const trovata = await conCodice(astro, form.fields.codice_utente);
  return trovata ? avvia(astro, trovata.Id) : altra(astro, form.fields);
}

/** The two codes were given in a call. A GET changes no draft: for another position than the draft's one confirms the choice. */
async function aperta(astro: AstroGlobal, codice: string): Promise<Response | VistaPosizione> {
  const [trovata, bozza] = await Promise.all([conCodice(astro, codice), bozzaDi(astro, PERCORSO)]);
  if (!trovata) return altra(astro, { codice_utente: codice });
  if (!bozza) return astro.redirect(verso(trovata.Id), 303);
  if (bozza.valori.posizione === trovata.Id) return astro.redirect(`${PERCORSO}?passo=${bozza.passo}`, 303);
  return { ...(await prima(astro)), scelta: trovata.Id };
}

const conCodice = async (astro: AstroGlobal, codice = ''): Promise<PosizioneManifesti | undefined> =>
  (await possibili(astro)).find((p) => p.codice_utente === codiceNormale(codice));

function altra(astro: AstroGlobal, valori: Record<string, string>): Promise<VistaPosizione> {
  astro.response.status = 422;
  astro.response.statusText = 'Unprocessable Content';
  return prima(astro, { errori: { codice_utente: [ALTRA] }, valori });
}

const ALTRA =
  'Questa posizione non riguarda le affissioni, o il suo ente non le riceve online: scrivi i codici di un’altra o continua senza.';

async function scegli(astro: AstroGlobal, form: PageForm): Promise<Response | VistaPosizione> {
  const { posizione: id = '' } = form.fields;
  if (id === NESSUNA) return avvia(astro, '');
  if ((await possibili(astro)).some((p) => p.Id === id)) return avvia(astro, id);
  astro.response.status = 422;
  astro.response.statusText = 'Unprocessable Content';
  return prima(astro, { errori: { posizione: ['Scegli una posizione, o «Nessuna posizione».'] }, valori: {} });
}

/** On to the form; a draft goes on where it was, with the position chosen now. */
async function avvia(astro: AstroGlobal, id: string): Promise<Response> {
  const bozza = await bozzaDi(astro, PERCORSO);
  if (!bozza) return astro.redirect(verso(id), 303);
  const valori = { ...bozza.valori, posizione: id };
  await tieniBozza(astro, { percorso: PERCORSO, passo: bozza.passo, valori });
  return astro.redirect(`${PERCORSO}?passo=${bozza.passo}`, 303);
}
