/** Writes the calendar of a citizen, and keeps the address at which their calendar reads it again and again. */
import type { CallContext } from '../../../context.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { renderCalendar } from '../../../platform/icalendar.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId, readSignedId, signedId } from '../../../platform/signer.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { calendarEventOf, readBookedOf } from '../../cases/calendario/booked.server.ts';
import { siteOf } from '../../cases/ente/ente.server.ts';
import { toUser } from '../../cases/utente/utente.ts';
import { listPermessi } from '../../services/abbonamento-parcheggi/permessi-own.server.ts';
import { listScadenze } from '../../services/paga-online/scadenze.server.ts';
import { calendarioOperations } from './calendario.contract.ts';
import { changeCalendario, findCalendarioOf, findUtenteOfCalendario } from './calendario.db.ts';

const ADDRESS_PURPOSE = 'calendario-personale';

export const calendarioHandlers: OperationHandlers<typeof calendarioOperations> = {
  /** @throws PortalError `not_found` when there is nothing: a file without events is invalid (RFC 5545 §3.4) */
  scadenzeCalendario: async (_input, ctx) => {
    const found = await readCalendar(ctx);
    if (found.days.length === 0 && found.appointments.length === 0)
      throw new PortalError('not_found', { message: 'Non hai scadenze da aggiungere al calendario.' });
    return fileOf(found, ctx.now);
  },
  calendarioPersonale: async (_input, ctx) => {
    const calendario = await findCalendarioOf(ctx.db, ctx.user?.id ?? '');
    return { indirizzo: calendario && (await addressOf(ctx, calendario)) };
  },
  creaCalendario: async (_input, ctx) => {
    const calendario = randomId();
    await changeCalendario(ctx.db, ctx.user?.id ?? '', calendario);
    return { indirizzo: await addressOf(ctx, calendario) };
  },
  revocaCalendario: async (_input, ctx) => {
    await changeCalendario(ctx.db, ctx.user?.id ?? '', null);
    return {};
  },
  leggiCalendario: async ({ chiave }, ctx) => {
    const id = readSignedId(ctx.house.signer, ADDRESS_PURPOSE, chiave);
    const utente = id && (await findUtenteOfCalendario(ctx.db, id));
    if (!utente) throw new PortalError('not_found', { message: 'Questo indirizzo non porta più a un calendario.' });
    // Also without events: a calendar that reads it again and again must learn that nothing is due any more.
    return fileOf(await readCalendar({ ...ctx, user: toUser(utente) }), ctx.now);
  },
};

/** What the person who calls has to do on a day, or at an hour. */
async function readCalendar(ctx: CallContext) {
  const [due, permessi, booked] = await Promise.all([
    listScadenze(ctx),
    listPermessi(ctx),
    readBookedOf(ctx, ctx.user?.id ?? ''),
  ]);
  return {
    days: [...due, ...permessi],
    appointments: await Promise.all(booked.map((one) => calendarEventOf(ctx, one.pratica, one))),
  };
}

const fileOf = (what: Awaited<ReturnType<typeof readCalendar>>, at: number): FileAnswer => ({
  type: 'text/calendar; charset=utf-8',
  bytes: Buffer.from(renderCalendar(what, { at, name: 'Scadenze e appuntamenti' })),
  disposition: contentDisposition('scadenze.ics'),
});

/** On the host on which it was asked for. */
async function addressOf({ house, host }: CallContext, calendario: string): Promise<string> {
  const path = calendarioOperations.leggiCalendario.path.replace(
    '{chiave}',
    signedId(house.signer, ADDRESS_PURPOSE, calendario),
  );
  return (await siteOf(house, host)) + path;
}
