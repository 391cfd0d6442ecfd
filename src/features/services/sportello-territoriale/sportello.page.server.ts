/** What the page of the desks shows: those of an ente, or the form to write to one. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields, isAnswered } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith, type ReadOrFailed, readForm, readOrFailed } from '../../../platform/page.server.ts';
import type { Bozza } from '../../cases/bozza/bozza.contract.ts';
import { readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { type AskedEnte, choosableEnti } from '../../cases/ente/choice.server.ts';
import { SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { PORTAL_ID } from '../../cases/ente/ente.ts';
import type { FormActions } from '../../cases/form/form.actions.server.ts';
import { type FormView, openFormPage } from '../../cases/form/form.page.server.ts';
import type { EnteSportello, SportelloFormProps } from './form-props.ts';
import type { ServizioSportello } from './sportello.contract.ts';
import { FORM_PATH, SPORTELLO_FORM } from './sportello.fields.ts';
import { chooseSportello } from './sportello.server.ts';

const FORM_ACTIONS: FormActions = {
  definition: SPORTELLO_FORM,
  send: (body, ctx, sendKey) => callWithFields('scriviSportello', body, ctx, sendKey),
  check: async ({ ente = '', servizio = '' }, { house }) => {
    if (!ente || !servizio) return {};
    return (await chooseSportello(house, { ente, servizio })).errors ?? {};
  },
  // Without JavaScript the desks of another ente come with the page.
  buttons: { mostra_sportelli: () => 'servizio' },
};

/**
 * The desks to show. @property enti `failed` when they could not be read @property chosenEnte the one they belong to
 * @property isUnknown the address names an ente without desks @property errors set when nothing was chosen
 */
export type SportelliView = {
  kind: 'sportelli';
  enti: SportelloFormProps['enti'];
  enteSearch?: SportelloFormProps['enteSearch'];
  isFixed: boolean;
  chosenEnte: EnteSportello | undefined;
  isUnknown: boolean;
  errors: FieldErrors;
  sportelli: ReadOrFailed<ServizioSportello[]>;
  bozza: Bozza | null;
};

/** @returns what to show, or where to go */
export async function openSportelloPage(
  astro: AstroGlobal,
): Promise<SportelliView | FormView<SportelloFormProps> | Response> {
  const form = await readForm(astro);
  if (!form && !astro.url.searchParams.has('passo')) return openSportelli(astro);
  // The form writes to desks of this portal.
  if (!isAnswered(astro.locals.ctx.house, 'scriviSportello')) return astro.redirect(FORM_PATH, 303);
  const view = await openFormPage(astro, FORM_ACTIONS, form);
  if (view instanceof Response || view.kind !== 'form') return view;
  const all = await loadEnti(astro);
  const { ente: chosen, [SEARCH_ENTE]: query } = view.formProps.state.values;
  const chosenEnte = all === 'failed' ? undefined : all.find((e) => e.Ente__c === chosen);
  const offered = await loadSportelli(astro, chosenEnte);
  return {
    ...view,
    formProps: {
      ...view.formProps,
      ...(await listedEnti(astro, all, { query, chosen })),
      sportelli: offered === 'failed' ? offered : offered.map(({ codice, nome }) => ({ codice, nome })),
    },
  };
}

async function openSportelli(astro: AstroGlobal): Promise<SportelliView> {
  const { ctx, ente } = astro.locals;
  const isFixed = ente.id !== PORTAL_ID;
  const asked = isFixed ? ente.id : (astro.url.searchParams.get('ente') ?? '');
  const query = astro.url.searchParams.get(SEARCH_ENTE) ?? '';
  const isSearching = astro.url.searchParams.get('_azione') === SEARCH_ENTE;
  const [enti, bozza] = await Promise.all([loadEnti(astro), readPageBozza(astro, FORM_PATH)]);
  const knownEnti = enti === 'failed' ? [] : enti;
  // With a single ente there is nothing to choose.
  const chosenEnte =
    knownEnti.find((e) => e.Ente__c === asked) ?? (asked || knownEnti.length > 1 ? undefined : knownEnti[0]);
  const isUnknown = enti !== 'failed' && !isFixed && asked !== '' && !chosenEnte;
  if (isUnknown) astro.response.status = 404;
  const nothingChosen =
    !isSearching && enti !== 'failed' && !chosenEnte && !asked && astro.url.searchParams.has('ente');
  const errors: FieldErrors = nothingChosen ? { ente: ['Scegli l’ente di cui vuoi vedere gli sportelli.'] } : {};
  if (nothingChosen) failWith(astro, new PortalError('invalid'));
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, chosenEnte?.Ente__c);
  return {
    kind: 'sportelli',
    isFixed,
    chosenEnte,
    isUnknown,
    errors,
    bozza,
    ...(await listedEnti(astro, enti, { query, chosen: asked })),
    sportelli: enti === 'failed' ? enti : await loadSportelli(astro, chosenEnte),
  };
}

async function listedEnti(
  { locals: { ctx } }: AstroGlobal,
  all: ReadOrFailed<EnteSportello[]>,
  asked: AskedEnte,
): Promise<Pick<SportelloFormProps, 'enti' | 'enteSearch'>> {
  if (all === 'failed') return { enti: all };
  const { enti, search } = await choosableEnti(ctx, all, { ...asked, servizi: ['SPORTELLO'] }, (e) => ({
    value: e.Ente__c,
    label: e.idDescrizioneEntePortale__c,
  }));
  return { enti, enteSearch: search };
}

const loadEnti = (astro: AstroGlobal): Promise<ReadOrFailed<EnteSportello[]>> =>
  readOrFailed(astro, FORM_PATH, () => callOperation('entiSportello', {}, astro.locals.ctx));

async function loadSportelli(
  astro: AstroGlobal,
  ente: EnteSportello | undefined,
): Promise<ReadOrFailed<ServizioSportello[]>> {
  if (!ente) return [];
  const comune = ente.idDescrizioneEntePortale__c;
  return readOrFailed(astro, FORM_PATH, () => callOperation('serviziSportello', { comune }, astro.locals.ctx));
}
