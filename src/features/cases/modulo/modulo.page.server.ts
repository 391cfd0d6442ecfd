/** What the page of a form shows: the form at a step, the question about a draft, or the confirmation. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { User } from '../../../context.ts';
import { failWith, type PageForm } from '../../../platform/page.server.ts';
import type { Bozza } from '../bozza/bozza.contract.ts';
import { bozzaDi, buttaBozza } from '../bozza/bozza.page.server.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { type Ente, PORTALE } from '../ente/ente.ts';
import { serviceAt } from '../ente/servizi.ts';
import { emailConfermata } from '../otp/otp.server.ts';
import { type PraticaMia, ultimaInviata } from '../pratica/mie.server.ts';
import { identita } from '../utente/identita.ts';
import { RESIDENZA } from '../utente/utente.contract.ts';
import { type Banco, ricevi } from './modulo.azioni.server.ts';
import { type Conferma, conferma } from './modulo.conferma.server.ts';
import { erroriDati, passoAmmesso } from './modulo.controlli.ts';
import { indirizzoPasso, nessuno, valoriDi } from './modulo.passi.ts';
import { type Modulo, type ModuloProps, PASSI, type Passo, type Stato, type Valori } from './modulo.ts';

/** @typeParam P what the page gives the form */
export type VistaModulo<P extends ModuloProps = ModuloProps> =
  | { che: 'modulo'; modulo: P; ultima: PraticaMia | null }
  | { che: 'ripresa'; bozza: Bozza; messaggio?: string }
  | ({ che: 'conferma' } & Conferma);

/** @param form what the page was sent, null when it was only asked for @returns what to show, or where to go */
export async function paginaModulo(
  astro: AstroGlobal,
  banco: Banco,
  form: PageForm | null,
): Promise<VistaModulo | Response> {
  const { modulo, fissi } = banco;
  const { percorso, dalLink = [] } = modulo;
  const chiesto = astro.url.searchParams.get('passo');
  if (chiesto === 'conferma') return conferma(astro, modulo, form);
  const bozza = await bozzaDi(astro, percorso);
  const casa = await residenzaPer(astro, modulo, bozza);
  const daUnLink = dalLink.some((nome) => astro.url.searchParams.has(nome));
  const risposta = form?.action === 'elimina' || form?.action === 'riprendi';
  if (risposta && form.error && bozza) {
    failWith(astro, form.error);
    return { che: 'ripresa', bozza, messaggio: form.error.message };
  }
  if (form?.action === 'elimina') {
    await buttaBozza(astro, percorso);
    return astro.redirect(daUnLink ? percorso + astro.url.search : percorso, 303);
  }
  if (form && !risposta) {
    const passo = PASSI.find((p) => p === chiesto) ?? 'privacy';
    const stato = statoDi(astro, modulo, { ...form, passo, bozza, casa, fissi });
    const esito = await ricevi(astro, banco, { form, stato });
    return esito instanceof Response ? esito : vista(astro, modulo, esito);
  }
  if (bozza && !form && (!chiesto || daUnLink)) return { che: 'ripresa', bozza };
  const stato = statoDi(astro, modulo, { fields: {}, passo: 'privacy', bozza, casa, fissi });
  const confermata = await emailConfermata(astro.locals.ctx, stato.valori.email ?? '');
  const compilato = { ...stato, confermata, identita: astro.locals.ctx.user?.ruolo === 'cittadino' };
  const passo = passoAmmesso(modulo, compilato, form ? bozza?.passo : (chiesto ?? 'privacy'));
  if (form || (chiesto && chiesto !== passo)) return astro.redirect(indirizzoPasso(modulo, passo), 303);
  // What was complete and is no longer (the login ended on the way, say) is told; who begins is not reproached.
  const finito = passo === 'dati' && bozza?.passo === 'riepilogo';
  const mancano = finito ? erroriDati(modulo, compilato) : {};
  const errori = nessuno(mancano) ? undefined : mancano;
  return vista(astro, modulo, { ...stato, passo, confermata, errori });
}

type Arrivato = {
  fields: Record<string, string>;
  passo: Passo;
  bozza: Bozza | null;
  casa: Valori;
  key?: string | undefined;
  fissi?: Valori | undefined;
};

/** What was typed stands over the draft, the draft over the link; the body that the host names and the identity, over all. */
function statoDi(
  { locals, url }: AstroGlobal,
  modulo: Modulo,
  { fields, passo, bozza, casa, key, fissi }: Arrivato,
): Stato {
  const { user } = locals.ctx;
  const sent = Object.keys(fields).length > 0;
  const valori = valoriDi(modulo, {
    ...Object.fromEntries((modulo.dalLink ?? []).map((nome) => [nome, url.searchParams.get(nome)])),
    ...bozza?.valori,
    ...casa,
    ...contattiDi(user, bozza),
    // A box that is not ticked is not sent.
    ...(sent && passo === 'privacy' && { privacy: '' }),
    ...(sent && passo === 'dati' && modulo.caselle),
    ...fields,
    ...identita(user),
    ...(locals.ente.id !== PORTALE && { ente: locals.ente.id }),
    ...fissi,
  });
  return { passo, valori, allegati: bozza?.allegati ?? [], chiave: key || (bozza?.chiave ?? '') };
}

/**
 * Where to write to who is logged in, into an address that is still empty: a draft may have been begun before the login.
 * Who emptied the telephone alone wants none.
 */
export function contattiDi(user: User | null, bozza: Bozza | null): Record<string, string> {
  const { email, telefono = '' } = bozza?.valori ?? {};
  if (email || !user) return {};
  return { email: user.contatti.email ?? '', telefono: telefono || (user.contatti.telefono ?? '') };
}

/** The residence of a citizen who is logged in, in a form that asks for an address nobody has begun to write. */
async function residenzaPer({ locals }: AstroGlobal, { residenza }: Modulo, bozza: Bozza | null): Promise<Valori> {
  const { ctx } = locals;
  if (!residenza || ctx.user?.ruolo !== 'cittadino') return {};
  if (Object.values(residenza).some((campo) => bozza?.valori[campo])) return {};
  const utente = await call('utente', {}, ctx);
  return Object.fromEntries(RESIDENZA.map((parte) => [residenza[parte], utente[parte] ?? '']));
}

/** The body that a form writes to, as the form names it. */
export const destinatario = ({ nome, url }: Ente): Pick<ModuloProps, 'nomeEnte' | 'privacy'> => ({
  nomeEnte: nome,
  privacy: url.privacy ?? '/informazioni/privacy',
});

/** @param stato with `confermata` when that has been asked already */
async function vista(
  astro: AstroGlobal,
  modulo: Modulo,
  stato: Stato & { confermata?: boolean },
): Promise<VistaModulo> {
  const { confermata: nota, ...mostrato } = stato;
  const { ctx } = astro.locals;
  const fisso = astro.locals.ente.id === PORTALE ? undefined : astro.locals.ente.nome;
  const { ente, email = '' } = mostrato.valori;
  const [confermata, ultima] = await Promise.all([
    nota ?? emailConfermata(ctx, email),
    mostrato.passo === 'privacy' && !mostrato.chiave
      ? ultimaInviata(ctx, Object.keys(serviceAt(ctx.house.services, modulo.percorso)?.codes ?? {}))
      : null,
  ]);
  // The page takes the colours and footer of the body that was chosen.
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, ente);
  const chiede = astro.url.searchParams;
  return {
    che: 'modulo',
    ultima,
    modulo: {
      // What is empty need not travel.
      stato: { ...mostrato, valori: Object.fromEntries(Object.entries(mostrato.valori).filter(([, v]) => v)) },
      token: astro.locals.token(),
      confermata: confermata ? email : '',
      ...destinatario(astro.locals.ente),
      fisso,
      // Not said of guests, who are most: the page travels in one piece.
      identita: ctx.user?.ruolo === 'cittadino' || undefined,
      salva: chiede.has('salva') ? 'chiedi' : (chiede.get('salvata') ?? undefined),
    },
  };
}
