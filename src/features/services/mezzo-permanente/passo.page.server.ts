/** What every step of a declaration has in common: it opens for its owner, in its turn; its buttons lead on, back, or keep it. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { PortalError } from '../../../platform/errors.ts';
import { attempt, type PageForm } from '../../../platform/page.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import type { Bozza } from '../../cases/bozza/bozza.contract.ts';
import { bozzaDi, tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import { erroriDati } from '../../cases/modulo/modulo.controlli.ts';
import { nessuno, valoriDi } from '../../cases/modulo/modulo.passi.ts';
import type { Compilato, Valori } from '../../cases/modulo/modulo.ts';
import { emailConfermata } from '../../cases/otp/otp.server.ts';
import { CATEGORIE_RICHIEDENTE } from '../../cases/richiedente/richiedente.ts';
import { identita } from '../../cases/utente/identita.ts';
import { POSIZIONE_CHIUSA } from './accesso.server.ts';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { dichiarato } from './parole.ts';
import { ammesso, indirizzo, type Passo, riapri, vicino } from './passi.ts';
import { moduloRichiedente } from './richiedente.modulo.ts';

/** @property bozza what is typed of the applicant; null once it is sent @property compilato the same as the applicant's form sees it */
export type Aperta = { dichiarazione: DichiarazioneMostrata; bozza: Bozza | null; compilato: Compilato };

/** @param valori of the draft @returns the same with what a form has just brought */
export type Scritto = (valori: Valori) => Valori;

/**
 * The declaration of the address (`{id}`), at a step. The page takes the colours of its body.
 * @param scritto what was typed: kept also when the page leads away, or finds the login ended
 * @returns where to go instead, when another step comes first or the position must be opened again
 * @throws PortalError `not_found` when it is not this person's, or is no more
 */
export async function apriPasso(astro: AstroGlobal, passo: Passo, scritto?: Scritto): Promise<Aperta | Response> {
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const id = params.id ?? '';
  const trovata = await attempt(astro, percorsoDichiarazione('{id}'), () =>
    call('leggiDichiarazioneMezzi', { id }, ctx),
  );
  if (!trovata.ok) {
    const chiusa = trovata.error.reason === POSIZIONE_CHIUSA;
    if (scritto && (chiusa || locals.loginOver)) await tieniScritto(astro, passo, scritto);
    if (chiusa) return astro.redirect(riapri(id), 303);
    throw trovata.error;
  }
  const dichiarazione = trovata.data;
  const bozza = dichiarazione.stato === 'bozza' ? await bozzaDi(astro, percorsoDichiarazione(id)) : null;
  const modulo = moduloRichiedente(id);
  const valori = valoriDi(modulo, { ...bozza?.valori, ...identita(ctx.user) });
  const confermata = await emailConfermata(ctx, valori.email ?? '');
  const compilato = {
    valori,
    confermata,
    allegati: (bozza?.allegati ?? []).filter((f) => Object.hasOwn(CATEGORIE_RICHIEDENTE, f.categoria ?? '')),
    identita: ctx.user?.ruolo === 'cittadino',
  };
  const { tipo, stato, mezzi } = dichiarazione;
  const aperto = ammesso(passo, {
    tipo,
    inviata: stato !== 'bozza',
    privacy: valori.privacy === 'on',
    richiedente: nessuno(erroriDati(modulo, compilato)),
    mezzi: mezzi.filter(dichiarato).length,
  });
  if (aperto !== passo) {
    if (scritto && bozza) await tieniScritto(astro, passo, scritto);
    // Who comes back to a declaration is led to where it stands, without a reproach.
    const detto = url.searchParams.has('riprendi') || stato !== 'bozza' ? '' : `?verso=${passo}`;
    return astro.redirect(indirizzo(aperto, id, detto), 303);
  }
  locals.ente = await enteDellaPagina(ctx.house, ctx.host, dichiarazione.ente);
  return { dichiarazione, bozza, compilato };
}

/** Whoever is led away, to the codes or to the login, finds it afterwards: a draft goes along with its owner. */
async function tieniScritto(astro: AstroGlobal, passo: Passo, scritto: Scritto): Promise<void> {
  const percorso = percorsoDichiarazione(astro.params.id ?? '');
  const bozza = await bozzaDi(astro, percorso);
  await tieniBozza(astro, { percorso, passo, valori: scritto(bozza?.valori ?? {}) });
}

/** Sentences that a page shows of what a form was refused for. @property messaggio what belongs to no field */
export type Rifiuto = { errori?: PortalError['fields']; messaggio?: string | undefined };

const TENUTA: Readonly<Record<string, string>> = { salva_si: '7', salva_no: '0' };

/**
 * The buttons at the end of a step, and the answer to "È un dispositivo personale?".
 * @returns where they lead; null for a button of the step's own
 */
export async function muovi(
  astro: AstroGlobal,
  { dichiarazione: { Id }, bozza }: Aperta,
  { passo, form }: { passo: Passo; form: PageForm },
): Promise<Response | null> {
  const { action } = form;
  if (action === 'avanti') return astro.redirect(indirizzo(vicino(passo, 1), Id), 303);
  if (action === 'indietro') return astro.redirect(indirizzo(vicino(passo, -1), Id), 303);
  if (action !== 'salva' && !TENUTA[action]) return null;
  const { valori = {} } = bozza ?? {};
  await tieniBozza(astro, { percorso: percorsoDichiarazione(Id), passo, valori, salva: action === 'salva_si' });
  const detto =
    action !== 'salva' ? `salvata=${TENUTA[action]}` : astro.locals.ctx.user ? 'salvata=12' : 'salva=chiedi';
  return astro.redirect(indirizzo(passo, Id, `?${detto}`), 303);
}
