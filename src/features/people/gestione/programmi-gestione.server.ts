/** The keys of the programs that send reports: made, listed and revoked by an administrator, each with its line among the changes. */
import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId, sha256Of } from '../../../platform/signer.server.ts';
import { changeProgramma, findProgramma, listProgrammi, writeProgramma } from '../../cases/programma/programma.db.ts';
import { type ChangedThing, changeThing, type ThingPlace } from './modifiche.server.ts';
import { DEFAULT_DAILY, DEFAULT_HOURLY, type programmiOperations } from './programmi.contract.ts';

/** A key is only made and revoked: to take back that it was made is to revoke it. */
export const programmaThing: ChangedThing = {
  async read({ db }, { ente, key }) {
    const found = await findProgramma(db, { id: key, ente });
    if (!found) return null;
    const { nome, email, garantisce, all_ora, al_giorno, revocato } = found;
    return { nome, email, garantisce: garantisce === 1, all_ora, al_giorno, revocato: revocato !== null };
  },
  async write({ db, now }, { ente, key }, values) {
    const found = await findProgramma(db, { id: key, ente });
    if (!found) throw new PortalError('not_found');
    const isRevoked = values === null || values.revocato === true;
    if (found.revocato !== null && !isRevoked)
      throw new PortalError('conflict', { message: 'Una chiave revocata non torna valida: creane una nuova.' });
    if (found.revocato === null && isRevoked) await changeProgramma(db, key, { revocato: now });
  },
};

const instantOf = (instant: number | null) => (instant === null ? null : isoInstant(instant));

const placeOf = (ente: string, key: string): ThingPlace => ({ ente, oggetto: 'programma', key });

export const programmiHandlers: OperationHandlers<typeof programmiOperations> = {
  programmiEnte: async ({ ente }, { db }) => ({
    programmi: (await listProgrammi(db, ente)).map(({ usato, revocato, ...row }) => {
      const { id, nome, email, garantisce, all_ora, al_giorno, creato } = row;
      return {
        id,
        nome,
        email,
        garantisce: garantisce === 1,
        all_ora,
        al_giorno,
        creato: isoInstant(creato),
        usato: instantOf(usato),
        revocato: instantOf(revocato),
      };
    }),
  }),

  creaProgramma: async ({ ente, nome, email, garantisce, ...limits }, ctx) => {
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
        });
        return {};
      }),
    );
    return { id, chiave };
  },

  revocaProgramma: async ({ ente, programma }, ctx: CallContext) => {
    await changeThing(ctx, { place: placeOf(ente, programma), thing: programmaThing }, () => null);
    return { id: programma };
  },
};
