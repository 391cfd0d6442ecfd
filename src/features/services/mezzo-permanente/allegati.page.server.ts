/** The step for files of the declaration itself, by category. Files of a device are added in its form. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { type FieldErrors, hasNoErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { saveNotes } from '../../cases/allegati/notes.page.server.ts';
import { parseButton } from '../../cases/form/advance.ts';
import { fileField } from '../../cases/form/form.ts';
import type { AllegatiStepProps } from './AllegatiStep.tsx';
import { MAX_FILE_MEZZO } from './mezzo.ts';
import { FILE_CATEGORIE } from './mezzo-values.ts';
import type { ShownDichiarazione } from './shown.ts';
import { type OpenedStep, openStep, receiveStep } from './step.page.server.ts';
import { stepAddress } from './steps.ts';

export type AllegatiView = { dichiarazione: ShownDichiarazione; refusal: ScreenOutcome; stepProps: AllegatiStepProps };

/** @returns what to show, or where to go */
export async function openAllegatiPage(astro: AstroGlobal): Promise<AllegatiView | Response> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'allegati');
  if (opened instanceof Response) return opened;
  let refusal: ScreenOutcome = {};
  if (form) {
    const outcome = await receiveAllegati(astro, opened, form);
    if (outcome instanceof Response) return outcome;
    refusal = outcome;
  }
  const { dichiarazione } = opened;
  const { Id, allegati } = dichiarazione;
  return {
    dichiarazione,
    refusal,
    stepProps: { id: Id, allegati, errors: refusal.errors, token: astro.locals.token() },
  };
}

/** Does what a button asks for. Chosen files are uploaded whatever button is pressed. */
async function receiveAllegati(
  astro: AstroGlobal,
  opened: OpenedStep,
  form: PageForm,
): Promise<Response | ScreenOutcome> {
  const { ctx } = astro.locals;
  const { Id, allegati } = opened.dichiarazione;
  const [azione = '', target = ''] = form.action.split(':');
  if (form.error) return refuseAllegati(astro, form.error, {});
  const errors: FieldErrors = {};
  let lastError: PortalError | undefined;
  for (const categoria of FILE_CATEGORIE) {
    const file = form.files[fileField(categoria)];
    const asked = azione === 'aggiungi_file' && target === categoria;
    if (!file && !asked) continue;
    const sent = await attemptSend(astro, dichiarazionePath(Id), async () => {
      const count = allegati.filter((f) => f.categoria === categoria).length;
      if (count >= MAX_FILE_MEZZO) throw new PortalError('invalid', { fields: { file: [TOO_MANY] } });
      return callWithFields('caricaFile', { file, percorso: dichiarazionePath(Id), categoria }, ctx);
    });
    if (sent.ok) {
      allegati.push({ ...sent.data, categoria });
      continue;
    }
    lastError = sent.error;
    errors[fileField(categoria)] = [sent.error.fields?.file?.[0] ?? sent.error.message];
  }
  if (lastError) return refuseAllegati(astro, lastError, errors);
  const noted = await attemptSend(astro, dichiarazionePath(Id), () => saveNotes(form.fields, allegati, ctx));
  if (!noted.ok) return refuseAllegati(astro, noted.error, noted.error.fields ?? {});
  if (parseButton(azione)) return receiveStep(astro, opened, { step: 'allegati', form, allegati: noted.data });
  const removed = azione === 'togli_file' ? allegati.find((f) => f.Id === target) : undefined;
  // A file that was removed in another window meanwhile is not an error.
  if (removed) await callOperation('togliFile', { id: removed.Id }, ctx);
  const categoria = FILE_CATEGORIE.find((c) => c === (removed?.categoria ?? target));
  return astro.redirect(stepAddress('allegati', Id, categoria && `#${fileField(categoria)}`), 303);
}

const TOO_MANY = `Puoi allegare al massimo ${MAX_FILE_MEZZO} file per categoria: togline uno.`;

function refuseAllegati(astro: AstroGlobal, error: PortalError, errors: FieldErrors): ScreenOutcome {
  failWith(astro, error);
  return hasNoErrors(errors) ? { message: error.message } : { errors };
}
