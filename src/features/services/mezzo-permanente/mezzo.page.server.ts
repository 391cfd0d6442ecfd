/** The form of one device, new or changed: what is typed is kept in the draft until the device is saved. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { dichiarazionePath, MAX_FILES } from '../../cases/allegati/file-limits.ts';
import { saveNotes } from '../../cases/allegati/notes.page.server.ts';
import { keepBozza } from '../../cases/bozza/bozza.page.server.ts';
import { fileMessage } from '../../cases/form/form.actions.server.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { findRow, type MezzoRow, rowsOf, titleOf } from './mezzi-list.ts';
import type { MezzoFormProps } from './mezzo.form.ts';
import { type FileMezzo, MEZZO_IN_PROGRESS, type NamedFile } from './mezzo.ts';
import { formatMezzoInProgress, type MezzoInProgress, parseMezzoInProgress, parseNamedFiles } from './mezzo-bozza.ts';
import { bodyOf, NEW_VALUES, orderMezzoErrors, valuesOf, valuesOfMezzo } from './mezzo-fields.ts';
import { FIELD_LABELS, fieldText } from './mezzo-text.ts';
import { FILE_CATEGORIE, TIPO_FIELD } from './mezzo-values.ts';
import type { MergeTyped, OpenedStep } from './step.page.server.ts';
import { addressAfterMezzo, stepAddress } from './steps.ts';

const MEZZI_ROUTE = '/servizio/mezzo-permanente/mezzi';

/** The device on the page, at one moment. @property mezzo `nuovo`, or an id @property row absent for a new one */
type MezzoState = {
  astro: AstroGlobal;
  opened: OpenedStep;
  mezzo: string;
  row: MezzoRow | undefined;
  values: FormValues;
  file: ShownAllegato[];
};
/** @property savedTitle the device saved just before, when the citizen continues with another */
export type MezzoFormView = {
  kind: 'mezzo';
  opened: OpenedStep;
  refusal: ScreenOutcome;
  title: string;
  formProps: MezzoFormProps;
  savedTitle: string | undefined;
};
type MezzoOutcome = MezzoFormView | Response;

/** @param mezzo `nuovo`, or the id of a row or of the position's device @throws PortalError `not_found` */
export async function openMezzoPage(
  astro: AstroGlobal,
  opened: OpenedStep,
  { mezzo, form }: { mezzo: string; form: PageForm | null },
): Promise<MezzoOutcome> {
  const row = mezzo === 'nuovo' ? undefined : findRow(opened.dichiarazione, mezzo, true);
  const kept = parseMezzoInProgress(opened.bozza?.valori[MEZZO_IN_PROGRESS]);
  const own = kept?.mezzo === (row?.id ?? 'nuovo') ? kept : undefined;
  // The list shows a device that was removed meanwhile. One with half-typed changes opens: saving puts it back.
  if (row?.stato === 'tolto' && !form && !own)
    return astro.redirect(stepAddress('mezzi', opened.dichiarazione.Id, `#mezzo-${row.id}`), 303);
  const state: MezzoState = {
    astro,
    opened,
    row,
    mezzo: row?.id ?? 'nuovo',
    values: own?.valori ?? (row ? valuesOfMezzo(row.mezzo) : NEW_VALUES),
    file: own ? ownFiles(opened, own.file) : ((row?.declared?.allegati ?? []) as ShownAllegato[]),
  };
  if (!form) return showMezzo(state);
  if (form.error) {
    const tooLarge = form.error.code === 'too_large';
    return showMezzo(tooLarge ? state : withTyped(state, form), form.error, tooLarge ? 'foto_bozzetti' : undefined);
  }
  return receiveMezzo(withTyped(state, form), form);
}

const withTyped = (state: MezzoState, form: PageForm): MezzoState => ({
  ...state,
  values: valuesOf(form.fields),
  file: ownFiles(state.opened, parseNamedFiles(form.fields.allegati)),
});

/** The named files that are still in the draft, with the category that the form gives them. */
function ownFiles({ bozza }: OpenedStep, named: readonly NamedFile[]): ShownAllegato[] {
  const known = new Map((bozza?.allegati ?? []).map((f) => [f.Id, f]));
  return named.flatMap(({ Id, categoria }) => {
    const file = known.get(Id);
    return file ? [{ ...file, categoria }] : [];
  });
}

async function receiveMezzo(state: MezzoState, form: PageForm): Promise<MezzoOutcome> {
  const [azione = '', target = ''] = form.action.split(':');
  if (azione === 'annulla') return cancelMezzo(state);
  const noted = await attemptCall(state, () => saveNotes(form.fields, state.file, state.astro.locals.ctx));
  if (!noted.ok) return showMezzo(state, noted.error);
  state.file = noted.data;
  if (azione === 'tieni') return keepState(state);
  // Chosen files are uploaded whatever button is pressed.
  for (const categoria of FILE_CATEGORIE) {
    const chosen = form.files[`file_${categoria}`];
    if (!chosen) continue;
    const sent = await attemptCall(state, () => uploadFile(state, categoria, chosen));
    if (!sent.ok) return showMezzo(state, sent.error, categoria);
    state.file = [...state.file, sent.data];
  }
  if (azione === 'calcola_stima') return keepAndReturn(state, 'stima');
  if (azione === 'aggiungi_file') return keepAndReturn(state, `file_${target}`);
  if (azione === 'togli_file') return removeFile(state, target);
  return saveMezzo(state, form, azione);
}

const attemptCall = <T>({ astro }: MezzoState, work: () => Promise<T>): Promise<SendResult<T>> =>
  attemptSend(astro, MEZZI_ROUTE, work);

async function uploadFile(
  { astro, opened, file }: MezzoState,
  categoria: FileMezzo,
  chosen: File,
): Promise<ShownAllegato> {
  if (file.filter((f) => f.categoria === categoria).length >= MAX_FILES)
    throw new PortalError('invalid', { message: `Puoi allegare al massimo ${MAX_FILES} file per categoria.` });
  const path = dichiarazionePath(opened.dichiarazione.Id);
  return callOperation('caricaFile', { file: chosen, percorso: path, categoria }, astro.locals.ctx);
}

async function removeFile(state: MezzoState, id: string): Promise<MezzoOutcome> {
  const { categoria } = state.file.find((f) => f.Id === id) ?? {};
  const removed = await attemptCall(state, () => deleteFile(state, id));
  if (!removed.ok) return showMezzo(state, removed.error);
  state.file = state.file.filter((f) => f.Id !== id);
  return keepAndReturn(state, `file_${categoria ?? FILE_CATEGORIE[0]}`);
}

/** A file that is gone already (the button was pressed twice) is not an error. */
async function deleteFile({ astro }: Pick<MezzoState, 'astro'>, id: string): Promise<void> {
  try {
    await callOperation('togliFile', { id }, astro.locals.ctx);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
}

/** Discards the half-typed device and the files that were uploaded for it. */
export async function discardMezzoInProgress(astro: AstroGlobal, opened: OpenedStep): Promise<void> {
  const inProgress = parseMezzoInProgress(opened.bozza?.valori[MEZZO_IN_PROGRESS]);
  const saved = new Set(opened.dichiarazione.mezzi.flatMap((m) => m.allegati.map((f) => f.Id)));
  for (const { Id } of inProgress?.file ?? []) if (!saved.has(Id)) await deleteFile({ astro }, Id);
  await keepMezzoInProgress(astro, opened, null);
}

/** Keeps a half-typed device in the draft. @param inProgress null removes it */
async function keepMezzoInProgress(
  astro: AstroGlobal,
  { dichiarazione, bozza }: OpenedStep,
  inProgress: MezzoInProgress | null,
) {
  const { [MEZZO_IN_PROGRESS]: before, ...values } = bozza?.valori ?? {};
  if (!inProgress && !before) return;
  const written = inProgress && { [MEZZO_IN_PROGRESS]: formatMezzoInProgress(inProgress) };
  await keepBozza(astro, {
    percorso: dichiarazionePath(dichiarazione.Id),
    passo: 'mezzi',
    valori: { ...values, ...written },
  });
}

/** Merges a typed device into the draft. @param mezzo `nuovo`, or an id */
export function mergeMezzo({ fields, action }: PageForm, mezzo: string): MergeTyped | undefined {
  if (action === 'annulla') return undefined;
  const inProgress = { mezzo, valori: valuesOf(fields), file: parseNamedFiles(fields.allegati) };
  return (values) => ({ ...values, [MEZZO_IN_PROGRESS]: formatMezzoInProgress(inProgress) });
}

const inProgressOf = ({ mezzo, values, file }: MezzoState): MezzoInProgress => ({
  mezzo,
  valori: values,
  file: file.map(({ Id, categoria }) => ({ Id, categoria: categoria as FileMezzo })),
});

/** Keeps what is typed for the script, which does not wait for the answer. */
async function keepState(state: MezzoState): Promise<Response> {
  await keepMezzoInProgress(state.astro, state.opened, inProgressOf(state));
  return new Response(null, { status: 204 });
}

/** Keeps what was typed and comes back to the same form. @param anchor id of the place */
async function keepAndReturn(state: MezzoState, anchor: string): Promise<MezzoOutcome> {
  const sent = await attemptCall(state, () => keepMezzoInProgress(state.astro, state.opened, inProgressOf(state)));
  return sent.ok ? state.astro.redirect(`${formAddress(state)}#${anchor}`, 303) : showMezzo(state, sent.error);
}

const formAddress = ({ opened, mezzo }: MezzoState): string =>
  stepAddress('mezzi', opened.dichiarazione.Id, `?mezzo=${mezzo}`);

/** Discards what was typed, and the files uploaded since the device was saved. */
async function cancelMezzo(state: MezzoState): Promise<MezzoOutcome> {
  const { astro, opened, row, file } = state;
  const ownIds = new Set(row?.declared?.allegati.map((f) => f.Id));
  const sent = await attemptCall(state, async () => {
    for (const { Id } of file) if (!ownIds.has(Id)) await deleteFile(state, Id);
    await keepMezzoInProgress(astro, opened, null);
  });
  if (!sent.ok) return showMezzo(state, sent.error);
  return astro.redirect(stepAddress('mezzi', opened.dichiarazione.Id, row && `#mezzo-${row.id}`), 303);
}

const ALREADY_SAVED =
  'Hai già salvato un mezzo da questa pagina. Se ne vuoi aggiungere un altro con questi dati, salva di nuovo.';

async function saveMezzo(state: MezzoState, form: PageForm, azione: string): Promise<MezzoOutcome> {
  const { astro, opened, row, values } = state;
  const { Id: dichiarazione } = opened.dichiarazione;
  const operation = values[TIPO_FIELD] === 'Automezzo' ? 'scriviAutomezzo' : 'scriviMezzoFisso';
  const allegati = inProgressOf(state).file;
  const body = { ...bodyOf(values), dichiarazione, allegati, ...(row && { id: row.id }) };
  const sent = await attemptCall(state, async () => {
    if (row?.stato === 'tolto') await callOperation('rimettiMezzo', { id: row.id }, astro.locals.ctx);
    return callWithFields(operation, body, astro.locals.ctx, form.key);
  });
  if (sent.ok) return astro.redirect(addressAfterMezzo(dichiarazione, sent.data, azione), 303);
  const { error } = sent;
  // A reload, or a return after looking something up, finds what was typed.
  await attemptCall(state, () => keepMezzoInProgress(astro, opened, inProgressOf(state)));
  // The browser's Back showed the form of a device that is saved already.
  const repeated = error.code === 'invalid' && !error.fields;
  return showMezzo(state, repeated ? new PortalError('conflict', { message: ALREADY_SAVED }) : error);
}

/** @param categoria of the file whose error names no field */
async function showMezzo(state: MezzoState, error?: PortalError, categoria?: FileMezzo): Promise<MezzoFormView> {
  const { astro, opened, row, values, file } = state;
  const { dichiarazione } = opened;
  if (error) failWith(astro, error);
  const told =
    error && categoria ? { [`file_${categoria}`]: error.fields?.file ?? [fileMessage(error)] } : (error?.fields ?? {});
  const errors = error && orderMezzoErrors(told, values);
  const message = errors && Object.keys(errors).length === 0 ? error?.message : undefined;
  const id = error ? null : astro.url.searchParams.get('salvato');
  const saved = id ? rowsOf(dichiarazione).find((r) => r.id === id) : undefined;
  return {
    kind: 'mezzo',
    opened,
    title: row ? `Modifica: ${titleOf(row)}` : 'Nuovo mezzo',
    refusal: { errors, message },
    savedTitle: saved && titleOf(saved),
    formProps: {
      dichiarazione: dichiarazione.Id,
      mezzo: state.mezzo,
      token: astro.locals.token(),
      sendKey: randomId(),
      // Empty values are left out to keep the page small.
      values: Object.fromEntries(Object.entries(values).filter(([, v]) => v)),
      file,
      current: row && currentTexts(row),
      tariffa: (await callOperation(
        'tariffaMezzi',
        { ente: dichiarazione.ente },
        astro.locals.ctx,
      )) as MezzoFormProps['tariffa'],
      errors,
      message,
    },
  };
}

/** Today's values of the position's device, in words by field; undefined for a new one. */
function currentTexts({ declared, mezzo }: MezzoRow): Record<string, string> | undefined {
  if (declared?.azione === 'nuovo') return undefined;
  const before = declared?.prima ?? mezzo;
  const texts = (Object.keys(FIELD_LABELS) as (keyof typeof FIELD_LABELS)[]).map((c) => [c, fieldText(before, c)]);
  return Object.fromEntries(texts.filter(([, v]) => v));
}
