/** Section `uffici` of the import: writes the offices of enti, and who works there as far as the file says. */
import { awaitedAs } from '../features/cases/ufficio/ufficio.server.ts';
import { entiOf } from '../features/cases/utente/utente.ts';
import { randomId } from '../platform/signer.server.ts';
import type { StoreTx, Ufficio } from '../store/tables.ts';
import {
  acceptRows,
  emptyOutcome,
  groupByEnte,
  hasSameFields,
  joinKey,
  makeEnteCheck,
  makeRepeatCheck,
} from './row-batch.ts';
import type { IndexedRow } from './row-check.ts';
import type { UfficioRow } from './ufficio.ts';

/** An office keeps its id, by which cases name it, and is never deleted. Its people change only if the row names any. */
export function makeUfficiWriter() {
  const repeatInFile = makeRepeatCheck('uffici', 'Lo stesso ufficio');
  return async (tx: StoreTx, rows: readonly IndexedRow<UfficioRow>[]) => {
    const outcome = emptyOutcome();
    const checkEnte = await makeEnteCheck(tx, rows);
    const accepted = acceptRows({ section: 'uffici', errors: outcome.errors }, rows, (value, index) => {
      const repeat = repeatInFile(joinKey(value.ente, value.nome), index);
      return checkEnte(value) ?? (repeat ? ['nome', repeat] : undefined);
    });
    const before = await readUffici(tx, [...groupByEnte(accepted).keys()]);
    const operators = accepted.some(({ value }) => value.persone) ? await readOperators(tx) : [];
    for (const { value } of accepted) {
      const { ente, nome, email = '', servizi, persone, attivo } = value;
      const old = before.get(joinKey(ente, nome));
      const id = old?.id ?? randomId();
      const fresh: Ufficio = { id, ente, nome, email, servizi_json: JSON.stringify(servizi), attivo: attivo ? 1 : 0 };
      const same = old !== undefined && hasSameFields(fresh, old);
      if (!same) await writeUfficio(tx, fresh);
      const moved =
        persone !== undefined &&
        (await writePersone(
          tx,
          fresh,
          persone.map(nameInStore),
          operators.filter((o) => o.enti.includes(ente)),
        ));
      outcome[same && !moved ? 'unchanged' : old ? 'updated' : 'created']++;
    }
    return outcome;
  };
}

/** The schema lets exactly one of the two through. */
const nameInStore = ({ email, sub = '' }: { email?: string | undefined; sub?: string | undefined }) =>
  email === undefined ? awaitedAs.sub(sub) : awaitedAs.email(email);

async function readUffici(tx: StoreTx, enti: string[]): Promise<Map<string, Ufficio>> {
  if (enti.length === 0) return new Map();
  const rows = await tx.selectFrom('uffici').selectAll().where('ente', 'in', enti).execute();
  return new Map(rows.map((row) => [joinKey(row.ente, row.nome), row]));
}

async function writeUfficio(tx: StoreTx, { id, ...values }: Ufficio): Promise<void> {
  const { email, servizi_json, attivo } = values;
  await tx
    .insertInto('uffici')
    .values({ id, ...values })
    .onConflict((c) => c.columns(['ente', 'nome']).doUpdateSet({ email, servizi_json, attivo }))
    .execute();
}

/**
 * An operator who has logged in, with the enti of the last login. @property names how a file may name them
 * @property isPlaced their login says in which offices they work, so that no file does
 */
type KnownOperator = { id: string; enti: string[]; names: string[]; isPlaced: boolean };

async function readOperators(tx: StoreTx): Promise<KnownOperator[]> {
  const rows = await tx
    .selectFrom('utenti')
    .select(['id', 'identita', 'email', 'enti_json', 'uffici_da_accesso'])
    .where('ruolo', '=', 'operatore')
    .execute();
  return rows.map(({ id, identita, email, ...row }) => ({
    id,
    enti: entiOf(row),
    isPlaced: row.uffici_da_accesso === 1,
    names: [awaitedAs.sub(subjectOf(identita)), ...(email ? [awaitedAs.email(email)] : [])],
  }));
}

/** `op:issuer|subject` */
const subjectOf = (identita: string) => identita.slice(identita.indexOf('|') + 1);

/**
 * The people of an office become those that are named. One who has logged in for the ente works there from now on, another from
 * their first login.
 * @returns whether anything changed
 */
async function writePersone(
  tx: StoreTx,
  { id }: Ufficio,
  named: string[],
  operators: KnownOperator[],
): Promise<boolean> {
  const arrived = new Set(
    operators.filter(({ names }) => names.some((name) => named.includes(name))).flatMap(({ names }) => names),
  );
  const known = operators.filter(({ isPlaced, names }) => !isPlaced && names.some((name) => named.includes(name)));
  const placed = new Set(operators.filter(({ isPlaced }) => isPlaced).map((o) => o.id));
  const inside = await tx.selectFrom('uffici_persone').select('utente').where('ufficio', '=', id).execute();
  const waiting = await tx.selectFrom('uffici_attesi').select('persona').where('ufficio', '=', id).execute();
  const gone = inside
    .filter(({ utente }) => !placed.has(utente) && !known.some((k) => k.id === utente))
    .map(({ utente }) => utente);
  const fresh = known.filter((k) => !inside.some(({ utente }) => utente === k.id));
  const forgotten = waiting.filter(({ persona }) => !named.includes(persona) || arrived.has(persona));
  const awaited = named.filter((n) => !arrived.has(n) && !waiting.some(({ persona }) => persona === n));
  if (gone.length > 0)
    await tx.deleteFrom('uffici_persone').where('ufficio', '=', id).where('utente', 'in', gone).execute();
  if (fresh.length > 0)
    await tx
      .insertInto('uffici_persone')
      .values(fresh.map((k) => ({ ufficio: id, utente: k.id, assente_dal: null, assente_al: null })))
      .execute();
  if (forgotten.length > 0)
    await tx
      .deleteFrom('uffici_attesi')
      .where('ufficio', '=', id)
      .where(
        'persona',
        'in',
        forgotten.map(({ persona }) => persona),
      )
      .execute();
  if (awaited.length > 0)
    await tx
      .insertInto('uffici_attesi')
      .values(awaited.map((persona) => ({ ufficio: id, persona })))
      .execute();
  return gone.length + fresh.length + forgotten.length + awaited.length > 0;
}
