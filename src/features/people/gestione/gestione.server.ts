/** What an administrator does at `/gestione`: each change is written down with its old and new values. */

import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { listOfferteOf } from '../../cases/offerta/offerta.db.ts';
import { selectAwaited, selectOperators } from '../../cases/ufficio/ufficio.db.ts';
import { awaitedAs, listUffici, peopleOf } from '../../cases/ufficio/ufficio.server.ts';
import { chiaveIoThing } from './app-io-gestione.server.ts';
import { changeCalendario, previewCalendario, readOutsideUndone, saveCalendario } from './calendari-gestione.server.ts';
import { parseConfine } from './confine.ts';
import { convenzioneThing } from './convenzione-gestione.server.ts';
import { checkEnte, enteThing, offertaThing } from './dati-gestione.server.ts';
import { type gestioneOperations, MODIFICHE_PAGE_SIZE, type UfficioView } from './gestione.contract.ts';
import { countModifiche, selectModifiche } from './modifiche.db.ts';
import { type ChangedThing, changeThing, parseThing, readUndo, type SeenValues, seenMark } from './modifiche.server.ts';
import type { ThingValues } from './modifiche-words.ts';
import { thingInWords, valuesInWords } from './modifiche-words.ts';
import { programmaThing } from './programmi-gestione.server.ts';
import { protocolloThing } from './protocollo-gestione.server.ts';
import { changeRow, checkRow, ROW_THINGS, readRows } from './rows-gestione.server.ts';
import {
  amministratoriThing,
  parseUfficio,
  UFFICIO_FIELDS,
  type UfficioFields,
  ufficioThing,
} from './uffici-gestione.server.ts';
import { webhookThing } from './webhook-gestione.server.ts';

/** What can be changed here, by the name under which a change is kept. */
const CHANGED_THINGS: Readonly<Record<string, ChangedThing>> = {
  ufficio: ufficioThing,
  amministratori: amministratoriThing,
  ente: enteThing,
  offerte: offertaThing,
  ...ROW_THINGS,
  programma: programmaThing,
  webhook: webhookThing,
  pagopa: convenzioneThing,
  protocollo: protocolloThing,
  app_io: chiaveIoThing,
};

const thingAt = (ente: string, oggetto: string) => ({ ente, oggetto, key: '' });

/** Addresses, cases and payments name an ente by these, so an import alone changes them. */
const FIXED_FIELDS = ['id', 'host', 'codice_fiscale'];

const withField = (before: ThingValues, name: string, value: unknown): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(before ?? {}).filter(([n]) => n !== name),
    ...(value == null ? [] : [[name, value]]),
  ]);

/** @throws PortalError `invalid` for a field that stays as it was imported, `not_found` without an ente */
function withDati(before: ThingValues, dati: Record<string, unknown>): Record<string, unknown> {
  if (!before) throw new PortalError('not_found');
  const fixed = Object.keys(dati).filter((name) => FIXED_FIELDS.includes(name));
  requireNoErrors(Object.fromEntries(fixed.map((name) => [name, ['Questo dato si cambia solo con un import.']])));
  return Object.entries(dati).reduce((values, [name, value]) => withField(values, name, value), before);
}

const changeEnte = (
  ctx: CallContext,
  { ente, ...seen }: { ente: string } & SeenValues,
  changing: (before: ThingValues) => ThingValues,
) => changeThing(ctx, { place: thingAt(ente, 'ente'), thing: enteThing, seen }, changing);

const changeUfficio = (
  ctx: CallContext,
  { ente, ufficio, ...seen }: { ente: string; ufficio: string } & SeenValues,
  changing: (before: UfficioFields) => UfficioFields | Promise<UfficioFields>,
) =>
  changeThing(ctx, { place: { ente, oggetto: 'ufficio', key: ufficio }, thing: ufficioThing, seen }, (before) => {
    if (!before) throw new PortalError('not_found');
    return changing(parseUfficio(before));
  });

const changeAmministratori = (ctx: CallContext, ente: string, changing: (before: ThingValues) => ThingValues) =>
  changeThing(ctx, { place: { ente, oggetto: 'amministratori', key: '' }, thing: amministratoriThing }, changing);

const PLACES_FROM_LOGIN =
  'Gli uffici di questa persona vengono dal suo accesso: li cambia chi gestisce gli accessi dei dipendenti.';

/** How a person who has not logged in yet is shown. */
const awaitedName = (persona: string) => persona.slice(persona.indexOf(':') + 1);

export const gestioneHandlers: OperationHandlers<typeof gestioneOperations> = {
  ufficiEnte: async ({ ente }, { db }) => {
    const uffici = await listUffici(db, ente);
    const awaited =
      uffici.length === 0
        ? []
        : await selectAwaited(
            db,
            uffici.map(({ id }) => id),
          );
    const views: UfficioView[] = [];
    for (const { id, nome, email, servizi, attivo, incassi } of uffici) {
      const people = await peopleOf(db, { id, ente });
      views.push({
        id,
        nome,
        email,
        servizi,
        attivo,
        incassi,
        persone: people.map(({ id: utente, assente_dal, assente_al, ...p }) => ({
          id: utente,
          nome: fullName(p),
          assente_dal,
          assente_al,
          da_accesso: p.uffici_da_accesso === 1,
        })),
        attesi: awaited
          .filter(({ ufficio }) => ufficio === id)
          .map(({ persona }) => ({ id: persona, nome: awaitedName(persona) })),
      });
    }
    const operators = (await selectOperators(db, ente)).map(({ id, email, amministra, ...p }) => ({
      id,
      nome: fullName(p),
      email,
      amministra,
      da_accesso: p.amministra_da_accesso === 1,
    }));
    const named = (isAdministrator: boolean) =>
      operators
        .filter(({ amministra }) => (amministra !== null) === isAdministrator)
        .map(({ amministra: _amministra, ...person }) => person);
    return { uffici: views, amministratori: named(true), operatori: named(false) };
  },

  salvaUfficio: async ({ ente, ufficio, visti, nome, email = '', servizi, attivo, incassi }, ctx) => {
    const values = { nome, email, servizi, attivo, incassi };
    if (ufficio !== undefined) {
      await changeUfficio(ctx, { ente, ufficio, visti, fields: UFFICIO_FIELDS }, (before) => ({
        ...before,
        ...values,
      }));
      return { id: ufficio };
    }
    const place = { ente, oggetto: 'ufficio', key: randomId() };
    await changeThing(ctx, { place, thing: ufficioThing }, () => ({ ...values, persone: {}, attesi: [] }));
    return { id: place.key };
  },

  aggiungiPersona: async ({ ente, ufficio, email }, ctx) => {
    const address = email.toLowerCase();
    const known = (await selectOperators(ctx.db, ente)).find((o) => o.email?.toLowerCase() === address);
    const awaited = awaitedAs.email(address);
    if (known?.uffici_da_accesso === 1) throw new PortalError('invalid', { fields: { email: [PLACES_FROM_LOGIN] } });
    await changeUfficio(ctx, { ente, ufficio }, (before) => {
      const isThere = known ? Object.hasOwn(before.persone, known.id) : before.attesi.includes(awaited);
      if (isThere) throw new PortalError('invalid', { fields: { email: ['Questa persona è già nell’ufficio.'] } });
      if (!known) return { ...before, attesi: [...before.attesi, awaited] };
      const added = { nome: fullName(known), assente_dal: null, assente_al: null };
      return { ...before, persone: { ...before.persone, [known.id]: added } };
    });
    return { id: ufficio };
  },

  togliPersona: async ({ ente, ufficio, persona }, ctx) => {
    const known = (await selectOperators(ctx.db, ente)).find(({ id }) => id === persona);
    if (known?.uffici_da_accesso === 1) throw new PortalError('conflict', { message: PLACES_FROM_LOGIN });
    await changeUfficio(ctx, { ente, ufficio }, (before) => {
      const persone = Object.entries(before.persone).filter(([id]) => id !== persona);
      return {
        ...before,
        persone: Object.fromEntries(persone),
        attesi: before.attesi.filter((name) => name !== persona),
      };
    });
    return { id: ufficio };
  },

  assenzaPersona: async ({ ente, ufficio, persona, dal = null, al = null }, ctx) => {
    await changeUfficio(ctx, { ente, ufficio }, (before) => {
      const person = Object.hasOwn(before.persone, persona) ? before.persone[persona] : undefined;
      if (!person) throw new PortalError('not_found');
      return {
        ...before,
        persone: { ...before.persone, [persona]: { ...person, assente_dal: dal, assente_al: al } },
      };
    });
    return { id: ufficio };
  },

  aggiungiAmministratore: async ({ ente, persona }, ctx) => {
    const operator = (await selectOperators(ctx.db, ente)).find(({ id }) => id === persona);
    if (!operator) throw new PortalError('not_found');
    await changeAmministratori(ctx, ente, (before) => ({ ...before, [persona]: fullName(operator) }));
    return { id: persona };
  },

  togliAmministratore: async ({ ente, persona }, ctx) => {
    await changeAmministratori(ctx, ente, (before) =>
      Object.fromEntries(Object.entries(before ?? {}).filter(([id]) => id !== persona)),
    );
    return { id: persona };
  },

  datiEnte: async ({ ente }, ctx) => {
    const [record, offerte] = [await enteThing.read(ctx, thingAt(ente, 'ente')), await listOfferteOf(ctx.db, ente)];
    if (!record) throw new PortalError('not_found');
    return {
      dati: record,
      visti: seenMark(record),
      offerte: Object.fromEntries(offerte.map(({ codice, dati_json }) => [codice, parseThing(dati_json) ?? {}])),
      sportelli: await readRows(ctx, 'sportelli', ente),
      calendari: await readRows(ctx, 'calendari', ente),
      servizi_pagamento: await readRows(ctx, 'servizi_pagamento', ente),
    };
  },

  salvaDati: async ({ ente, visti, dati }, ctx) => {
    await changeEnte(ctx, { ente, visti, fields: Object.keys(dati) }, (before) => withDati(before, dati));
    return { id: ente };
  },

  provaDati: async ({ ente, dati }, ctx) => {
    const candidate = withDati(await enteThing.read(ctx, thingAt(ente, 'ente')), dati);
    return { dati: await checkEnte(ctx, ente, candidate) };
  },

  salvaConfine: async ({ ente, visti, file }, ctx) => {
    const read = file ? parseConfine(await file.text()) : { confine: null };
    if ('error' in read) throw new PortalError('invalid', { fields: { confine: [read.error] } });
    const fields = ['confine'];
    await changeEnte(ctx, { ente, visti, fields }, (before) => withField(before, 'confine', read.confine));
    return { id: ente };
  },

  salvaOfferta: async ({ ente, visti, codice, dati = null }, ctx) => {
    const place = { ...thingAt(ente, 'offerte'), key: codice };
    await changeThing(ctx, { place, thing: offertaThing, seen: { visti } }, () => dati);
    return { id: codice };
  },

  provaRiga: async ({ ente, sezione, dati }, ctx) => checkRow(ctx, sezione, { ente, dati }),
  salvaSportello: (change, ctx) => changeRow(ctx, 'sportelli', change),
  salvaCalendario: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: ({ ente }, ctx) => enteOfPage(ctx.house, '', ente),
    run: ({ fuori_orario, ...change }, ctx, closed: Ente) => saveCalendario(ctx, change, { closed, fuori_orario }),
  },
  provaCalendario: (asked, ctx) => previewCalendario(ctx, asked),
  salvaServizioPagamento: (change, ctx) => changeRow(ctx, 'servizi_pagamento', change),

  modificheEnte: async ({ ente, pagina = 1 }, { db, house }) => {
    const part = { offset: (pagina - 1) * MODIFICHE_PAGE_SIZE, limit: MODIFICHE_PAGE_SIZE };
    const modifiche = await selectModifiche(db, ente, part);
    return {
      totale: await countModifiche(db, ente),
      modifiche: modifiche.map(({ id, quando, nome, oggetto, chiave, prima_json, dopo_json }) => {
        const [before, after] = [parseThing(prima_json), parseThing(dopo_json)];
        return {
          id,
          quando: isoInstant(quando),
          nome,
          oggetto: thingInWords({ oggetto, key: chiave, values: after ?? before, services: house.services }),
          valori: valuesInWords({ oggetto, before, after, services: house.services }),
        };
      }),
    };
  },

  provaRipristina: async ({ ente, modifica }, ctx) => {
    const { place, back } = await readUndo(ctx, { ente, id: modifica, things: CHANGED_THINGS });
    return { fuori_orario: place.oggetto === 'calendari' ? await readOutsideUndone(ctx, place, back) : [] };
  },
  ripristina: {
    // The enti are read before the transaction, which has the only connection of SQLite.
    prepare: ({ ente }, ctx) => enteOfPage(ctx.house, '', ente),
    run: async ({ ente, modifica, fuori_orario }, ctx, closed: Ente) => {
      const { place, thing, back } = await readUndo(ctx, { ente, id: modifica, things: CHANGED_THINGS });
      const undo = () => changeThing(ctx, { place, thing }, back);
      if (place.oggetto !== 'calendari') await undo();
      else
        await changeCalendario(ctx, { ente, codice: place.key, closed, fuori_orario }, async () => {
          await undo();
          return { id: place.key };
        });
      return { id: modifica };
    },
  },
};
