/** Finds a case for the person who sent it: for the confirmation page, and for the hint that one was sent already. */
import { type Ctx, owner } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import type { Pratica } from '../../../store/tables.ts';
import { trovaPratica, ultimaPratica } from './pratica.db.ts';
import { percorsoChat, protocollo } from './pratica.server.ts';
import { APERTI } from './stati.ts';

/** What its sender is shown of a case right after sending. @property termine_il day, `YYYY-MM-DD` */
export type PraticaMia = {
  id: string;
  protocollo: string;
  tipo: Pratica['tipo'];
  ente: string;
  codice: string;
  email: string;
  inviata_il: number;
  inviata_iso: string;
  termine_il: string;
  chat: string;
};

const GIORNO = 24 * 3600_000;

/** @returns the case when this visitor or citizen sent it, else null: somebody else's is the same as none */
export async function praticaMia(ctx: Ctx, id: string): Promise<PraticaMia | null> {
  if (owner(ctx) === '' || !/^[\w-]{10,60}$/.test(id)) return null;
  const pratica = await trovaPratica(ctx.db, id);
  return pratica && pratica.proprietario === owner(ctx) ? mostrata(pratica) : null;
}

/**
 * @param codici of the service that somebody is about to ask for
 * @returns what was sent of it from here within the last day (product rule) and is open, so that nobody wonders and sends it again
 */
export async function ultimaInviata(ctx: Ctx, codici: readonly string[]): Promise<PraticaMia | null> {
  if (owner(ctx) === '' || codici.length === 0) return null;
  const quale = { proprietario: owner(ctx), codici, stati: APERTI, dal: ctx.now - GIORNO };
  const pratica = await ultimaPratica(ctx.db, quale);
  return pratica ? mostrata(pratica) : null;
}

function mostrata(pratica: Pratica): PraticaMia {
  const { id, tipo, ente, codice, email, inviata_il, termine_il } = pratica;
  return {
    ...{ id, tipo, ente, codice, email, inviata_il, termine_il },
    inviata_iso: iso(inviata_il),
    protocollo: protocollo(pratica),
    chat: percorsoChat(pratica),
  };
}
