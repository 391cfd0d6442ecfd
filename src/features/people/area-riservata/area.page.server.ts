/** What the reserved area shows: one tab, with the lists it needs. A list that cannot be read says so, the rest of the page stands. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { requestAt } from '../../cases/posizione/azioni.ts';
import { type DaPrendereProps, daPrendere } from '../../cases/pratica/prendi.page.server.ts';
import { OPERAZIONI_DETTE } from '../../services/mezzo-permanente/passi.ts';
import { agisci, type Esito } from './posizioni.azioni.server.ts';
import type { PosizioniProps } from './posizioni.ts';
import type { PraticaMia } from './pratiche.ts';
import { AREA, indirizzoScheda, type Scheda, schedaDi } from './schede.ts';

/** What the portal gave, or that it could not. */
export type Letto<T> = T | 'failed';

/** A call of this page: its failure is a word, not a broken page. */
export async function leggi<T>(astro: Pick<AstroGlobal, 'locals'>, work: () => Promise<T>): Promise<Letto<T>> {
  const read = await attempt(astro, AREA, work);
  return read.ok ? read.data : 'failed';
}

export type Bozza = Awaited<ReturnType<typeof bozze>>[number];
export type MioDocumento = Awaited<ReturnType<typeof documenti>>[number];
export type Dichiarazione = Awaited<ReturnType<typeof dichiarazioni>>[number];
export type MioPagamento = Awaited<ReturnType<typeof pagamenti>>[number];
export type MioAvviso = Awaited<ReturnType<typeof avvisi>>[number];

type Locals = AstroGlobal['locals'];
const bozze = ({ ctx }: Locals) => call('mieBozze', {}, ctx);
const documenti = ({ ctx }: Locals) => call('mieiDocumenti', {}, ctx);
const dichiarazioni = ({ ctx }: Locals) => call('listaDichiarazioni', {}, ctx);
const pagamenti = ({ ctx }: Locals) => call('mieiPagamenti', {}, ctx);
const avvisi = ({ ctx }: Locals) => call('mieiAvvisi', {}, ctx);

type Lista = 'posizioni' | 'documenti' | 'pratiche' | 'bozze' | 'dichiarazioni' | 'pagamenti' | 'avvisi';

/** The lists that a tab reads. */
const LISTE: Readonly<Record<Scheda, readonly Lista[]>> = {
  posizioni: ['posizioni'],
  documenti: ['documenti'],
  pratiche: ['pratiche', 'bozze'],
  pagamenti: ['pagamenti', 'documenti'],
  messaggi: ['pratiche'],
  scadenze: ['documenti', 'pratiche', 'avvisi', 'pagamenti'],
  dichiarazioni: ['dichiarazioni'],
};

export type Vista = {
  scheda: ReturnType<typeof schedaDi>;
  /** A form came back with errors */
  errato: boolean;
  /** Today in Rome */
  giorno: string;
  /** Messages of the offices not yet read; 0 when that could not be found out */
  nonLetti: number;
  pratiche: Letto<PraticaMia[]>;
  documenti: Letto<MioDocumento[]>;
  bozze: Letto<Bozza[]>;
  /** What a draft is of, by its path, where a form has several: else its page says it */
  titoli: ReadonlyMap<string, string>;
  dichiarazioni: Letto<Dichiarazione[]>;
  pagamenti: Letto<MioPagamento[]>;
  avvisi: Letto<MioAvviso[]>;
  /** Guest's cases that the citizen may take: of the tab with the cases */
  daPrendere: DaPrendereProps | null;
  /** Of the tab with the positions */
  posizioni: PosizioniProps | null;
  /** Names and tax codes of the bodies by id */
  nome(ente: string): string;
  codiceFiscale(ente: string): string | undefined;
};

/** @returns what to show, or where to go after a form that was done */
export async function paginaArea(astro: AstroGlobal): Promise<Vista | Response> {
  const { locals, url } = astro;
  const form = await readForm(astro);
  const scheda = schedaDi(url.searchParams.get('scheda'));
  const prende = scheda.id === 'pratiche' ? await prendere(astro, form) : null;
  if (prende instanceof Response) return prende;
  const esito = form && scheda.id === 'posizioni' ? await agisci(astro, form) : {};
  if (esito instanceof Response) return esito;
  if (esito.error) failWith(astro, esito.error);

  const serve = (lista: Lista) => LISTE[scheda.id].includes(lista);
  const [daLeggere, pratiche, mie, docs, iniziate, dichiarate, pagati, dovuti, bodies] = await Promise.all([
    leggi(astro, () => call('messaggiDaLeggere', {}, locals.ctx)),
    serve('pratiche') ? leggi(astro, () => call('listaSegnalazioni', {}, locals.ctx)) : [],
    serve('posizioni') ? leggi(astro, () => call('listaPosizioni', {}, locals.ctx)) : [],
    serve('documenti') ? leggi(astro, () => documenti(locals)) : [],
    serve('bozze') ? leggi(astro, () => bozze(locals)) : [],
    serve('dichiarazioni') ? leggi(astro, () => dichiarazioni(locals)) : [],
    serve('pagamenti') ? leggi(astro, () => pagamenti(locals)) : [],
    serve('avvisi') ? leggi(astro, () => avvisi(locals)) : [],
    enti(locals.ctx.house),
  ]);
  const titoli = await titoliDi(astro, iniziate);
  const byId = new Map(bodies.map((e) => [e.id, e]));
  return {
    scheda,
    errato: Boolean(esito.error || prende?.errori || prende?.messaggio),
    daPrendere: prende,
    giorno: oggi(locals.ctx.now),
    nonLetti: daLeggere === 'failed' ? 0 : daLeggere.numero,
    pratiche,
    documenti: docs,
    bozze: iniziate,
    titoli,
    dichiarazioni: dichiarate,
    pagamenti: pagati,
    avvisi: dovuti,
    posizioni: scheda.id === 'posizioni' ? modulo(astro, mie, { ...esito, chiave: form?.key }) : null,
    nome: (id) => byId.get(id)?.nome ?? id,
    codiceFiscale: (id) => byId.get(id)?.codice_fiscale,
  };
}

/** Declarations of advertising devices are begun by the dozen: each says of what kind and position it is. */
async function titoliDi(astro: AstroGlobal, bozze: Letto<Bozza[]>): Promise<ReadonlyMap<string, string>> {
  if (bozze === 'failed' || !bozze.some((b) => b.percorso.startsWith(percorsoDichiarazione('')))) return new Map();
  const mie = await leggi(astro, () => call('mieDichiarazioniMezzi', {}, astro.locals.ctx));
  return new Map(
    (mie === 'failed' ? [] : mie).map(({ Id, tipo, nome_ente, codice_utente }) => [
      percorsoDichiarazione(Id),
      `${OPERAZIONI_DETTE[tipo].nome}, ${codice_utente ? `posizione ${codice_utente}` : nome_ente}`,
    ]),
  );
}

/** The forms to take a guest's case stand here for who has one to take, or is on the way; for others they are in the profile. */
async function prendere(astro: AstroGlobal, form: PageForm | null): Promise<DaPrendereProps | Response | null> {
  const { locals, url } = astro;
  const serve = form || url.searchParams.has('presa');
  const mie = serve ? [] : await leggi(astro, () => call('praticheDaPrendere', {}, locals.ctx));
  if (!serve && mie.length === 0) return null;
  return daPrendere(astro, { form, pagina: indirizzoScheda('pratiche') });
}

function modulo(
  { locals, url }: AstroGlobal,
  posizioni: PosizioniProps['posizioni'],
  { error, valori = {}, togli, chiave }: Esito & { chiave: string | undefined },
): PosizioniProps {
  const fatto = url.searchParams.get('fatto');
  const request = requestAt(locals.ctx.house.services, url.searchParams.get('servizio'));
  const chiesta = togli ?? url.searchParams.get('togli');
  return {
    posizioni,
    valori,
    token: locals.token(),
    // Kept while the same codes are tried again, so that they add one position.
    chiave: chiave ?? randomId(),
    ...(request && { servizio: request.slug, purpose: request.purpose }),
    ...(error && { errori: error.fields, ...(!error.fields && { messaggio: error.message }) }),
    ...(chiesta && posizioni !== 'failed' && { togli: posizioni.find((p) => p.Id === chiesta)?.Id }),
    ...(!error && (fatto === 'aggiunta' || fatto === 'tolta') && { fatto }),
  };
}
