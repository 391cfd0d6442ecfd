/** A citizen adds, lists and removes their positions and reads their documents; the two codes open one without a login. */
import { type Ctx, owner, type User } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type * as tables from '../../../store/tables.ts';
import { enti } from '../ente/ente.server.ts';
import { actionsOn, codeOf } from './azioni.ts';
import { posizioneDaiCodici } from './codici.server.ts';
import { APERTI, statoIl } from './documenti.ts';
import type { Documento, operations } from './posizione.contract.ts';
import type { Posizione } from './posizione.controlli.ts';
import {
  aggiungi,
  concedi,
  documentiDi,
  documentiMiei,
  type PosizioneMia,
  posizioneDi,
  posizioniDi,
  togli,
  togliConcessione,
} from './posizione.db.ts';
import { richiesteAperte } from './richieste.server.ts';

/** Two codes open a position for so long (product rule). */
export const CONCESSIONE_MS = 60 * 60_000;

export const handlers: Handlers<typeof operations> = {
  nuovaPosizione: {
    // Outside the transaction: a wrong try counts, although nothing else of it stays.
    prepare: async (codici, ctx) => ({ trovata: await posizioneDaiCodici(ctx, codici, true), nomi: await nomi(ctx) }),
    run: async (_codici, ctx, { trovata, nomi }: { trovata: tables.Posizione; nomi: Nomi }) => {
      const user = cittadino(ctx);
      const link = { posizione: trovata.id, codice_fiscale: user.codice_fiscale, ruolo: ruolo(user, trovata) };
      if (!(await aggiungi(ctx.db, { id: randomId(), ...link, creata: ctx.now }))) {
        throw new PortalError('conflict', { message: 'Questa posizione è già tra le tue: la trovi nell’elenco.' });
      }
      return posizioneSulFilo(await posizioneDi(ctx.db, user.codice_fiscale, trovata.id), nomi);
    },
  },

  listaPosizioni: async (_input, ctx) => {
    const mie = await posizioniDi(ctx.db, cittadino(ctx).codice_fiscale);
    const names = await nomi(ctx);
    return mie.map((p) => posizioneSulFilo(p, names));
  },

  togliPosizione: async ({ id }, ctx) => {
    const { codice_fiscale } = cittadino(ctx);
    if (!(await togli(ctx.db, { codice_fiscale, posizione: id }, ctx.now))) throw ignota();
    // What the codes had opened beside it is closed, too.
    await togliConcessione(ctx.db, owner(ctx), id);
  },

  documentiPosizione: async ({ id, codice }, ctx) => {
    const miei = await documentiMiei(ctx.db, cittadino(ctx).codice_fiscale, { id, codice_utente: codice });
    if (!miei) throw ignota();
    return documentiSulFilo(ctx, miei);
  },

  controllaPosizione: async (codici, ctx) => {
    const proprietario = owner(ctx);
    if (!proprietario) throw new PortalError('token');
    const { id } = await posizioneDaiCodici(ctx, codici, false);
    await concedi(ctx.db, { proprietario, posizione: id, scade: ctx.now + CONCESSIONE_MS });
    return (await documentiSulFilo(ctx, await documentiDi(ctx.db, id))).filter((d) => APERTI.includes(d.stato));
  },
};

/** What is somebody else's is answered like what is not there. */
const ignota = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa posizione. Torna all’elenco delle tue posizioni.',
  });

/** @throws PortalError `anonymous`: the contract lets nobody else come here */
function cittadino({ user }: Ctx): User {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/** Id of a body → its name. */
type Nomi = (ente: string) => string;

async function nomi({ house }: Ctx): Promise<Nomi> {
  const all = await enti(house);
  return (id) => all.find((e) => e.id === id)?.nome ?? id;
}

/** Who adds a position in their own name acts for themselves; of others the codes do not tell by what title. */
function ruolo({ nome, cognome }: User, { intestatario }: tables.Posizione): string {
  const name = parole(intestatario);
  return name === parole(`${nome} ${cognome}`) || name === parole(`${cognome} ${nome}`) ? 'persona_fisica' : 'altro';
}

const parole = (name: string) => name.toUpperCase().trim().replace(/\s+/g, ' ');

function posizioneSulFilo({ id, ...p }: PosizioneMia, nome: Nomi): Posizione {
  const { codice_utente, ente, sistema, intestatario, idRappresentanza, da_pagare_cent } = p;
  return {
    Id: id,
    ...{ codice_utente, ente, nome_ente: nome(ente), sistema, intestatario, ruolo: p.ruolo },
    ...{ idRappresentanza, da_pagare_cent },
  };
}

/** Documents as the calls tell of them, in their order. Not for a transaction. */
export async function documentiSulFilo(ctx: Ctx, documenti: readonly tables.Documento[]): Promise<Documento[]> {
  const today = oggi(ctx.now);
  const [bodies, richieste] = await Promise.all([
    enti(ctx.house),
    richiesteAperte(
      ctx,
      documenti.map((d) => d.id),
    ),
  ]);
  const { services } = ctx.house;
  const actions = actionsOn(services);
  const categorie = new Map(bodies.map((e) => [e.id, e.categorie]));
  return documenti.map((d) => {
    const { id, numero, tipo, sistema, ente, data, scadenza, importo_cent, iuv, numero_avviso } = d;
    const stato = statoIl(d, today);
    const aperte = richieste.get(id) ?? [];
    const libera = (azione: string) => {
      const codice = codeOf(services, azione);
      return !codice || (categorie.get(ente)?.includes(codice) && !aperte.some((a) => a.azione === azione));
    };
    return {
      Id: id,
      ...{ numero, tipo, sistema, ente, data, scadenza, importo_cent, stato },
      ...(iuv !== null && { iuv }),
      ...(numero_avviso !== null && { numero_avviso }),
      azioni: actions
        .filter(({ states }) => states.includes(stato))
        .flatMap(({ action }) => (libera(action) ? action : [])),
      richieste: aperte,
      pdf: null,
    };
  });
}
