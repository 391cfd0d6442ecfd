/** The step of the devices: the list, and within it the form of one, its cessation, the import of a sheet. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { CessaProps } from './CessaForm.tsx';
import { CON_RICERCA, filtrate, manca, quanti, type Riga, rigaCon, righeDi } from './elenco.ts';
import { paginaMezzo, scartaInCorso, scrittoDi, type VistaMezzo } from './mezzo.page.server.ts';
import { CESSA_IN_CORSO, IN_CORSO } from './mezzo.ts';
import { mezzoInParole } from './parole.ts';
import { indirizzo } from './passi.ts';
import { type Aperta, apriPasso, muovi, type Rifiuto, type Scritto } from './passo.page.server.ts';
import { type Html, rigaHtml, totaliHtml } from './riga.ts';
import { type InCorso, leggiCessa, leggiInCorso } from './scheda.ts';

/** @property cerca words of the search; null: too few devices for one @property inCorso half-typed and not saved */
export type Elenco = { righe: Html; trovate: number; totali: Html; cerca: string | null; inCorso: InCorso | null };

export type VistaMezzi = { aperta: Aperta; rifiuto: Rifiuto } & (
  | ({ che: 'elenco' } & Elenco)
  | VistaMezzo
  | { che: 'cessa'; riga: Riga; modulo: CessaProps }
  | { che: 'importa'; chiave: string; errori: Rifiuto['errori']; righe: readonly string[] }
);

/** Asked for by the script of the list, with the id of a row in `riga`: what a button has changed, not the whole page. */
export const PARTE = 'x-parte';

/** @returns what to show, or where to go @throws PortalError `not_found` for a declaration or device that is not there */
export async function paginaMezzi(astro: AstroGlobal): Promise<VistaMezzi | Response> {
  const form = await readForm(astro);
  const chiede = astro.url.searchParams;
  const [mezzo, cessa] = [chiede.get('mezzo'), chiede.get('cessa')];
  const scritto = form && (mezzo ? scrittoDi(form, mezzo) : cessa ? cessaScritta(form, cessa) : undefined);
  const aperta = await apriPasso(astro, 'mezzi', scritto ?? undefined);
  if (aperta instanceof Response) return aperta;
  const { tipo, Id } = aperta.dichiarazione;
  const soloCessa = tipo === 'cessazione';
  // A link of another kind of declaration leads to the list, which says what can be done.
  if ((soloCessa && (mezzo || chiede.has('importa'))) || (tipo === 'nuovo' && cessa))
    return astro.redirect(indirizzo('mezzi', Id), 303);
  if (mezzo) return paginaMezzo(astro, aperta, { mezzo, form });
  if (cessa) return paginaCessa(astro, aperta, { cessa, form });
  if (chiede.has('importa')) return paginaImporta(astro, aperta, form);
  return paginaElenco(astro, aperta, form);
}

async function paginaElenco(astro: AstroGlobal, aperta: Aperta, form: PageForm | null): Promise<VistaMezzi | Response> {
  const cambiata = astro.url.searchParams.get('riga');
  if (!form && cambiata && astro.request.headers.has(PARTE)) return parte(aperta, cambiata);
  if (!form) return elenco(astro, aperta);
  if (form.error) return elenco(astro, aperta, form.error);
  const { tipo } = aperta.dichiarazione;
  if (form.action === 'avanti') {
    const message = manca(tipo, righeDi(aperta.dichiarazione));
    if (message) return elenco(astro, aperta, new PortalError('invalid', { message }));
  }
  const mosso = await muovi(astro, aperta, { passo: 'mezzi', form });
  if (mosso) return mosso;
  const [azione = '', id = ''] = form.action.split(':');
  const fatto = await attempt<string | undefined>(astro, '/servizio/mezzo-permanente/mezzi', () =>
    azione === 'scarta' ? scarta(astro, aperta) : suUnMezzo(astro, aperta, { azione, id }),
  );
  if (!fatto.ok) return elenco(astro, aperta, fatto.error);
  return astro.redirect(ricercaDi(astro.url) + (fatto.data ? `#mezzo-${fatto.data}` : ''), 303);
}

/** Address of the list with its search, and with nothing that was said once. */
export function ricercaDi({ pathname, searchParams }: URL): string {
  const cerca = searchParams.get('cerca');
  return cerca ? `${pathname}?${new URLSearchParams({ cerca })}` : pathname;
}

/** @returns id of the row that changed, or came */
async function suUnMezzo(
  { locals: { ctx } }: AstroGlobal,
  { dichiarazione: { mezzi } }: Aperta,
  { azione, id }: { azione: string; id: string },
) {
  if (azione === 'duplica') return (await call('duplicaMezzo', { id }, ctx)).Id;
  if (azione === 'rimetti') return ancora(await call('rimettiMezzo', { id }, ctx));
  if (azione !== 'togli') throw new PortalError('invalid', { message: 'Scegli che cosa fare con i pulsanti.' });
  // Removed in another window meanwhile: that is what was asked for.
  if (!mezzi.some((m) => m.tolto && (m.Id === id || m.mezzo === id))) await call('togliMezzo', { id }, ctx);
  return id;
}

/** The half-typed device is forgotten; no row has changed. */
async function scarta(astro: AstroGlobal, aperta: Aperta): Promise<undefined> {
  await scartaInCorso(astro, aperta);
}

const ancora = ({ Id, mezzo }: { Id: string; mezzo?: string | undefined }): string => mezzo ?? Id;

/** The row as it is now, and the totals. @param id of the row, or of the position's device */
function parte({ dichiarazione }: Aperta, id: string): Response {
  const righe = righeDi(dichiarazione);
  const riga = righe.find((r) => r.id === id || r.detto?.Id === id);
  const { tipo, stima_cent } = dichiarazione;
  const nuovi = [...(riga ? [rigaHtml(riga, tipo)] : []), totaliHtml(quanti(tipo, righe), stima_cent)];
  return new Response(nuovi.map((h) => h.html).join(''), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}

function elenco(astro: AstroGlobal, aperta: Aperta, error?: PortalError): VistaMezzi {
  if (error) failWith(astro, error);
  const { dichiarazione, bozza } = aperta;
  const { tipo, stima_cent } = dichiarazione;
  const righe = righeDi(dichiarazione);
  const cerca = righe.length > CON_RICERCA ? (astro.url.searchParams.get('cerca') ?? '').slice(0, 80) : null;
  const trovate = filtrate(righe, cerca ?? '');
  return {
    che: 'elenco',
    aperta,
    rifiuto: { messaggio: error?.message },
    righe: { html: trovate.map((riga) => rigaHtml(riga, tipo).html).join('') },
    trovate: trovate.length,
    totali: totaliHtml(quanti(tipo, righe), stima_cent),
    cerca,
    inCorso: leggiInCorso(bozza?.valori[IN_CORSO]),
  };
}

/** What the form of a cessation brought, for the draft. @param cessa id of the device */
function cessaScritta({ fields, action, error }: PageForm, cessa: string): Scritto | undefined {
  if (error || action === 'annulla') return undefined;
  const { dal = '', motivo = '' } = fields;
  const testo = JSON.stringify({ cessa, dal: dal.slice(0, MAX_TENUTO), motivo: motivo.slice(0, MAX_TENUTO) });
  return (valori) => ({ ...valori, [CESSA_IN_CORSO]: testo });
}

/** Characters: more than a cessation may say. */
const MAX_TENUTO = 1000;

async function paginaCessa(
  astro: AstroGlobal,
  aperta: Aperta,
  { cessa, form }: { cessa: string; form: PageForm | null },
): Promise<VistaMezzi | Response> {
  const riga = rigaCon(aperta.dichiarazione, cessa);
  if (riga.detto?.azione === 'nuovo') throw new PortalError('not_found');
  const { Id: dichiarazione } = aperta.dichiarazione;
  const { [CESSA_IN_CORSO]: tenuta, ...valori } = aperta.bozza?.valori ?? {};
  const { cessa: di, ...mia } = leggiCessa(tenuta) ?? {};
  const auto = riga.mezzo.Tipologia_impianto_publicitario__c === 'Automezzo';
  const mostra = (di: Valori, rifiuto: Rifiuto = {}): VistaMezzi => ({
    ...{ che: 'cessa', aperta, riga, rifiuto },
    modulo: {
      ...{ dichiarazione, mezzo: riga.id, auto, detto: mezzoInParole(riga.mezzo), valori: di },
      ...{ token: astro.locals.token(), ...rifiuto },
    },
  });
  if (!form) return mostra(di === riga.id ? mia : { ...riga.detto?.cessazione });
  const ritorno = () => astro.redirect(indirizzo('mezzi', dichiarazione, `#mezzo-${riga.id}`), 303);
  if (form.action === 'annulla') {
    if (tenuta) await tieniBozza(astro, { percorso: percorsoDichiarazione(dichiarazione), passo: 'mezzi', valori });
    return ritorno();
  }
  const { dal = '', motivo = '' } = form.fields;
  const operazione = auto ? 'cessaAutomezzo' : 'cessaMezzoFisso';
  const fatto = await attempt(astro, '/servizio/mezzo-permanente/mezzi', async () => {
    if (form.error) throw form.error;
    await call(operazione, { dichiarazione, Id: riga.id, dal, motivo }, astro.locals.ctx);
  });
  if (fatto.ok) return ritorno();
  failWith(astro, fatto.error);
  const { dal: d, motivo: m } = fatto.error.fields ?? {};
  const errori = { ...(d && { dal: d }), ...(m && { motivo: m }) };
  return mostra({ dal, motivo }, d || m ? { errori } : { messaggio: fatto.error.message });
}

/** What is wrong in which line stands in a list of its own: a line of the sheet is no field. */
async function paginaImporta(
  astro: AstroGlobal,
  aperta: Aperta,
  form: PageForm | null,
): Promise<VistaMezzi | Response> {
  const { Id: id } = aperta.dichiarazione;
  const base = { che: 'importa', aperta, chiave: randomId(), rifiuto: {}, errori: undefined, righe: [] } as const;
  if (!form) return base;
  if (form.action === 'annulla') return astro.redirect(indirizzo('mezzi', id), 303);
  const fatto = await attempt(astro, '/servizio/mezzo-permanente/mezzi', async () => {
    if (form.error) throw form.error;
    return call('importaMezzi', { id, file: form.files.file }, astro.locals.ctx, form.key);
  });
  if (fatto.ok) return astro.redirect(indirizzo('mezzi', id, `?importati=${fatto.data.importati}`), 303);
  failWith(astro, fatto.error);
  const { code, fields, message } = fatto.error;
  const grande =
    code === 'too_large' ? ['Il foglio è troppo grande: il limite è 1 MB. Dividilo in più fogli.'] : undefined;
  const { file: [primo, ...altri] = grande ?? fields?.mezzi ?? [], mezzi: _mezzi, ...righe } = fields ?? {};
  const errori = primo ? { file: [primo] } : undefined;
  const dette = [...altri, ...Object.values(righe).flat()];
  return { ...base, errori, righe: dette, rifiuto: errori ? { errori } : { messaggio: message } };
}
