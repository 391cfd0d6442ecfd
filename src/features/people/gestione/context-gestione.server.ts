/** What the import needs of a call, for the changes that administrators make under its rules. */
import type { CallContext } from '../../../context.ts';
import type { StoreTx } from '../../../store/tables.ts';

/** The transaction of the call is open. */
export const importContextOf = ({ db, house }: CallContext) => ({ ...house, db: db as StoreTx });
