/** Types of what the page of a booking shows. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import type { EnteSearch } from '../../cases/ente/choice.ts';
import type { FormConfirmation } from '../../cases/form/form.confirmation.server.ts';
import type { FormView } from '../../cases/form/form.page.server.ts';
import type { FormProps } from '../../cases/form/form.ts';
import type { AppuntamentoView, OrariView, UfficioAppuntamenti } from './appuntamento.contract.ts';
import type { BookingStep } from './appuntamento.fields.ts';

type BookingProps = FormProps<BookingStep>;

/**
 * @property enti to choose from, on the portal's own host @property uffici of the chosen ente @property ufficio the chosen one
 * @property motivo code of the reason that decides how long the times are; undefined: it has to be chosen first
 * @property orari free times, on their step @property tenuto until when the chosen time is held, epoch ms
 */
export type BookingFormView = Extract<FormView<BookingProps>, { kind: 'form' }> & {
  enti: { options: SelectOption[]; search?: EnteSearch | undefined } | undefined;
  uffici: UfficioAppuntamenti[];
  ufficio: UfficioAppuntamenti | undefined;
  motivo: string | undefined;
  orari: OrariView | undefined;
  tenuto: number | undefined;
};

export type BookingView =
  | BookingFormView
  | Extract<FormView<BookingProps>, { kind: 'resume' }>
  | ({ kind: 'confirmation'; appuntamento: AppuntamentoView; back: string | undefined } & FormConfirmation);

/** What a button of that page has done; `uguale`: the time that was chosen is the one it had. */
export const APPOINTMENT_OUTCOMES = [
  'spostato',
  'uguale',
  'annullato',
  'in-lista',
  'fuori-lista',
  'rifiutata',
] as const;
export type AppointmentOutcome = (typeof APPOINTMENT_OUTCOMES)[number];

/**
 * What the page of one appointment shows. @property path of the page, which proves its citizen, like `chat`, that of the case
 * @property orari to which it can be moved, where that is asked for, or where an offered time is not free any more
 * @property offered a time that a mail of the office offers and that is free, ISO 8601
 * @property asksToCancel whether it really shall be cancelled
 * @property isOfferOver a mail has offered an earlier time that is not held any more
 * @property hasEarlier who joins the waiting list could have an earlier time already
 */
export type AppointmentView = {
  path: string;
  chat: string;
  pair: { email: string; id: string; vista: 'cittadino' };
  appuntamento: AppuntamentoView;
  orari: OrariView | undefined;
  offered: string | undefined;
  isOfferGone: boolean;
  asksToCancel: boolean;
  errors: FieldErrors;
  message: string | undefined;
  isOfferOver: boolean;
  hasEarlier: boolean;
  done: AppointmentOutcome | undefined;
  token: string;
};
