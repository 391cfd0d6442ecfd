/** What `/operatore/appuntamento/{id}` shows: one appointment, for the office that moves or cancels it. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { startInWords } from '../../cases/calendario/words.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { appuntamentoOperations } from '../../services/appuntamento/appuntamento.contract.ts';

/** @property when in words @property agendaHref its day in the agenda @property orari to which it can be moved; none for one that is over */
export type OfficeAppointmentView = {
  appuntamento: OperationOutput<typeof appuntamentoOperations.leggiAppuntamento>;
  when: string;
  agendaHref: string;
  orari: OperationOutput<typeof appuntamentoOperations.orariPerSpostare> | undefined;
  motivo: string;
  /** The time that was chosen is the one that it has */
  isUnchanged: boolean;
  errors: FieldErrors;
  message: string | undefined;
  token: string;
};

type OfficePair = { id: string; email: string; vista: 'operatore' };

/** @returns what to show, or where to go @throws PortalError `not_found`, `forbidden` for another office's case */
export async function openOfficeAppointment(astro: AstroGlobal): Promise<OfficeAppointmentView | Response> {
  const { ctx, token } = astro.locals;
  const { url } = astro;
  const pair: OfficePair = { id: astro.params.id ?? '', email: '', vista: 'operatore' };
  const form = await readForm(astro);
  const sent = form && (await attemptSend(astro, '/operatore/appuntamento', () => pressButton(astro, form, pair)));
  if (sent?.ok) return astro.redirect(sent.data, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const appuntamento = await callOperation('leggiAppuntamento', pair, ctx);
  astro.locals.ente = await enteOfPage(ctx.house, url.hostname, appuntamento.ente);
  const isToCome = appuntamento.stato === 'fissato' && Date.parse(appuntamento.inizio) > ctx.now;
  const mese = url.searchParams.get('mese');
  return {
    appuntamento,
    when: startInWords(Date.parse(appuntamento.inizio)),
    agendaHref: agendaHref(appuntamento),
    orari:
      isToCome && appuntamento.ufficio
        ? await callOperation('orariPerSpostare', { ...pair, ...(mese && { mese }) }, ctx)
        : undefined,
    motivo: form?.fields.motivo ?? '',
    isUnchanged: !form && url.searchParams.get('fatto') === 'uguale',
    errors: error?.fields ?? {},
    message: error && !error.fields ? error.message : undefined,
    token: token(),
  };
}

/** @returns where to go */
async function pressButton({ locals, url }: AstroGlobal, form: PageForm, pair: OfficePair): Promise<string> {
  if (form.error) throw form.error;
  const { ctx } = locals;
  if (form.action === 'mostra_orari')
    return `${url.pathname}?${new URLSearchParams({ mese: form.fields.mese ?? '' })}#orari`;
  if (form.action === 'sposta') {
    const chosen = { ...pair, inizio: form.fields.inizio ?? '' };
    const { spostato } = await callWithFields('spostaAppuntamento', chosen, ctx, form.key);
    if (!spostato) return `${url.pathname}?fatto=uguale`;
  } else if (form.action === 'annulla')
    await callWithFields('annullaDaUfficio', { id: pair.id, motivo: form.fields.motivo ?? '' }, ctx, form.key);
  else throw new PortalError('invalid');
  return agendaHref(await callOperation('leggiAppuntamento', pair, ctx));
}

const agendaHref = ({ ente, ufficio, inizio }: OfficeAppointmentView['appuntamento']): string => {
  const day = todayInRome(Date.parse(inizio));
  return `/operatore/agenda?${new URLSearchParams({ ...(ufficio && { ufficio: `${ente}:${ufficio.codice}` }), giorno: day })}`;
};
