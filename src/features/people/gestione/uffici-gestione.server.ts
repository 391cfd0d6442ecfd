/** The offices of an ente and its administrators, as things that an administrator changes. */

import * as z from 'zod/mini';
import { importRow } from '../../../data/import.server.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import {
  addAdministrator,
  findUfficio,
  nameUfficio,
  removeAdministrator,
  replacePersone,
  selectAwaited,
  selectOperators,
  selectPersone,
} from '../../cases/ufficio/ufficio.db.ts';
import { listUffici } from '../../cases/ufficio/ufficio.server.ts';
import { importContextOf } from './context-gestione.server.ts';
import type { ChangedThing } from './modifiche.server.ts';

const personFields = z.object({
  nome: z.string(),
  assente_dal: z.nullable(z.string()),
  assente_al: z.nullable(z.string()),
});
const ufficioFields = z.object({
  nome: z.string(),
  email: z.string(),
  servizi: z.array(z.string()),
  attivo: z.boolean(),
  // Changes from before it was one of the fields do not have it.
  incassi: z._default(z.boolean(), false),
  /** By the id of the account */
  persone: z.record(z.string(), personFields),
  /** Named and not logged in yet: `email:…` or `sub:…` */
  attesi: z.array(z.string()),
});
export type UfficioFields = z.infer<typeof ufficioFields>;
export const parseUfficio = (values: unknown): UfficioFields => z.parse(ufficioFields, values);

/** What the form of an office changes. */
export const UFFICIO_FIELDS = ['nome', 'email', 'servizi', 'attivo', 'incassi'] as const;

/** An office is never deleted, because cases name it: to take back a new one is to close it. */
export const ufficioThing: ChangedThing = {
  async read({ db }, { ente, key }) {
    const ufficio = (await listUffici(db, ente)).find(({ id }) => id === key);
    if (!ufficio) return null;
    const { nome, email, servizi, attivo, incassi } = ufficio;
    const people = await selectPersone(db, [key]);
    const persone = people.map((p) => [
      p.id,
      { nome: fullName(p), assente_dal: p.assente_dal, assente_al: p.assente_al },
    ]);
    const attesi = (await selectAwaited(db, [key])).map(({ persona }) => persona);
    return { nome, email, servizi, attivo, incassi, persone: Object.fromEntries(persone.sort()), attesi };
  },
  async write(ctx, { ente, key }, values) {
    const old = values ?? { ...(await ufficioThing.read(ctx, { ente, oggetto: 'ufficio', key })), attivo: false };
    const { nome, email, servizi, attivo, incassi, persone, attesi } = parseUfficio(old);
    const stored = await findUfficio(ctx.db, key);
    if (stored && stored.ente !== ente) throw new PortalError('not_found');
    const isTaken = (await listUffici(ctx.db, ente)).some((u) => u.id !== key && u.nome === nome);
    if (isTaken)
      throw new PortalError('invalid', {
        fields: { nome: ['Un altro ufficio ha già questo nome: scegline uno diverso.'] },
      });
    await nameUfficio(ctx.db, { id: key, ente, nome });
    const row = { ente, nome, ...(email && { email }), servizi, attivo, incassi };
    await importRow(importContextOf(ctx), { section: 'uffici', row }, ctx.house.settings.mode === 'sandbox');
    const operators = await selectOperators(ctx.db, ente);
    const inside = new Set((await selectPersone(ctx.db, [key])).map(({ id }) => id));
    // Whose login says where they work stays there, and comes to no other office.
    const wanted = operators.filter(({ id, uffici_da_accesso }) =>
      uffici_da_accesso === 1 ? inside.has(id) : Object.hasOwn(persone, id),
    );
    const places = wanted.map(({ id: utente }) => {
      const { assente_dal = null, assente_al = null } = persone[utente] ?? {};
      return { utente, assente_dal, assente_al };
    });
    await replacePersone(ctx.db, key, { persone: places, attesi });
  },
};

export const LAST_ADMINISTRATOR =
  'L’ente resterebbe senza amministratori: prima aggiungine un altro, poi togli questo.';

/** Ids of the administrators of an ente, each with a name. */
export const amministratoriThing: ChangedThing = {
  async read({ db }, { ente }) {
    const people = (await selectOperators(db, ente)).filter(({ amministra }) => amministra !== null);
    return Object.fromEntries(people.map((person) => [person.id, fullName(person)]).sort());
  },
  async write({ db }, { ente }, values) {
    const wanted = new Set(Object.keys(values ?? {}));
    const operators = await selectOperators(db, ente);
    if (!operators.some(({ id }) => wanted.has(id))) throw new PortalError('conflict', { message: LAST_ADMINISTRATOR });
    for (const { id: utente, amministra } of operators) {
      if (wanted.has(utente) && !amministra) await addAdministrator(db, { ente, utente });
      if (!wanted.has(utente) && amministra) await removeAdministrator(db, { ente, utente });
    }
  },
};
