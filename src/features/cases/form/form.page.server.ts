/** What the page of a form shows: the form at a step, the question about a draft, or the confirmation. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered } from '../../../call.server.ts';
import type { LoggedInUser } from '../../../context.ts';
import { asSubject } from '../../../platform/atoms/articolo.ts';
import { failWith, type PageForm } from '../../../platform/page.server.ts';
import type { Bozza } from '../bozza/bozza.contract.ts';
import { type BozzaContent, discardBozza, leaveToOwner, readPageBozza } from '../bozza/bozza.page.server.ts';
import { parseSeen } from '../bozza/bozza-conflict.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { type Ente, PORTAL_ID } from '../ente/ente.ts';
import { serviceAt } from '../ente/servizi.ts';
import { isEmailConfirmed } from '../otp/otp.server.ts';
import { findLastSent, type SentPratica } from '../pratica/sent-pratica.server.ts';
import { formLoginOf, identita, senderOf } from '../utente/identita.ts';
import { RESIDENZA } from '../utente/utente.contract.ts';
import { advance, draftSavingOf, parseStep, stepsInOrder } from './advance.ts';
import { type FormActions, receiveForm } from './form.actions.server.ts';
import { valuesOf } from './form.checks.ts';
import { type FormConfirmation, openConfirmation } from './form.confirmation.server.ts';
import type { FormDefinition, FormProps, FormState, FormValues } from './form.ts';

/** @typeParam P what the page gives the form */
export type FormView<P extends FormProps<string> = FormProps> =
  | { kind: 'form'; stepName: string; formProps: P; lastSent: SentPratica | null }
  | { kind: 'resume'; bozza: Bozza; message?: string }
  | ({ kind: 'confirmation' } & FormConfirmation);

/** @param form that was posted, null for a GET @returns what to show, or a redirect */
export async function openFormPage<S extends string>(
  astro: AstroGlobal,
  formActions: FormActions<S>,
  form: PageForm | null,
): Promise<FormView<FormProps<S>> | Response> {
  const { definition, fixedValues } = formActions;
  const { path, linkFields = [], steps } = definition;
  const first = firstOf(steps);
  const wanted = astro.url.searchParams.get('passo');
  if (wanted === 'conferma') return openConfirmation(astro, definition, form);
  const left = await leaveToOwner(astro, form && typedIn(astro, path, form));
  if (left) return left;
  const bozza = await readPageBozza(astro, path);
  const residenza = await readResidenza(astro, definition, bozza);
  const fromLink = linkFields.some((name) => astro.url.searchParams.has(name));
  const answersDraft = form?.action === 'elimina' || form?.action === 'riprendi';
  if (answersDraft && form.error && bozza) {
    failWith(astro, form.error);
    return { kind: 'resume', bozza, message: form.error.message };
  }
  if (form?.action === 'elimina') {
    await discardBozza(astro, path);
    return astro.redirect(fromLink ? path + astro.url.search : path, 303);
  }
  if (form && !answersDraft) {
    const step = parseStep(steps, wanted) ?? first;
    const state = stateOf(astro, definition, { ...form, step, bozza, residenza, fixedValues });
    const outcome = await receiveForm(astro, formActions, { form, state, stored: bozza?.aggiornata });
    return outcome instanceof Response ? outcome : viewOf(astro, definition, outcome);
  }
  if (bozza && !form && (!wanted || fromLink)) return { kind: 'resume', bozza };
  const state = stateOf(astro, definition, { fields: {}, step: first, bozza, residenza, fixedValues });
  const emailConfirmed = await isEmailConfirmed(astro.locals.ctx, state.values.email ?? '');
  const filled = { ...state, emailConfirmed, login: formLoginOf(astro.locals.ctx) };
  const opened = form ? bozza?.passo : (wanted ?? first);
  const { step, wrong } = advance(steps, { step: first, filled }, { opened, reached: bozza?.passo });
  if (form || (wanted && wanted !== step)) return astro.redirect(steps.address(step), 303);
  return viewOf(astro, definition, { ...state, ...wrong, step, emailConfirmed });
}

/** What was typed on a step; the first and the last one of most forms type nothing that a draft keeps. */
export function typedIn({ url }: Pick<AstroGlobal, 'url'>, path: string, { fields }: PageForm): BozzaContent | null {
  const { otp: _otp, note: _fileNote, ...valori } = fields;
  const step = url.searchParams.get('passo');
  if (step === null || step === 'privacy' || step === 'riepilogo') return null;
  return { percorso: path, passo: step, valori, ...(step !== 'dati' && { isPart: true }) };
}

const firstOf = <S extends string>(steps: FormDefinition<S>['steps']): S => stepsInOrder(steps)[0] as S;

type FormInput<S extends string> = {
  fields: Record<string, string>;
  step: S;
  bozza: Bozza | null;
  residenza: FormValues;
  key?: string | undefined;
  seen?: string | undefined;
  fixedValues?: FormValues | undefined;
};

/** Typed values win over the draft, and the draft over the link. The ente of the host and the identity win over all. */
function stateOf<S extends string>(
  { locals, url }: AstroGlobal,
  definition: FormDefinition<S>,
  { fields, step, bozza, residenza, key, seen, fixedValues }: FormInput<S>,
): FormState<S> {
  const { ctx } = locals;
  const sent = Object.keys(fields).length > 0;
  const values = valuesOf(definition, {
    ...Object.fromEntries((definition.linkFields ?? []).map((name) => [name, url.searchParams.get(name)])),
    ...bozza?.valori,
    ...residenza,
    ...contattiOf(senderOf(ctx), bozza),
    // A browser does not send a box that is not ticked.
    ...(sent && step === definition.steps.stepOf('privacy') && { privacy: '' }),
    ...(sent && step === definition.steps.stepOf('email') && definition.boxes),
    ...fields,
    ...identita(ctx),
    ...(locals.ente.id !== PORTAL_ID && { ente: locals.ente.id }),
    ...fixedValues,
  });
  const salvata = bozza?.salvata || undefined;
  const vista = sent ? parseSeen(seen).vista : (bozza?.aggiornata ?? '');
  return { step, values, allegati: bozza?.allegati ?? [], sendKey: key || (bozza?.chiave ?? ''), vista, salvata };
}

/**
 * Fills in the contacts of a logged-in citizen if the e-mail is still empty: the draft may have been begun before the login.
 * A telephone that is empty beside a filled-in e-mail was left out on purpose.
 */
export function contattiOf(user: LoggedInUser | null, bozza: Bozza | null): Record<string, string> {
  const { email, telefono = '' } = bozza?.valori ?? {};
  if (email || !user) return {};
  return { email: user.contatti.email ?? '', telefono: telefono || (user.contatti.telefono ?? '') };
}

/** Fills in the residence of a logged-in citizen, unless they have begun to write an address. */
async function readResidenza(
  { locals }: AstroGlobal,
  { residenza }: FormDefinition,
  bozza: Bozza | null,
): Promise<FormValues> {
  const { ctx } = locals;
  if (!residenza || ctx.user?.ruolo !== 'cittadino') return {};
  if (Object.values(residenza).some((field) => bozza?.valori[field])) return {};
  const utente = await callOperation('utente', {}, ctx);
  return Object.fromEntries(RESIDENZA.map((part) => [residenza[part], utente[part] ?? '']));
}

/** The ente that a form writes to, as the form names it. */
export const recipientOf = (ente: Ente): Pick<FormProps, 'enteName' | 'recipient' | 'privacy'> => ({
  enteName: ente.nome,
  // On the portal's own host the ente is chosen later.
  recipient: ente.id === PORTAL_ID ? 'L’ente a cui scrivi' : asSubject(ente),
  privacy: ente.url.privacy ?? '/informazioni/privacy',
});

/** @param state with `emailConfirmed` if that is known already */
async function viewOf<S extends string>(
  astro: AstroGlobal,
  definition: FormDefinition<S>,
  state: FormState<S> & { emailConfirmed?: boolean },
): Promise<FormView<FormProps<S>>> {
  const { emailConfirmed: known, ...shown } = state;
  const { ctx } = astro.locals;
  const fixedEnte = astro.locals.ente.id === PORTAL_ID ? undefined : astro.locals.ente.nome;
  const { ente, email = '' } = shown.values;
  const [emailConfirmed, lastSent] = await Promise.all([
    known ?? isEmailConfirmed(ctx, email),
    shown.step === firstOf(definition.steps) && !shown.sendKey
      ? findLastSent(ctx, Object.keys(serviceAt(ctx.house.services, definition.path)?.codes ?? {}))
      : null,
  ]);
  // The page takes the colours and footer of the ente that was chosen.
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, ente);
  return {
    kind: 'form',
    stepName: definition.steps.names[shown.step],
    lastSent,
    formProps: {
      // Empty values are left out of the page.
      state: { ...shown, values: Object.fromEntries(Object.entries(shown.values).filter(([, v]) => v)) },
      token: astro.locals.token(),
      confirmedEmail: emailConfirmed ? email : '',
      ...recipientOf(astro.locals.ente),
      fixedEnte,
      login: formLoginOf(ctx),
      travels: (!ctx.user && isAnswered(ctx.house, 'lasciaBozza')) || undefined,
      draftSaving: draftSavingOf(astro.url.searchParams),
    },
  };
}
