/** For whom the caller acts on positions: a delegate's calls name both, and are refused in words beyond what they were given. */
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { nameOf } from '../ente/servizi.ts';
import { type ActingDelega, findLatestDelega, listActing } from './deleghe.db.ts';
import { type DelegaPower, delegaLets, powersOf } from './link.ts';
import type { DelegaDiPosizione } from './posizione.checks.ts';

export type { ActingDelega } from './deleghe.db.ts';

/** @returns the tax code of a citizen who may be somebody's delegate */
const delegateOf = ({ user }: CallContext): string => (user?.ruolo === 'cittadino' ? user.codice_fiscale : '');

/** @param posizioni ids of positions that the caller may see */
export async function readActing(ctx: CallContext, posizioni: readonly string[]): Promise<ActingDelega[]> {
  const codice_fiscale = delegateOf(ctx);
  if (!codice_fiscale || posizioni.length === 0) return [];
  return listActing(ctx.db, { codice_fiscale, today: todayInRome(ctx.now) }, posizioni);
}

/** What a call tells of a delegation. @returns undefined: the position is the person's own */
export const shownDelega = (acting: readonly ActingDelega[], posizione: string): DelegaDiPosizione | undefined => {
  const found = acting.find((one) => one.posizione === posizione);
  return (
    found && {
      titolare: found.delegante_nome,
      ...(found.ditta !== null && { ditta: found.ditta }),
      ...(found.ente !== null && { concessa: true }),
      codice_fiscale: found.delegante,
      fino_a: found.fino_a,
      ...powersOf(found),
    }
  );
};

/**
 * The person for whom the caller sends something about these positions, each of which is open to the caller for it.
 * @returns undefined when the caller acts for themselves
 * @throws PortalError `conflict` when the positions are of several persons, because what is sent is in the name of one
 */
export async function findSubject(
  ctx: CallContext,
  posizioni: readonly string[],
  power: DelegaPower,
): Promise<ActingDelega | undefined> {
  const wanted = [...new Set(posizioni)];
  const acting = (await readActing(ctx, wanted)).filter((one) => delegaLets(powersOf(one), power));
  const [first] = acting;
  if (!first) return undefined;
  const isAllTheirs = wanted.every((id) =>
    acting.some((one) => one.posizione === id && one.delegante === first.delegante && one.ditta === first.ditta),
  );
  if (!isAllTheirs)
    throw new PortalError('conflict', {
      message: `Scegli documenti di una persona sola: tutti tuoi, oppure tutti di ${first.ditta ?? first.delegante_nome}.`,
    });
  return first;
}

const ENDED_PAYING = 'non vale più: non puoi pagare per suo conto. Un avviso si paga anche senza accedere.';
const ENDED_SENDING =
  'non vale più: non puoi inviare per suo conto. Quello che hai scritto è salvo, se serve chiedi una nuova delega.';

/** What a delegation that holds does not let its delegate do, in words. @param presenta 1: it is for requests, of other services */
function missingInWords(
  { house }: CallContext,
  power: DelegaPower,
  { presenta }: Pick<ActingDelega, 'presenta'>,
): string {
  if (power === 'paga') return 'i pagamenti';
  return power === 'presenta' || presenta === 0 ? 'le richieste' : `«${nameOf(house.services, power.servizio)}»`;
}

/**
 * Why a delegate may not do something on positions: the delegation has ended, perhaps while a form was open, or never let them.
 * @returns undefined for a person who is not a delegate there: to them the positions do not exist
 */
export async function refusalOfDelega(
  ctx: CallContext,
  posizioni: readonly string[],
  power: DelegaPower,
): Promise<PortalError | undefined> {
  const codice_fiscale = delegateOf(ctx);
  if (!codice_fiscale || posizioni.length === 0) return undefined;
  const latest = await findLatestDelega(ctx.db, { codice_fiscale, posizioni });
  if (!latest) return undefined;
  const { delegante_nome: nome } = latest;
  const holds = (await readActing(ctx, posizioni)).length > 0;
  const message = holds
    ? `La delega di ${nome} non comprende ${missingInWords(ctx, power, latest)}: chiedi una nuova delega.`
    : `La delega con cui agivi per ${nome} ${power === 'paga' ? ENDED_PAYING : ENDED_SENDING}`;
  return new PortalError('forbidden', { message });
}
