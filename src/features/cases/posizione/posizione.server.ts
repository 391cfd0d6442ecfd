/** Handlers of positions: a citizen adds, lists and removes theirs and reads their documents; the two codes open one without a login. */

import { type CallContext, type LoggedInUser, ownerOf } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { fullName, surnameFirst } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type * as tables from '../../../store/tables.ts';
import { enti } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { sistemaFields } from '../ente/sistemi.ts';
import { lacksTaxCode } from '../utente/identita.ts';
import { actionsOn, codeOf, powerFor } from './azioni.ts';
import { findPosizioneByCodici } from './codici.server.ts';
import { readActing, shownDelega } from './deleghe.server.ts';
import { OPEN_DOCUMENTO_STATI, statoOn } from './documenti.ts';
import { listActSizes } from './documenti-own.db.ts';
import { delegaLets, type PosizioneHolder } from './link.ts';
import type { DelegaDiPosizione, Posizione } from './posizione.checks.ts';
import type { Documento, posizioneOperations } from './posizione.contract.ts';
import {
  addRappresentanza,
  findEndedLink,
  findOwnDocumenti,
  grantConcessione,
  listDocumenti,
  listPosizioniById,
  listPosizioniOf,
  type OwnPosizione,
  readPosizioneOf,
  removeConcessione,
  removeRappresentanza,
} from './posizione.db.ts';
import { readOpenRichieste } from './richieste.server.ts';

/** A position is linked to a tax code, so that a person without one would share those of all others. */
export const POSITIONS_NEED_TAX_CODE =
  'Le posizioni si collegano al codice fiscale, che il tuo accesso non ci comunica. Con i due codici della lettera puoi aprire i documenti di una posizione dal servizio che ti serve.';

const DELEGA_ENDED =
  'La delega che avevi su questa posizione è finita: i codici non la aprono più. Chiedi una nuova delega; se ora la posizione è tua, scrivi all’ufficio tributi.';

/** How long the two codes open a position (product rule). */
export const CONCESSIONE_MS = 60 * 60_000;

export const posizioneHandlers: OperationHandlers<typeof posizioneOperations> = {
  nuovaPosizione: {
    // Outside the transaction, so that a wrong try counts even when everything else is rolled back.
    prepare: async (codici, ctx) => {
      if (lacksTaxCode(ctx.user)) throw new PortalError('forbidden', { message: POSITIONS_NEED_TAX_CODE });
      return { found: await findPosizioneByCodici(ctx, codici, true), enteOf: await readEnti(ctx) };
    },
    run: async (_codici, ctx, { found, enteOf }: { found: tables.Posizione; enteOf: EntiById }) => {
      const user = requireCittadino(ctx);
      const link = { posizione: found.id, codice_fiscale: user.codice_fiscale, ruolo: ruoloOf(user, found) };
      await requireNoEnd(ctx, found.id);
      if (!(await addRappresentanza(ctx.db, { id: randomId(), ...link, creata: ctx.now }))) {
        throw new PortalError('conflict', { message: 'Questa posizione è già tra le tue: la trovi nell’elenco.' });
      }
      return wirePosizione(await readPosizioneOf(ctx.db, asHolder(ctx), found.id), enteOf);
    },
  },

  listaPosizioni: async (_input, ctx) => {
    const own = await listPosizioniOf(ctx.db, asHolder(ctx));
    const enteOf = await readEnti(ctx);
    return own.map((p) => wirePosizione(p, enteOf));
  },

  togliPosizione: async ({ id }, ctx) => {
    const { codice_fiscale } = requireCittadino(ctx);
    const [delega] = await readActing(ctx, [id]);
    if (delega)
      throw new PortalError('conflict', {
        message: `Hai questa posizione per delega di ${delega.delegante_nome}: rinuncia alla delega dalla pagina Deleghe.`,
      });
    if (!(await removeRappresentanza(ctx.db, { codice_fiscale, posizione: id }, ctx.now))) throw posizioneUnknown();
    // A grant by the codes would still open the position.
    await removeConcessione(ctx.db, ownerOf(ctx), id);
  },

  documentiPosizione: async ({ id, codice }, ctx) => {
    const own = await findOwnDocumenti(ctx.db, asHolder(ctx), { id, codice_utente: codice });
    if (!own) throw posizioneUnknown();
    return wireOwnDocumenti(ctx, own);
  },

  controllaPosizione: async (codici, ctx) => {
    const proprietario = ownerOf(ctx);
    if (!proprietario) throw new PortalError('token');
    const { id } = await findPosizioneByCodici(ctx, codici, false);
    await requireNoEnd(ctx, id);
    await grantConcessione(ctx.db, { proprietario, posizione: id, scade: ctx.now + CONCESSIONE_MS });
    return (await wireDocumenti(ctx, await listDocumenti(ctx.db, id))).filter((d) =>
      OPEN_DOCUMENTO_STATI.includes(d.stato),
    );
  },
};

/** The position of another citizen is answered like one that does not exist. */
const posizioneUnknown = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa posizione. Torna all’elenco delle tue posizioni.',
  });

/** @throws PortalError `anonymous`; the contract lets only logged-in citizens call this */
function requireCittadino({ user }: CallContext): LoggedInUser {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/** @throws PortalError `anonymous` */
const asHolder = (ctx: CallContext): PosizioneHolder => ({
  codice_fiscale: requireCittadino(ctx).codice_fiscale,
  today: todayInRome(ctx.now),
});

/**
 * Somebody who has represented a position may still have its letter.
 * @throws PortalError `conflict` when the ente has ended the caller's link to this position, or a delegation has ended
 */
async function requireNoEnd(ctx: CallContext, posizione: string): Promise<void> {
  if (ctx.user?.ruolo !== 'cittadino') return;
  const ended = await findEndedLink(ctx.db, { ...asHolder(ctx), posizione });
  if (!ended) return;
  if (ended.fine === null) throw new PortalError('conflict', { message: DELEGA_ENDED });
  throw new PortalError('conflict', {
    message: `${withArticle('Dal', dateInWords(ended.fine))} non rappresenti più questa posizione: ce lo ha comunicato l’ente. Se non è così, scrivi all’ufficio tributi.`,
  });
}

/** Positions with these ids that the caller has, by a delegation or not, in the order asked for. */
export async function readPosizioniById(ctx: CallContext, ids: readonly string[]): Promise<Posizione[]> {
  if (ids.length === 0) return [];
  const [rows, enteOf, acting] = await Promise.all([
    listPosizioniById(ctx.db, asHolder(ctx), ids),
    readEnti(ctx),
    readActing(ctx, ids),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? wirePosizione(row, enteOf, shownDelega(acting, id)) : [];
  });
}

/** Gives an ente by its id. */
type EntiById = (id: string) => Ente | undefined;

async function readEnti({ house }: CallContext): Promise<EntiById> {
  const all = await enti(house);
  return (id) => all.find((e) => e.id === id);
}

/** A citizen who adds a position in their own name acts for themselves; for another name the codes do not tell the role. */
function ruoloOf(user: LoggedInUser, { intestatario }: tables.Posizione): string {
  const name = comparableName(intestatario);
  return [fullName(user), surnameFirst(user)].map(comparableName).includes(name) ? 'persona_fisica' : 'altro';
}

const comparableName = (name: string) => name.toUpperCase().trim().replace(/\s+/g, ' ');

function wirePosizione({ id, ...p }: OwnPosizione, enteOf: EntiById, delega?: DelegaDiPosizione): Posizione {
  const { codice_utente, ente, sistema, intestatario, idRappresentanza, da_pagare_cent } = p;
  return {
    Id: id,
    codice_utente,
    ente,
    nome_ente: enteOf(ente)?.nome ?? ente,
    ...sistemaFields(enteOf(ente), sistema),
    intestatario,
    ruolo: p.ruolo,
    idRappresentanza,
    da_pagare_cent,
    ...(delega && { delega }),
  };
}

/** The documents of positions of the citizen who is logged in: their acts lead to those who have the position, and to nobody else. */
export async function wireOwnDocumenti(ctx: CallContext, documenti: readonly tables.Documento[]): Promise<Documento[]> {
  const wired = await wireDocumenti(ctx, documenti);
  const sizes = await listActSizes(
    ctx.db,
    documenti.map(({ id }) => id),
  );
  return wired.map((d) => {
    const pdf_dimensione = sizes.get(d.Id);
    return pdf_dimensione === undefined ? d : { ...d, pdf: actPath(d.Id), pdf_dimensione };
  });
}

export const actPath = (id: string): string => `/api/v1/portale/documenti/${id}/atto`;

/** Documents as the calls show them, in the given order. Not inside a transaction. */
export async function wireDocumenti(ctx: CallContext, documenti: readonly tables.Documento[]): Promise<Documento[]> {
  const today = todayInRome(ctx.now);
  const [bodies, acting, richieste] = await Promise.all([
    enti(ctx.house),
    readActing(
      ctx,
      documenti.map((d) => d.posizione),
    ),
    readOpenRichieste(
      ctx,
      documenti.map((d) => d.id),
    ),
  ]);
  const { services } = ctx.house;
  const actions = actionsOn(services);
  const byId = new Map(bodies.map((e) => [e.id, e]));
  return documenti.map((d) => {
    const { id, numero, tipo, sistema, ente, data, scadenza, importo_cent, iuv, numero_avviso } = d;
    const stato = statoOn(d, today);
    const open = richieste.get(id) ?? [];
    const delega = shownDelega(acting, d.posizione);
    const isFree = (azione: string) => {
      const codice = codeOf(services, azione);
      if (delega && !delegaLets(delega, powerFor(services, azione))) return false;
      return !codice || (byId.get(ente)?.categorie.includes(codice) && !open.some((a) => a.azione === azione));
    };
    return {
      Id: id,
      numero,
      tipo,
      sistema,
      nome_sistema: sistemaFields(byId.get(ente), sistema).nome_sistema,
      ente,
      data,
      scadenza,
      importo_cent,
      stato,
      ...(iuv !== null && { iuv }),
      ...(numero_avviso !== null && { numero_avviso }),
      azioni: actions
        .filter(({ states }) => states.includes(stato))
        .flatMap(({ action }) => (isFree(action) ? action : [])),
      richieste: open,
      pdf: null,
    };
  });
}
