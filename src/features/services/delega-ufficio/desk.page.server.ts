/** What `/operatore/delega/{id}` shows: on whose positions a request asks to act, what was granted, and how it is ended. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { powersInWords } from '../../cases/posizione/deleghe-words.ts';
import { MOTIVO_WORDS } from '../../cases/posizione/motivi-delega.ts';
import type { delegaDeskOperations } from './desk.contract.ts';
import { deskPath } from './desk.ts';

type DeskCase = OperationOutput<typeof delegaDeskOperations.delegaDiPratica>;

/** @property asked what the citizen asks for, in words @property granted what holds or held, in words */
export type DeskView = {
  shown: DeskCase;
  asked: string;
  granted: { title: string; words: string; isLive: boolean } | undefined;
  value: string;
  errors: FieldErrors | undefined;
  message: string | undefined;
  isDone: boolean;
  token: string;
};

/** @returns what to show, or where to go @throws PortalError `not_found`, `forbidden` for another office's case */
export async function openDeskPage(astro: AstroGlobal): Promise<DeskView | Response> {
  const { ctx, token } = astro.locals;
  const id = astro.params.id ?? '';
  const form = await readForm(astro);
  const sent =
    form &&
    (await attemptSend(astro, '/operatore/delega', () => {
      if (form.error) throw form.error;
      return callWithFields('chiudiDelegaConcessa', { id, motivo: form.fields.motivo }, ctx);
    }));
  if (sent?.ok) return astro.redirect(`${deskPath(id)}?fatto=1`, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const shown = await callOperation('delegaDiPratica', { id }, ctx);
  return {
    shown,
    asked: askedInWords(shown),
    granted: grantedInWords(shown),
    value: form?.fields.motivo ?? '',
    errors: error?.fields,
    message: error?.fields ? undefined : error?.message,
    isDone: astro.url.searchParams.has('fatto') && !form,
    token: token(),
  };
}

const untilDay = (day: string): string => `fino ${withArticle('al', dateInWords(day))}`;

const askedInWords = ({ richiedente, motivo, chiesto }: DeskCase): string =>
  `${richiedente} chiede di ${powersInWords(chiesto)} come ${MOTIVO_WORDS[motivo]}${chiesto.fino_a ? `, ${untilDay(chiesto.fino_a)}` : ''}.`;

const GRANT_TITLES = {
  attiva: 'La delega vale',
  scaduta: 'La delega è scaduta',
  tolta: 'La delega è stata chiusa dall’ufficio',
  rinunciata: 'Chi agiva ha rinunciato alla delega',
} as const;

function grantedInWords({ delega }: DeskCase): DeskView['granted'] {
  if (!delega) return undefined;
  const { stato, delegato, fino_a, concessa_il, concessa_da, chiusa_il } = delega;
  const given = `Concessa ${withArticle('il', dateInWords(Date.parse(concessa_il)))} da ${concessa_da}`;
  const ended = chiusa_il === null ? '' : ` Chiusa ${withArticle('il', dateInWords(Date.parse(chiusa_il)))}.`;
  const isLive = stato === 'attiva';
  return {
    title: GRANT_TITLES[stato],
    words: `${delegato} ${isLive ? 'può' : 'poteva'} ${powersInWords(delega)}, ${untilDay(fino_a)}. ${given}.${ended}`,
    isLive,
  };
}
