import type { Ctx } from '../../context.ts';
import { oggi } from '../../platform/atoms/date.ts';
import { iuvDi } from '../../platform/atoms/numero-avviso.ts';
import type { AvvisoDaPagare, Fornitore } from '../../platform/payments.ts';
import { enti } from '../ente/ente.server.ts';
import { statoIl } from '../posizione/documenti.ts';
import { type AvvisoTrovato, cercaAvviso, chiaveTesto, denaroInViaggio, tentativiVivi } from './avvisi.db.ts';
import { cifreTornano } from './avviso.ts';
import type { ServizioPagamento } from './campi.ts';
import type { Avviso as SulFilo } from './paga-online.contract.ts';
import { type CodiceRifiuto, PAROLE, rifiuto } from './rifiuti.ts';

/** What the caller knows of a notice: its body, and its number or IUV. */
export type Cercato = { dominioEC: string; numero_avviso?: string | undefined; IUV?: string | undefined };

/**
 * A notice as the portal knows it. The amount is this one, whatever a browser says.
 * @property stato as on the day of the question: `scaduto` is a `da_pagare` whose due date went by
 * @property documento id of its document; null: it has none
 * @property aperti payments of it at the second provider that have no end yet: they keep it from being paid otherwise (product rule)
 */
export type Avviso = AvvisoDaPagare & {
  scadenza: string | null;
  stato: string;
  documento: string | null;
  pagabile_fino: string | null;
  scade: number | null;
  aperti: number;
};

type Chiede = Pick<Ctx, 'house' | 'db' | 'now'>;

/**
 * One answer for an unknown number, an unknown body and the number of another body.
 * @throws PortalError PAGAMENTO_SCONOSCIUTO
 */
export async function trovaAvviso(ctx: Chiede, cercato: Cercato): Promise<Avviso> {
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

/**
 * A notice that can be paid now, and with whom.
 * @throws PortalError with its `reason`: see RIFIUTI
 */
export async function avvisoPagabile(
  ctx: Chiede,
  cercato: Cercato,
): Promise<{ avviso: Avviso; fornitori: Fornitore[] }> {
  const avviso = await trovaAvviso(ctx, cercato);
  daPagare(avviso, ctx.now);
  const fornitori = (['pagopa', 'mooney'] as const).filter((nome) => accetta(ctx, nome, avviso.importo_cent));
  if (fornitori.length === 0) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  return { avviso, fornitori };
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
  if (avviso.aperti > 0) throw rifiuto('PAGAMENTO_IN_CORSO');
}

function accetta({ house }: Chiede, nome: Fornitore, cent: number): boolean {
  const limiti = house.payments[nome]?.limiti;
  return limiti !== undefined && cent >= limiti.min_cent && cent <= limiti.max_cent;
}

/**
 * For which of these notices money may be on its way: a payment at the second provider, or an outcome that is still being asked for.
 * A cart of pagoPA that was only opened blocks nothing (product rule).
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

/** Is somebody paying this now? A cart of pagoPA that was only opened counts for as long as it can be paid. */
export async function staPagando(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { ente, numero_avviso }: { ente: string; numero_avviso: string | null },
): Promise<boolean> {
  const vivi = numero_avviso === null ? [] : await tentativiVivi(db, { ente, numero_avviso });
  return vivi.some(({ fornitore, stato, scade }) => fornitore === 'mooney' || stato === 'in_verifica' || scade > now);
}

/** As `check` answers it. */
export function sulFilo(avviso: Avviso, fornitori: Fornitore[]): SulFilo {
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
  };
}

export const servizioDa = (riga: { dati_json: string }): ServizioPagamento => JSON.parse(riga.dati_json);
