/** Section `uffici` of the import: the offices of enti, and who works there as far as the file says. */
import { awaitedAs } from '../features/cases/ufficio/ufficio.server.ts';
import { entiOf } from '../features/cases/utente/utente.ts';
import { randomId } from '../platform/signer.server.ts';
import type { StoreTx } from '../store/tables.ts';
import { joinKey } from './row-batch.ts';
import type { UfficioRow } from './ufficio.ts';
import type { RowRules } from './write-rows.db.ts';

/** An office keeps its id, by which cases name it, and is never deleted. Its people change only if the row names any. */
export const ufficiRules = (): RowRules<UfficioRow, 'uffici', 'id'> => ({
  table: 'uffici',
  what: 'Lo stesso ufficio',
  key: ['ente', 'nome'],
  listed: 'ente',
  columnsOf: ({ ente, nome, email = '', servizi, attivo, incassi }) => ({
    ente,
    nome,
    email,
    servizi_json: JSON.stringify(servizi),
    attivo: attivo ? 1 : 0,
    incassi: incassi ? 1 : 0,
  }),
  newColumns: () => ({ id: randomId() }),
  writeBeside: async (tx, values) => {
    const moved = new Set<UfficioRow>();
    const naming = values.filter(({ persone }) => persone !== undefined);
    if (naming.length === 0) return moved;
    const idOf = await readUfficiIds(tx, [...new Set(naming.map(({ ente }) => ente))]);
    const operators = await readOperators(tx);
    for (const value of naming) {
      const { ente, nome, persone = [] } = value;
      const ofEnte = operators.filter(({ enti }) => enti.includes(ente));
      if (await writePersone(tx, idOf(ente, nome), persone.map(nameInStore), ofEnte)) moved.add(value);
    }
    return moved;
  },
});

/** The schema lets exactly one of the two through. */
const nameInStore = ({ email, sub = '' }: { email?: string | undefined; sub?: string | undefined }) =>
  email === undefined ? awaitedAs.sub(sub) : awaitedAs.email(email);

async function readUfficiIds(tx: StoreTx, enti: string[]) {
  const rows = await tx.selectFrom('uffici').select(['id', 'ente', 'nome']).where('ente', 'in', enti).execute();
  const ids = new Map(rows.map((row) => [joinKey(row.ente, row.nome), row.id]));
  return (ente: string, nome: string): string => ids.get(joinKey(ente, nome)) ?? '';
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
async function writePersone(tx: StoreTx, id: string, named: string[], operators: KnownOperator[]): Promise<boolean> {
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
