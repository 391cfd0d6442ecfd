/** The keys of programs: made, listed, renewed and revoked by an administrator, each with its line among the changes. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId, sha256Of } from '../../../platform/signer.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import {
  changeProgramma,
  findByClient,
  findProgramma,
  listProgrammi,
  writeProgramma,
} from '../../cases/programma/programma.db.ts';
import { scopesOf, wordsOf } from '../../cases/programma/programma.server.ts';
import { type ChangedThing, changeThing, type ThingPlace } from './modifiche.server.ts';
import { DEFAULT_DAILY, DEFAULT_HOURLY, type programmiOperations, RENEWAL_DAYS } from './programmi.contract.ts';
import { webhookHandlers, webhookViews } from './webhook-gestione.server.ts';

/** A key is only made and revoked: to take back that it was made is to revoke it. */
export const programmaThing: ChangedThing = {
  async read({ db }, { ente, key }) {
    const found = await findProgramma(db, { id: key, ente });
    if (!found) return null;
    const { nome, email, garantisce, all_ora, al_giorno, permessi, servizi, reti, fino_al, client_id, hash, revocato } =
      found;
    return {
      nome,
      email,
      permessi: wordsOf(permessi),
      servizi: wordsOf(servizi),
      reti: wordsOf(reti),
      fino_al,
      client_id,
      garantisce: garantisce === 1,
      all_ora,
      al_giorno,
      // Tells that there is another key, and nothing of the key.
      contrassegno: hash.slice(0, 8),
      revocato: revocato !== null,
    };
  },
  async write({ db, now }, { ente, key }, values) {
    const found = await findProgramma(db, { id: key, ente });
    if (!found) throw new PortalError('not_found');
    const isRevoked = values === null || values.revocato === true;
    if (found.revocato !== null && !isRevoked)
      throw new PortalError('conflict', { message: 'Una chiave revocata non torna valida: creane una nuova.' });
    // A program that was just made has no key of before.
    if (!isRevoked && values.contrassegno !== undefined && values.contrassegno !== found.hash.slice(0, 8))
      throw new PortalError('conflict', {
        message: 'Una chiave rinnovata non torna quella di prima: rinnovala di nuovo.',
      });
    if (found.revocato === null && isRevoked) await changeProgramma(db, key, { revocato: now });
  },
};

const DAY_MS = 24 * 3600_000;

const instantOf = (instant: number | null) => (instant === null ? null : isoInstant(instant));

const placeOf = (ente: string, key: string): ThingPlace => ({ ente, oggetto: 'programma', key });

type AskedGrant = {
  ente: string;
  fino_al?: string | undefined;
  client_id?: string | undefined;
  servizi: readonly string[];
};

/** @throws PortalError `invalid` for a day that is over, a client of another program, and services that the ente does not have */
async function requireGrantable(
  { house, db, now }: CallContext,
  { ente, fino_al, client_id, servizi }: AskedGrant,
): Promise<void> {
  const isTaken = client_id !== undefined && (await findByClient(db, client_id)) !== undefined;
  const known = Object.keys(await servicesOf(house, ente));
  const other = servizi.filter((codice) => !known.includes(codice));
  requireNoErrors({
    ...(other.length > 0 && { servizi: [`Questo ente non riceve: ${other.join(', ')}.`] }),
    ...(fino_al && fino_al < todayInRome(now) && { fino_al: ['Questo giorno è già passato.'] }),
    ...(isTaken && { client_id: ['Questo identificativo è già di un altro programma.'] }),
  });
}

/** The services of which an ente gets cases, with their names, by code. */
export async function servicesOf(house: PortalHouse, ente: string): Promise<Record<string, string>> {
  const { categorie } = await enteOfPage(house, '', ente);
  return Object.fromEntries(categorie.map((codice) => [codice, officeNameOf(house.services, codice)]));
}

export const programmiHandlers: OperationHandlers<typeof programmiOperations> = {
  programmiEnte: async ({ ente }, { db }) => {
    const rows = await listProgrammi(db, ente);
    const webhooks = await webhookViews(
      db,
      rows.map(({ id }) => id),
    );
    const programmi = rows.map(({ usato, revocato, prima_fino, ...row }) => {
      const { id, nome, email, garantisce, all_ora, al_giorno, servizi, reti, fino_al, client_id, creato } = row;
      return {
        id,
        nome,
        email,
        garantisce: garantisce === 1,
        all_ora,
        al_giorno,
        permessi: scopesOf(row),
        servizi: wordsOf(servizi),
        reti: wordsOf(reti),
        fino_al,
        client_id,
        creato: isoInstant(creato),
        prima_fino: instantOf(prima_fino),
        usato: instantOf(usato),
        revocato: instantOf(revocato),
        webhook: webhooks.get(id) ?? [],
      };
    });
    return { programmi };
  },

  ...webhookHandlers,

  creaProgramma: async (input, ctx) => {
    const {
      ente,
      nome,
      email,
      garantisce,
      permessi,
      servizi,
      reti,
      fino_al = null,
      client_id = null,
      ...limits
    } = input;
    await requireGrantable(ctx, input);
    const id = randomId();
    const chiave = randomId();
    const { all_ora = DEFAULT_HOURLY, al_giorno = DEFAULT_DAILY } = limits;
    await ctx.db.transaction().execute((tx) =>
      changeThing({ ...ctx, db: tx }, { place: placeOf(ente, id), thing: programmaThing }, async () => {
        await writeProgramma(tx, {
          id,
          ente,
          nome,
          email,
          garantisce: garantisce ? 1 : 0,
          all_ora,
          al_giorno,
          hash: sha256Of(chiave),
          creato: ctx.now,
          usato: null,
          revocato: null,
          permessi: permessi.join(' '),
          servizi: servizi.join(' '),
          reti: reti.join(' '),
          fino_al,
          hash_prima: null,
          prima_fino: null,
          client_id,
        });
        return {};
      }),
    );
    return { id, chiave };
  },

  rinnovaProgramma: async ({ ente, programma, subito }, ctx) => {
    const chiave = randomId();
    await ctx.db.transaction().execute((tx) =>
      changeThing({ ...ctx, db: tx }, { place: placeOf(ente, programma), thing: programmaThing }, async (before) => {
        const found = await findProgramma(tx, { id: programma, ente });
        if (!found) throw new PortalError('not_found');
        if (found.revocato !== null)
          throw new PortalError('conflict', { message: 'Una chiave revocata non si rinnova: creane una nuova.' });
        const hash = sha256Of(chiave);
        await changeProgramma(tx, programma, {
          hash,
          hash_prima: subito ? null : found.hash,
          prima_fino: subito ? null : ctx.now + RENEWAL_DAYS * DAY_MS,
        });
        return { ...before, contrassegno: hash.slice(0, 8) };
      }),
    );
    return { id: programma, chiave };
  },

  revocaProgramma: async ({ ente, programma }, ctx: CallContext) => {
    await changeThing(ctx, { place: placeOf(ente, programma), thing: programmaThing }, () => null);
    return { id: programma };
  },
};
