/** A citizen's own payments and notices, for the reserved area. */
import type { Ctx } from '../../../context.ts';
import { iso, oggi } from '../../../platform/atoms/date.ts';
import type { Output } from '../../../platform/contract.ts';
import type { Handler, Handlers } from '../../../platform/run.server.ts';
import type { Avviso, Ricevuta } from '../../../store/tables.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { statoIl } from '../../cases/posizione/documenti.ts';
import { ATTESA, esitoMostrato, type StatoPagamento } from './esiti.ts';
import { indirizzoPaga, indirizzoRicevuta } from './fornitori.ts';
import type { operations as avvisi, MioAvviso } from './miei.contract.ts';
import { avvisiDi, ricevuteAltrove, tentativiDi } from './miei.db.ts';
import type { operations } from './paga-online.contract.ts';

export type MioPagamento = Output<(typeof operations)['mieiPagamenti']>[number];

/** Newest first, each once: a receipt of an attempt of one's own is that attempt. */
export const mieiPagamenti: Handler<(typeof operations)['mieiPagamenti']> = async (_input, ctx) => {
  const { db, user } = ctx;
  const chi = { utente: user?.id ?? '', codice_fiscale: user?.codice_fiscale ?? '' };
  const [righe, altrove, nome] = await Promise.all([
    tentativiDi(db, { utente: chi.utente, da: ctx.now - ATTESA }),
    ricevuteAltrove(db, chi),
    nomi(ctx),
  ]);
  const miei = new Map<string, MioPagamento>();
  for (const r of righe) {
    // Opened twice and paid once: the receipt is the other attempt's, and so is the place in the list.
    if (r.stato === 'pagato' && r.pagato_il === null) continue;
    const noto = miei.get(r.id);
    if (noto) aggiungi(noto, r);
    else miei.set(r.id, { ...delTentativo(r), nome_ente: nome(r.ente) });
  }
  const altri = altrove.map((q) => ({ ...altroveSulFilo(q), nome_ente: nome(q.ente) }));
  return [...miei.values(), ...altri].toSorted((a, b) => quando(b).localeCompare(quando(a)));
};

type Riga = Awaited<ReturnType<typeof tentativiDi>>[number];

/** A further notice of the same cart, or a second receipt of one. */
function aggiungi(noto: MioPagamento, { numero_avviso, importo_cent }: Riga): void {
  noto.importo_cent += Number(importo_cent);
  if (noto.numero_avviso !== numero_avviso && !noto.altri.includes(numero_avviso)) noto.altri.push(numero_avviso);
}

const quando = (p: MioPagamento) => p.pagato_il ?? p.aperto_il;

function delTentativo(r: Riga): Omit<MioPagamento, 'nome_ente'> {
  const stato = esitoMostrato(r.stato as StatoPagamento);
  const pagato = stato === 'pagato';
  return {
    id: r.id,
    stato,
    ente: r.ente,
    causale: r.causale,
    numero_avviso: r.numero_avviso,
    altri: [],
    importo_cent: Number(r.importo_cent),
    fornitore: r.fornitore,
    aperto_il: iso(r.creato),
    controllato_il: iso(r.aggiornato),
    pagato_il: pagato && r.pagato_il !== null ? iso(r.pagato_il) : null,
    ricevuta: pagato ? indirizzoRicevuta(r.id) : null,
  };
}

function altroveSulFilo(q: Ricevuta): Omit<MioPagamento, 'nome_ente'> {
  return {
    id: q.id,
    stato: 'pagato',
    ente: q.ente,
    causale: q.causale,
    numero_avviso: q.numero_avviso,
    altri: [],
    importo_cent: q.importo_cent,
    fornitore: q.fornitore,
    aperto_il: iso(q.pagato_il),
    controllato_il: iso(q.pagato_il),
    pagato_il: iso(q.pagato_il),
    ricevuta: indirizzoRicevuta(q.id),
  };
}

export const handlers: Handlers<typeof avvisi> = {
  mieiAvvisi: async (_input, ctx) => {
    const [righe, bodies] = await Promise.all([
      avvisiDi(ctx.db, { codice_fiscale: ctx.user?.codice_fiscale ?? '' }),
      enti(ctx.house),
    ]);
    const byId = new Map(bodies.map((e) => [e.id, e]));
    const today = oggi(ctx.now);
    return righe.map((a) => ({
      ...sulFilo(a, today),
      nome_ente: byId.get(a.ente)?.nome ?? a.ente,
      paga: pagabile(a, today) ? indirizzoPaga(a.numero_avviso, byId.get(a.ente)?.codice_fiscale ?? '') : null,
    }));
  },
};

function sulFilo(a: Avviso, today: string): Omit<MioAvviso, 'nome_ente' | 'paga'> {
  const { ente, numero_avviso, causale, importo_cent, scadenza } = a;
  const stato = statoIl(a, today) === 'scaduto' ? 'scaduto' : 'da_pagare';
  return { ente, numero_avviso, causale, importo_cent, scadenza, stato };
}

/** Is there still time to pay it here? */
export const pagabile = ({ pagabile_fino }: Pick<Avviso, 'pagabile_fino'>, today: string): boolean =>
  pagabile_fino === null || today <= pagabile_fino;

async function nomi({ house }: Ctx): Promise<(ente: string) => string> {
  const byId = new Map((await enti(house)).map((e) => [e.id, e.nome]));
  return (ente) => byId.get(ente) ?? ente;
}
