/** The part of a case’s page that only its operators see: who has it, internal notes, texts to answer with. */
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { addDays, instantInWords, todayInRome } from '../../../platform/atoms/date.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import type { ShownDitta } from './ditta.contract.ts';
import { FIRST_DITTA_DAYS, SHOWN_PART_NAMES } from './ditta.ts';
import type { IncaricoPratica } from './incarico.contract.ts';
import { attoInWords } from './incarico-words.ts';
import { presenzaInWords } from './presenza-words.ts';

/** The buttons of this part. */
const AZIONI = [
  'assegna',
  'assegna_a_me',
  'annota',
  'cambia_tipo',
  'cambia_area',
  'classifica',
  'proroga',
  'unisci',
  'affida',
  'revoca_ditta',
] as const;
type IncaricoAzione = (typeof AZIONI)[number];

export const isIncaricoAzione = (action: string): action is IncaricoAzione =>
  (AZIONI as readonly string[]).includes(action);

/** Fields that more than one form of a case's page has: each form gives them names of its own. */
const OWN_NAMES = ['codice', 'motivo', 'termine', 'nome', 'email', 'messaggio', 'fino_al'] as const;
type OwnName = (typeof OWN_NAMES)[number];
const isOwnName = (name: string): name is OwnName => (OWN_NAMES as readonly string[]).includes(name);

/** @param azione button of the form @returns the name of the field in that form, which is its id, too */
export const ownNameIn = (azione: string, name: OwnName): string => `${azione}_${name}`;

/** @property done what the last form did, in words @property typed the form that was refused, shown again beside its errors */
export type IncaricoView = IncaricoPratica & {
  /** Internal notes, the last one first */
  note: { title: string; when: string; testo: string }[];
  /** All that happened, the last thing first; the page shows what is marked as internal to operators alone */
  storia: { title: string; when: string; testo: string; interna: boolean }[];
  /** Whether more happened before that */
  altre: boolean;
  ditte: ShownDitta[];
  /** Day until which a new link of a firm works unless another is chosen */
  fino_al: string;
  /** Which colleagues have the case open, too, in words */
  colleaguesHere: string;
  user: { id: string };
  done?: string | undefined;
  typed: Readonly<Record<string, string>>;
  /** The button of the form that was refused */
  refused?: IncaricoAzione | undefined;
  error?: { message?: string; fields?: Record<string, string[]> } | undefined;
};

const DONE_TEXTS: Record<string, string> = {
  assegna: 'Assegnazione salvata.',
  annota: 'Nota salvata.',
  cambia_tipo: 'Tipo cambiato: il cittadino lo legge tra i messaggi.',
  cambia_area: 'Zona salvata.',
  classifica: 'Priorità ed etichette salvate.',
  affida: 'La ditta riceve il collegamento per e-mail.',
  revoca_ditta: 'Collegamento chiuso: la ditta non apre più la pratica.',
  proroga: 'Termine spostato: il cittadino lo legge tra i messaggi.',
  unisci: 'Segnalazione unita e chiusa: il cittadino lo legge tra i messaggi.',
};

/** @param id of the ente’s side @returns the page to go to afterwards, below the path of the case */
export async function runIncarico(form: PageForm, id: string, ctx: CallContext): Promise<string> {
  const { ufficio, persona, prima = '', nota, area, numero, priorita, etichette = '' } = form.fields;
  const { action, key } = form;
  const [codice, motivo, termine, ...ditta] = OWN_NAMES.map((name) => form.fields[ownNameIn(action, name)]);
  if (action === 'annota') await callWithFields('annotaPratica', { id, nota }, ctx, key);
  else if (action === 'cambia_area') await callOperation('cambiaAreaPratica', { id, area, prima }, ctx);
  else if (action === 'classifica') await callWithFields('classificaPratica', { id, priorita, etichette, prima }, ctx);
  else if (action === 'cambia_tipo') await callWithFields('cambiaTipoPratica', { id, codice, motivo, prima }, ctx, key);
  // What was written counts more than what was chosen.
  else if (action === 'unisci')
    await callWithFields('unisciSegnalazione', { id, numero: numero || form.fields.vicina }, ctx, key);
  else if (action === 'proroga') await callWithFields('prorogaPratica', { id, termine, motivo, prima }, ctx, key);
  else if (action === 'affida') {
    const [nome, email, messaggio, fino_al] = ditta;
    const parts = SHOWN_PART_NAMES.filter((name) => form.fields[`affida_${name}`] === 'on');
    await callWithFields('affidaDitta', { id, nome, email, messaggio, fino_al, mostra: parts }, ctx, key);
  } else if (action === 'revoca_ditta') await callWithFields('revocaDitta', { id, ditta: form.fields.ditta }, ctx);
  else {
    const chosen = action === 'assegna_a_me' ? ctx.user?.id : persona;
    await callOperation('assegnaPratica', { id, ufficio, persona: chosen, prima, motivo }, ctx);
  }
  return `?incarico=${action === 'assegna_a_me' ? 'assegna' : action}#incarico`;
}

/** @param posted the form of this part that was refused, and why */
export async function readIncaricoView(
  ctx: CallContext,
  id: string,
  { done, posted }: { done: string | null; posted: { form: PageForm; error: PortalError | undefined } | undefined },
): Promise<IncaricoView> {
  const incarico = await callOperation('incaricoPratica', { id }, ctx);
  const { righe, altre } = await callOperation('storiaPratica', { id }, ctx);
  const { altri } = await callOperation('presenzaPratica', { id }, ctx);
  const { error, form } = posted ?? {};
  const storia = righe
    .toReversed()
    .map(({ quando, ...row }) => ({ ...row, ...attoInWords(row), when: instantInWords(Date.parse(quando)) }));
  return {
    ...incarico,
    note: storia.filter(({ azione }) => azione === 'nota'),
    storia,
    altre,
    ditte: await callOperation('ditteDiPratica', { id }, ctx),
    fino_al: addDays(todayInRome(ctx.now), FIRST_DITTA_DAYS),
    colleaguesHere: presenzaInWords(altri),
    user: { id: ctx.user?.id ?? '' },
    ...(done && !form && { done: DONE_TEXTS[done] }),
    typed: error ? (form?.fields ?? {}) : {},
    ...(error && {
      error: error.fields ? { fields: errorsIn(form?.action ?? '', error.fields) } : { message: error.message },
      ...(form && isIncaricoAzione(form.action) && { refused: form.action }),
    }),
  };
}

/** Each error at the field of the screen; that of one tag at the field in which all are written. */
const errorsIn = (azione: string, fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, words]) => {
      const [name = path] = path.split('.');
      return [isOwnName(name) ? ownNameIn(azione, name) : name, words];
    }),
  );
