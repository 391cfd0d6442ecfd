/** Decides whether an avviso can be paid now, with which provider, and what stands in the way if it cannot. */
import type { Ctx } from '../../../context.ts';
import { iso, istanteInParole, oggi } from '../../../platform/atoms/date.ts';
import { iuvDi } from '../../../platform/atoms/numero-avviso.ts';
import type { PortalError } from '../../../platform/errors.ts';
import type { AvvisoDaPagare, Fornitore } from '../../../platform/payments.ts';
import type { Pagamento } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { statoIl } from '../../cases/posizione/documenti.ts';
import {
  type AvvisoTrovato,
  type ChiaveAvviso,
  cercaAvviso,
  chiaveTesto,
  denaroInViaggio,
  mooneyAperto,
  tentativiInMezzo,
} from './avvisi.db.ts';
import { cifreTornano } from './avviso.ts';
import type { ServizioPagamento } from './campi.ts';
import { MARGINE } from './esiti.ts';
import { eSuo } from './lettura.server.ts';
import type { Avviso as SulFilo } from './paga-online.contract.ts';
import { dovutiDa } from './ricevute.db.ts';
import { type CodiceRifiuto, PAROLE, parolePerAttesa, rifiuto } from './rifiuti.ts';

/** What the caller knows of a notice: its body, and its number or IUV. */
export type Cercato = { dominioEC: string; numero_avviso?: string | undefined; IUV?: string | undefined };

/**
 * A notice as the portal knows it. The amount is this one, whatever a browser says.
 * @property stato as on the day of the question: `scaduto` is a `da_pagare` whose due date went by
 * @property documento id of its document; null: it has none
 * @property aperti payments of it at the second provider that have no end yet: it is paid otherwise only by who knows (product rule)
 */
export type Avviso = AvvisoDaPagare & {
  scadenza: string | null;
  stato: string;
  documento: string | null;
  pagabile_fino: string | null;
  scade: number | null;
  aperti: number;
};

type Chiede = Pick<Ctx, 'house' | 'db' | 'now' | 'user' | 'visitor'>;

/**
 * One answer for an unknown number, an unknown body and the number of another body.
 * @throws PortalError PAGAMENTO_SCONOSCIUTO
 */
export async function trovaAvviso(ctx: Pick<Chiede, 'house' | 'db' | 'now'>, cercato: Cercato): Promise<Avviso> {
  for (const ente of await enti(ctx.house)) {
    if (ente.codice_fiscale !== cercato.dominioEC) continue;
    const { numero_avviso, IUV: iuv } = cercato;
    const trovato = await cercaAvviso(ctx.db, ente.id, { numero_avviso, iuv });
    if (trovato) return avvisoDi(trovato, { dominioEC: ente.codice_fiscale, nomeEnte: ente.nome }, ctx.now);
  }
  throw rifiuto('PAGAMENTO_SCONOSCIUTO');
}

function avvisoDi(riga: AvvisoTrovato, ente: Pick<AvvisoDaPagare, 'dominioEC' | 'nomeEnte'>, now: number): Avviso {
  const { tipo, numero_avviso, iuv, causale, ...resto } = riga;
  return {
    ...ente,
    ...resto,
    numero_avviso,
    iuv: iuv ?? iuvDi(numero_avviso),
    // Long enough for the platform's own bound (140) and nothing of a person in it.
    causale: (tipo === null ? causale : `${tipo}, n. ${causale}`).slice(0, 140),
    importo_cent: Number(riga.importo_cent),
    stato: statoIl(riga, oggi(now)),
  };
}

export type Pagabile = { avviso: Avviso; fornitori: Fornitore[]; attesa: InAttesa | undefined };

/**
 * A notice that can be paid now, and with whom.
 * @param conferma also one with a payment that waits at the second provider: told as `attesa`, to be paid with pagoPA
 * @throws PortalError with its `reason`: see RIFIUTI
 */
export async function avvisoPagabile(
  ctx: Chiede,
  { conferma = false, ...cercato }: Cercato & { conferma?: boolean | undefined },
): Promise<Pagabile> {
  const avviso = await trovaAvviso(ctx, cercato);
  daPagare(avviso, ctx.now);
  const attesa = await inAttesa(ctx, avviso);
  const fornitori = (['pagopa', 'mooney'] as const).filter(
    (nome) => accetta(ctx, nome, avviso.importo_cent) && (nome === 'pagopa' || !attesa),
  );
  if (attesa && !(conferma && fornitori.includes('pagopa'))) throw nonConfermato(attesa);
  if (fornitori.length === 0) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  return { avviso, fornitori, attesa };
}

/** A payment that waits at the second provider. Instants in ms. @property riferimento for who may give it up */
export type InAttesa = { dal: number; fino_a: number; riferimento: string | undefined };

/** @returns what waits for this notice at the second provider, if anything does */
export async function inAttesa(
  ctx: Chiede,
  avviso: Pick<Avviso, keyof ChiaveAvviso | 'aperti'>,
): Promise<InAttesa | undefined> {
  if (avviso.aperti === 0) return undefined;
  const { ente, numero_avviso } = avviso;
  const [aperto] = await mooneyAperto(ctx.db, { ente, numero_avviso });
  if (!aperto) return undefined;
  const puo = await puoRinunciare(ctx, aperto, [avviso]);
  return { dal: aperto.creato, fino_a: aperto.scade, riferimento: puo ? aperto.id : undefined };
}

/** Who opened a payment at the second provider may give it up, and who owes what it is for. @param avvisi its notices */
export async function puoRinunciare(
  ctx: Chiede,
  pagamento: Pagamento,
  avvisi: readonly ChiaveAvviso[],
): Promise<boolean> {
  if (eSuo(ctx, pagamento)) return true;
  for (const avviso of avvisi) if (!(await deve(ctx, avviso))) return false;
  return pagamento.fornitore === 'mooney' && avvisi.length > 0;
}

/** True for the citizen who is logged in and owes this notice. */
export async function deve(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  { ente, numero_avviso }: ChiaveAvviso,
): Promise<boolean> {
  if (user?.ruolo !== 'cittadino') return false;
  return (await dovutiDa(db, user.codice_fiscale, [numero_avviso])).some((a) => a.ente === ente);
}

/** Told what waits and until when; on `conferma`, because that is how one goes on. */
export function nonConfermato({ dal, fino_a }: InAttesa): PortalError {
  const message = parolePerAttesa(istanteInParole(dal), istanteInParole(fino_a));
  return rifiuto('PAGAMENTO_IN_CORSO', { message, fields: { conferma: [message] } });
}

const CHIUSI: Record<string, [CodiceRifiuto, string?]> = {
  pagato: ['PAGAMENTO_DUPLICATO'],
  annullato: ['PAGAMENTO_ANNULLATO'],
  rateizzato: ['PAGAMENTO_ANNULLATO', PAROLE.rateizzato],
  in_pagamento: ['PAGAMENTO_IN_CORSO', PAROLE.in_pagamento],
};

/**
 * A notice stays payable after its due date unless its body gave a last day (product rule).
 * @throws PortalError
 */
export function daPagare(avviso: Avviso, now: number): void {
  const [codice, parole] = CHIUSI[avviso.stato] ?? [];
  if (codice) throw rifiuto(codice, parole ? { message: parole } : {});
  if (avviso.scade !== null && avviso.scade <= now) throw rifiuto('PAGAMENTO_SCADUTO', { message: PAROLE.abbandonato });
  if (avviso.pagabile_fino !== null && avviso.pagabile_fino < oggi(now)) throw rifiuto('PAGAMENTO_SCADUTO');
}

function accetta({ house }: Chiede, nome: Fornitore, cent: number): boolean {
  const limiti = house.payments[nome]?.limiti;
  return limiti !== undefined && cent >= limiti.min_cent && cent <= limiti.max_cent;
}

/**
 * For which of these notices money may be on its way: a payment at the second provider, or an outcome that is still being asked for.
 * A cart of pagoPA that was only opened blocks nothing (product rule), nor does one of somebody whose the document is not.
 * @returns what tells of each
 */
export async function conDenaroInViaggio(
  { db }: Pick<Ctx, 'db'>,
  documenti: readonly { ente: string; numero_avviso: string | null }[],
): Promise<(di: { ente: string; numero_avviso: string | null }) => boolean> {
  const numeri = documenti.flatMap(({ numero_avviso }) => numero_avviso ?? []);
  const righe = numeri.length > 0 ? await denaroInViaggio(db, numeri) : [];
  const chiavi = new Set(righe.map(chiaveTesto));
  return ({ ente, numero_avviso }) => numero_avviso !== null && chiavi.has(chiaveTesto({ ente, numero_avviso }));
}

/**
 * Is somebody paying this now? A cart of pagoPA counts when it is of somebody whose the document is: one that was only opened for as
 * long as it can be paid, one that its owner left does not.
 * @returns since when, and when at the latest its end is known unless a provider stays away; undefined: nobody
 */
export async function staPagando(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { ente, numero_avviso }: { ente: string; numero_avviso: string | null },
): Promise<{ dal: number; fino_a: number } | undefined> {
  const paganti = numero_avviso === null ? [] : await tentativiInMezzo(db, { ente, numero_avviso, now });
  if (paganti.length === 0) return undefined;
  return {
    dal: Math.min(...paganti.map(({ creato }) => Number(creato))),
    fino_a: Math.max(...paganti.map(({ scade }) => Number(scade) + MARGINE)),
  };
}

/** As `check` answers it. */
export function sulFilo({ avviso, fornitori, attesa }: Pagabile): SulFilo {
  return {
    IUV: avviso.iuv,
    numero_avviso: avviso.numero_avviso,
    dominioEC: avviso.dominioEC,
    ente: avviso.nomeEnte,
    causale: avviso.causale,
    importo_cent: avviso.importo_cent,
    scadenza: avviso.scadenza,
    stato: avviso.stato === 'scaduto' ? 'scaduto' : 'da_pagare',
    cifre_tornano: cifreTornano(avviso.numero_avviso),
    fornitori,
    ...(attesa && {
      in_attesa: {
        ...{ dal: iso(attesa.dal), fino_a: iso(attesa.fino_a) },
        ...(attesa.riferimento !== undefined && { riferimento: attesa.riferimento }),
      },
    }),
  };
}

export const servizioDa = (riga: { dati_json: string }): ServizioPagamento => JSON.parse(riga.dati_json);
