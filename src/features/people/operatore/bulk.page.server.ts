/** The form of `/operatore` for the ticked cases, as a browser without scripts sends it, and what it offers. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { staffOf } from '../../cases/pratica/incarico.server.ts';
import { MAX_BULK } from './bulk.contract.ts';
import { fieldsOf, isBulkAzione, keyOfPratica, problemOf, reasonOf, TICKED_FIELD } from './bulk.ts';

/**
 * What the last form did with the ticked cases, and what it shows again.
 * @property done number of cases that it changed @property failed why it did not change others
 * @property problem why it did nothing at all @property refused the button that was pressed then @property ticked ids of the cases that are still to be changed
 */
export type BulkOutcome = {
  done: number;
  failed: { name: string; why: string }[];
  problem?: string | undefined;
  refused?: string;
  ticked: ReadonlySet<string>;
  typed: Readonly<Record<string, string>>;
};

type NamedEntry = { id: string; nome: string };

/** What can be chosen for the ticked cases. @property colleagues, uffici of one ente: none while the list has those of several */
export type BulkChoices = { risposte: string[]; colleagues: NamedEntry[]; uffici: NamedEntry[] };

/** @param ente of every case of the list, when it is one */
export async function readBulkChoices(ctx: CallContext, ente: string | undefined): Promise<BulkChoices> {
  const own = ctx.user?.enti ?? [];
  const prepared = (await enti(ctx.house))
    .filter(({ id }) => own.includes(id))
    .flatMap(({ risposte = [] }) => risposte);
  const { persone, uffici } = ente ? await staffOf(ctx, ente) : { persone: [], uffici: [] };
  return {
    risposte: [...new Set(prepared.map(({ nome }) => nome))],
    // The caller has a button of their own.
    colleagues: persone.filter(({ id }) => id !== ctx.user?.id),
    uffici,
  };
}

const tickedIn = ({ fields }: PageForm): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(TICKED_FIELD) ? [name.slice(TICKED_FIELD.length)] : []));

/** Each ticked case is changed by a call of its own, with its own event and mail; one that fails does not hold up the others. */
export async function changeTicked(form: PageForm, ctx: CallContext): Promise<BulkOutcome> {
  const { action, fields, key = randomId(), error } = form;
  const ids = tickedIn(form);
  const nothing = { done: 0, failed: [], ticked: new Set(ids), typed: fields };
  if (error) return { ...nothing, problem: error.message };
  if (!isBulkAzione(action)) return nothing;
  const problem =
    problemOf(action, fields, ids.length) ??
    (ids.length > MAX_BULK ? `Si cambiano al massimo ${MAX_BULK} pratiche alla volta.` : undefined);
  if (problem) return { ...nothing, problem, refused: action };
  const failed: { id: string; name: string; why: string }[] = [];
  for (const id of ids) {
    try {
      const asked = { id, azione: action, ...fieldsOf(action, fields) };
      await callOperation('lavoraPratica', asked, ctx, keyOfPratica(id, key));
    } catch (refusal) {
      if (!(refusal instanceof PortalError)) throw refusal;
      // Its number as it was ticked: the change of a colleague may have taken the case out of the list.
      failed.push({ id, name: fields[TICKED_FIELD + id] ?? '', why: reasonOf(refusal) });
    }
  }
  return { ...nothing, done: ids.length - failed.length, failed, ticked: new Set(failed.map(({ id }) => id)) };
}
