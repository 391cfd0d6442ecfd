/** The step of the devices: the list, and within it the form of one, its cessation, the import of a sheet. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields, isAnswered } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { keepBozza } from '../../cases/bozza/bozza.page.server.ts';
import { parseButton } from '../../cases/form/advance.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { CessazioneFormProps } from './CessazioneForm.tsx';
import { countText, filterRows, findRow, type MezzoRow, rowsOf, SEARCH_FROM } from './mezzi-list.ts';
import { discardMezzoInProgress, type MezzoFormView, mergeMezzo, openMezzoPage } from './mezzo.page.server.ts';
import { CESSAZIONE_IN_PROGRESS, MEZZO_IN_PROGRESS } from './mezzo.ts';
import { type MezzoInProgress, parseCessazioneInProgress, parseMezzoInProgress } from './mezzo-bozza.ts';
import { mezzoText } from './mezzo-text.ts';
import { type MergeTyped, type OpenedStep, openStep, receiveStep } from './step.page.server.ts';
import { stepAddress } from './steps.ts';

/**
 * @property rows that the search found @property countText of all rows @property search words of the search; null: the list is
 * too short for one @property inProgress a device that is half-typed and not saved
 */
type MezziListView = {
  rows: readonly MezzoRow[];
  countText: string;
  search: string | null;
  inProgress: MezzoInProgress | null;
};

export type MezziStepView = { opened: OpenedStep; refusal: ScreenOutcome } & (
  | ({ kind: 'list' } & MezziListView)
  | MezzoFormView
  | { kind: 'cessazione'; row: MezzoRow; formProps: CessazioneFormProps }
  | { kind: 'import'; sendKey: string; errors: ScreenOutcome['errors']; rows: readonly string[] }
);

/** @returns what to show, or where to go @throws PortalError `not_found` for a declaration or device that is not there */
export async function openMezziPage(astro: AstroGlobal): Promise<MezziStepView | Response> {
  const form = await readForm(astro);
  const query = astro.url.searchParams;
  const [mezzo, ceasingId] = [query.get('mezzo'), query.get('cessa')];
  const mergeTyped =
    form && (mezzo ? mergeMezzo(form, mezzo) : ceasingId ? mergeCessazione(form, ceasingId) : undefined);
  const opened = await openStep(astro, 'mezzi', { form, merge: mergeTyped ?? undefined });
  if (opened instanceof Response) return opened;
  const { tipo, Id } = opened.dichiarazione;
  const onlyCessazione = tipo === 'cessazione';
  // An address that this kind of declaration does not have leads to the list, which says what can be done.
  if ((onlyCessazione && (mezzo || query.has('importa'))) || (tipo === 'nuovo' && ceasingId))
    return astro.redirect(stepAddress('mezzi', Id), 303);
  if (mezzo) return openMezzoPage(astro, opened, { mezzo, form });
  if (ceasingId) return openCessazionePage(astro, opened, { ceasingId, form });
  if (query.has('importa') && isAnswered(astro.locals.ctx.house, 'importaMezzi'))
    return openImportPage(astro, opened, form);
  return openListPage(astro, opened, form);
}

async function openListPage(
  astro: AstroGlobal,
  opened: OpenedStep,
  form: PageForm | null,
): Promise<MezziStepView | Response> {
  if (!form) return showList(astro, opened);
  if (form.error || parseButton(form.action)) {
    const outcome = await receiveStep(astro, opened, { step: 'mezzi', form });
    return outcome instanceof Response ? outcome : showList(astro, opened, outcome.message);
  }
  const [azione = '', id = ''] = form.action.split(':');
  const done = await attemptSend<string | undefined>(astro, '/servizio/mezzo-permanente/mezzi', () =>
    azione === 'scarta' ? discardInProgress(astro, opened) : runMezzoAction(astro, opened, { azione, id }),
  );
  if (!done.ok) {
    failWith(astro, done.error);
    return showList(astro, opened, done.error.message);
  }
  return astro.redirect(searchAddress(astro.url) + (done.data ? `#mezzo-${done.data}` : ''), 303);
}

/** Address of the list with its search, without the parameters of one-time messages. */
export function searchAddress({ pathname, searchParams }: URL): string {
  const search = searchParams.get('cerca');
  return search ? `${pathname}?${new URLSearchParams({ cerca: search })}` : pathname;
}

/** @returns id of the changed or new row */
async function runMezzoAction(
  { locals: { ctx } }: AstroGlobal,
  { dichiarazione: { mezzi } }: OpenedStep,
  { azione, id }: { azione: string; id: string },
) {
  if (azione === 'duplica') return (await callOperation('duplicaMezzo', { id }, ctx)).Id;
  if (azione === 'rimetti') return mezzoIdOf(await callOperation('rimettiMezzo', { id }, ctx));
  if (azione !== 'togli') throw new PortalError('invalid', { message: 'Scegli che cosa fare con i pulsanti.' });
  // A device that was removed in another window meanwhile is not an error.
  if (!mezzi.some((m) => m.tolto && (m.Id === id || m.mezzo === id))) await callOperation('togliMezzo', { id }, ctx);
  return id;
}

/** Discards the half-typed device. @returns undefined, because no row has changed */
async function discardInProgress(astro: AstroGlobal, opened: OpenedStep): Promise<undefined> {
  await discardMezzoInProgress(astro, opened);
}

const mezzoIdOf = ({ Id, mezzo }: { Id: string; mezzo?: string | undefined }): string => mezzo ?? Id;

function showList(astro: AstroGlobal, opened: OpenedStep, message?: string): MezziStepView {
  const { dichiarazione, bozza } = opened;
  const rows = rowsOf(dichiarazione);
  const search = rows.length > SEARCH_FROM ? (astro.url.searchParams.get('cerca') ?? '').slice(0, 80) : null;
  return {
    kind: 'list',
    opened,
    refusal: { message },
    rows: filterRows(rows, search ?? ''),
    countText: countText(dichiarazione.tipo, rows),
    search,
    inProgress: parseMezzoInProgress(bozza?.valori[MEZZO_IN_PROGRESS]),
  };
}

/** Merges a typed cessation into the draft. @param ceasingId id of the device */
function mergeCessazione({ fields, action }: PageForm, ceasingId: string): MergeTyped | undefined {
  if (action === 'annulla') return undefined;
  const { dal = '', motivo = '' } = fields;
  const text = JSON.stringify({ cessa: ceasingId, dal: dal.slice(0, MAX_KEPT), motivo: motivo.slice(0, MAX_KEPT) });
  return (values) => ({ ...values, [CESSAZIONE_IN_PROGRESS]: text });
}

/** Characters of a field that are kept: more than a cessation may have. */
const MAX_KEPT = 1000;

async function openCessazionePage(
  astro: AstroGlobal,
  opened: OpenedStep,
  { ceasingId, form }: { ceasingId: string; form: PageForm | null },
): Promise<MezziStepView | Response> {
  const row = findRow(opened.dichiarazione, ceasingId);
  if (row.declared?.azione === 'nuovo') throw new PortalError('not_found');
  const { Id: dichiarazione } = opened.dichiarazione;
  const { [CESSAZIONE_IN_PROGRESS]: kept, ...otherValues } = opened.bozza?.valori ?? {};
  const { mezzo: keptFor, ...keptValues } = parseCessazioneInProgress(kept) ?? {};
  const auto = row.mezzo.Tipologia_impianto_publicitario__c === 'Automezzo';
  const show = (values: FormValues, refusal: ScreenOutcome = {}): MezziStepView => ({
    kind: 'cessazione',
    opened,
    row,
    refusal,
    formProps: {
      dichiarazione,
      mezzo: row.id,
      auto,
      description: mezzoText(row.mezzo),
      values,
      token: astro.locals.token(),
      ...refusal,
    },
  });
  if (!form) return show(keptFor === row.id ? keptValues : { ...row.declared?.cessazione });
  const backToList = () => astro.redirect(stepAddress('mezzi', dichiarazione, `#mezzo-${row.id}`), 303);
  if (form.action === 'annulla') {
    if (kept)
      await keepBozza(astro, { percorso: dichiarazionePath(dichiarazione), passo: 'mezzi', valori: otherValues });
    return backToList();
  }
  const { dal = '', motivo = '' } = form.fields;
  const operation = auto ? 'cessaAutomezzo' : 'cessaMezzoFisso';
  const done = await attemptSend(astro, '/servizio/mezzo-permanente/mezzi', async () => {
    if (form.error) throw form.error;
    await callOperation(operation, { dichiarazione, Id: row.id, dal, motivo }, astro.locals.ctx);
  });
  if (done.ok) return backToList();
  failWith(astro, done.error);
  const { dal: d, motivo: m } = done.error.fields ?? {};
  const errors = { ...(d && { dal: d }), ...(m && { motivo: m }) };
  return show({ dal, motivo }, d || m ? { errors } : { message: done.error.message });
}

/** The import of a sheet. Faults by line are in a list of their own, because a line of the sheet is not a field. */
async function openImportPage(
  astro: AstroGlobal,
  opened: OpenedStep,
  form: PageForm | null,
): Promise<MezziStepView | Response> {
  const { Id: id } = opened.dichiarazione;
  const baseView = {
    kind: 'import',
    opened,
    sendKey: randomId(),
    refusal: {},
    errors: undefined,
    rows: [],
  } as const;
  if (!form) return baseView;
  if (form.action === 'annulla') return astro.redirect(stepAddress('mezzi', id), 303);
  const done = await attemptSend(astro, '/servizio/mezzo-permanente/mezzi', async () => {
    if (form.error) throw form.error;
    return callWithFields('importaMezzi', { id, file: form.files.file }, astro.locals.ctx, form.key);
  });
  if (done.ok) return astro.redirect(stepAddress('mezzi', id, `?importati=${done.data.importati}`), 303);
  failWith(astro, done.error);
  const { code, fields, message } = done.error;
  const tooLarge =
    code === 'too_large' ? ['Il foglio è troppo grande: il limite è 1 MB. Dividilo in più fogli.'] : undefined;
  const { file: [first, ...others] = tooLarge ?? fields?.mezzi ?? [], mezzi: _mezzi, ...rows } = fields ?? {};
  const errors = first ? { file: [first] } : undefined;
  const sentences = [...others, ...Object.values(rows).flat()];
  return { ...baseView, errors, rows: sentences, refusal: errors ? { errors } : { message } };
}
