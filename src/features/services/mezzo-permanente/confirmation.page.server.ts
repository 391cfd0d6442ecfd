/** The confirmation of a declaration, for the person who sent it. */
import type { AstroGlobal } from 'astro';
import { PortalError } from '../../../platform/errors.ts';
import { readForm } from '../../../platform/page.server.ts';
import { confirmationOf, type FormConfirmation } from '../../cases/form/form.confirmation.server.ts';
import { findSentPratica } from '../../cases/pratica/sent-pratica.server.ts';
import type { ShownDichiarazione } from './shown.ts';
import { openStep } from './step.page.server.ts';
import { stepAddress } from './steps.ts';

/** @returns what to show, or where to go @throws PortalError `not_found` when another person sent it */
export async function openConfirmationPage(
  astro: AstroGlobal,
): Promise<
  { dichiarazione: ShownDichiarazione; confirmation: { kind: 'confirmation' } & FormConfirmation } | Response
> {
  const form = await readForm(astro);
  const opened = await openStep(astro, 'conferma');
  if (opened instanceof Response) return opened;
  const { dichiarazione } = opened;
  const pratica = await findSentPratica(astro.locals.ctx, dichiarazione.pratica?.id ?? '');
  if (!pratica) throw new PortalError('not_found');
  const confirmation = await confirmationOf(astro, pratica, {
    form,
    address: stepAddress('conferma', dichiarazione.Id),
  });
  return confirmation instanceof Response ? confirmation : { dichiarazione, confirmation };
}
