/** What `/segnalazione` shows: the form at a step, the question about a draft, or the confirmation. */
import type { AstroGlobal } from 'astro';
import { call } from '../../call.server.ts';
import { attempt, failWith, readForm } from '../../platform/page.server.ts';
import type { Bozza } from '../bozza/bozza.contract.ts';
import { bozzaDi, buttaBozza } from '../bozza/bozza.page.server.ts';
import { enteDellaPagina, enti } from '../ente/ente.server.ts';
import { PORTALE } from '../ente/ente.ts';
import { TIPI } from '../ente/tipi.ts';
import { emailConfermata } from '../otp/otp.server.ts';
import { type PraticaMia, ultimaInviata } from '../pratica/mie.server.ts';
import type { EnteOfferto, ModuloProps } from './modulo.ts';
import { ricevi } from './segnalazione.azioni.server.ts';
import { type Conferma, conferma } from './segnalazione.conferma.server.ts';
import {
  indirizzoPasso,
  PASSI,
  type Passo,
  PERCORSO,
  passoAmmesso,
  primoIncompleto,
  type Stato,
  valoriDi,
} from './segnalazione.passi.ts';

export type Vista =
  | { che: 'modulo'; modulo: ModuloProps; ultima: PraticaMia | null }
  | { che: 'ripresa'; bozza: Bozza; messaggio?: string }
  | ({ che: 'conferma' } & Conferma);

/** @returns what to show, or where to go */
export async function paginaSegnalazione(astro: AstroGlobal): Promise<Vista | Response> {
  const form = await readForm(astro);
  const chiesto = astro.url.searchParams.get('passo');
  if (chiesto === 'conferma') return conferma(astro, form);
  const bozza = await bozzaDi(astro, PERCORSO);
  const risposta = form?.action === 'elimina' || form?.action === 'riprendi';
  if (risposta && form.error && bozza) {
    failWith(astro, form.error);
    return { che: 'ripresa', bozza, messaggio: form.error.message };
  }
  if (form?.action === 'elimina') {
    await buttaBozza(astro, PERCORSO);
    return astro.redirect(PERCORSO, 303);
  }
  if (form && !risposta) {
    const passo = PASSI.find((p) => p === chiesto) ?? 'privacy';
    const esito = await ricevi(astro, form, statoDi(astro, { ...form, passo }, bozza));
    return esito instanceof Response ? esito : vista(astro, esito);
  }
  if (bozza && !chiesto && !form) return { che: 'ripresa', bozza };
  const stato = statoDi(astro, { fields: {}, passo: 'privacy' }, bozza);
  const confermata = await emailConfermata(astro.locals.ctx, stato.valori.email ?? '');
  const fin = primoIncompleto(stato.valori, confermata);
  const passo = passoAmmesso(form ? (bozza?.passo ?? null) : (chiesto ?? 'privacy'), fin);
  if (form || (chiesto && chiesto !== passo)) return astro.redirect(indirizzoPasso(passo), 303);
  return vista(astro, { ...stato, passo }, confermata);
}

type Arrivato = { fields: Record<string, string>; passo: Passo; key?: string | undefined };

/** What was typed stands over the draft; a body that the host names, over both. */
function statoDi({ locals }: AstroGlobal, { fields, passo, key }: Arrivato, bozza: Bozza | null): Stato {
  const sent = Object.keys(fields).length > 0;
  // A box that is not ticked is not sent.
  const valori = valoriDi({ ...bozza?.valori, ...(sent && passo === 'privacy' && { privacy: '' }), ...fields });
  if (locals.ente.id !== PORTALE) valori.ente = locals.ente.id;
  return { passo, valori, allegati: bozza?.allegati ?? [], chiave: key || (bozza?.chiave ?? '') };
}

/** @param nota whether the e-mail is confirmed, when that has been asked already */
async function vista(astro: AstroGlobal, stato: Stato, nota?: boolean): Promise<Vista> {
  const { ctx } = astro.locals;
  const fisso = astro.locals.ente.id === PORTALE ? undefined : astro.locals.ente;
  const [tipi, risposte, tutti, confermata, ultima] = await Promise.all([
    attempt(astro, PERCORSO, () => call('opzioniSegnalazione', {}, ctx)),
    attempt(astro, PERCORSO, () => call('listaEnti', {}, ctx)),
    enti(ctx.house),
    nota ?? emailConfermata(ctx, stato.valori.email ?? ''),
    stato.passo === 'privacy' && !stato.chiave ? ultimaInviata(ctx) : null,
  ]);
  // The page takes the colours and footer of the body that was chosen.
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, stato.valori.ente);
  const conMappa = tutti.flatMap((e) => (e.mappa && (!fisso || e.id === fisso.id) ? [[e.id, e.mappa] as const] : []));
  for (const [, mappa] of conMappa) astro.locals.allow.img.add(new URL(mappa.tasselli.replace('{s}', '*')).origin);
  const chiede = astro.url.searchParams;
  return {
    che: 'modulo',
    ultima,
    modulo: {
      stato,
      token: astro.locals.token(),
      confermata: confermata ? (stato.valori.email ?? '') : '',
      tipi: tipi.ok ? tipi.data : 'failed',
      enti: risposte.ok ? risposte.data.map(perSegnalare) : 'failed',
      nomeEnte: astro.locals.ente.nome,
      fisso: fisso?.nome,
      privacy: astro.locals.ente.url.privacy ?? '/informazioni/privacy',
      mappe: Object.fromEntries(conMappa),
      salva: chiede.has('salva') ? 'chiedi' : (chiede.get('salvata') ?? undefined),
    },
  };
}

/** Of the services that a body answers for, those that are kinds of report: the list travels with every page. */
const perSegnalare = (e: EnteOfferto): EnteOfferto => ({
  ...e,
  Categorie: e.Categorie.filter((codice) => codice in TIPI),
});
