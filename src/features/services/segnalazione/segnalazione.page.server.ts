/** What `/segnalazione` shows: the form with its lists and maps, the question about a draft, or the confirmation. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields, isAnswered } from '../../../call.server.ts';
import { ctxOf, type PortalHouse } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, readForm, readOrFailed } from '../../../platform/page.server.ts';
import { choosableEnti, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enti, findEnte } from '../../cases/ente/ente.server.ts';
import { type Ente, PORTAL_ID, publishedTypes } from '../../cases/ente/ente.ts';
import type { FormActions } from '../../cases/form/form.actions.server.ts';
import { type FormView, openFormPage, recipientOf } from '../../cases/form/form.page.server.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { PublicNearby } from './AlreadyReported.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { checkWithin, readPoint } from './luogo.server.ts';
import { TIPI } from './options.ts';
import { codiceOf } from './problems.ts';
import { checkTipo, FORM_PATH, type OfferedEnte, SEGNALAZIONE_FORM } from './segnalazione.fields.ts';
import { SHELL_PATH } from './shell.ts';
import { streetAlone } from './street.ts';

/** @property alreadyReported for those without a script, once type and place are known */
export type SegnalazioneView = FormView<SegnalazioneFormProps> & { alreadyReported?: PublicNearby };

const FORM_ACTIONS: FormActions = {
  definition: SEGNALAZIONE_FORM,
  send: (body, ctx, sendKey) => callWithFields('inviaSegnalazione', body, ctx, sendKey),
  check: async (values, { house }) => {
    const chosenEnte = await findEnte(house, values.ente ?? '');
    return {
      ...checkTipo(values, chosenEnte && { Nome: chosenEnte.nome, Categorie: chosenEnte.categorie }),
      ...checkWithin(chosenEnte, { ...readPoint(values), fuori_confine: values.fuori_confine === 'on' }),
    };
  },
  buttons: {
    togli_posizione: (values) => {
      Object.assign(values, { lat: '', lon: '' });
      return 'indirizzo';
    },
  },
};

/** @returns what to show, or where to go */
export async function openSegnalazionePage(astro: AstroGlobal): Promise<SegnalazioneView | Response> {
  const { ctx, ente: pageEnte, allow } = astro.locals;
  const view = await openFormPage(astro, FORM_ACTIONS, await readForm(astro));
  if (view instanceof Response || view.kind !== 'form') return view;
  const [tipi, answered, allEnti] = await Promise.all([
    readOrFailed(astro, FORM_PATH, () => callOperation('opzioniSegnalazione', {}, ctx)),
    readOrFailed(astro, FORM_PATH, () => callOperation('listaEnti', {}, ctx)),
    enti(ctx.house),
  ]);
  const { values } = view.formProps.state;
  const asked = { query: values[SEARCH_ENTE], chosen: values.ente, servizi: Object.keys(TIPI) };
  const listed =
    answered === 'failed' ? undefined : await choosableEnti(ctx, answeringEnti(answered), asked, optionOfEnte);
  const isShown = (id: string) =>
    pageEnte.id === PORTAL_ID ? listed?.enti.some((e) => e.Id === id) : pageEnte.id === id;
  const mapsById = allEnti.flatMap((e) => (e.mappa && isShown(e.id) ? [[e.id, e.mappa] as const] : []));
  // Tiles of the sandbox are the portal's own.
  for (const [, { tasselli }] of mapsById) if (!tasselli.startsWith('/')) allow.img.add(new URL(tasselli).origin);
  const chosenEnte = allEnti.find(({ id }) => id === values.ente);
  return {
    ...view,
    ...(view.formProps.state.step === 'riepilogo' && {
      alreadyReported: await findReported(astro, values, chosenEnte),
    }),
    formProps: {
      ...view.formProps,
      tipi,
      enti: listed?.enti ?? 'failed',
      enteSearch: listed?.search,
      maps: Object.fromEntries(mapsById),
      outside: checkWithin(chosenEnte, readPoint(values)).fuori_confine?.[0],
      suggests: Boolean(ctx.house.geocoding),
      keepsShell: keepsShell(ctx.house) || undefined,
    },
  };
}

/** Above it a municipality is searched for (its name is typed). */
const MOST_SHELL_ENTI = 200;

/** What the form needs without a connection, as for a guest without a cookie; the address is typed, not picked on a map. @throws PortalError `not_found` */
export async function openShellPage({ locals }: Pick<AstroGlobal, 'locals'>): Promise<SegnalazioneFormProps> {
  const { house, host } = locals.ctx;
  const ctx = ctxOf(house, { host });
  const [tipi, answered] = await Promise.all([
    callOperation('opzioniSegnalazione', {}, ctx),
    callOperation('listaEnti', {}, ctx),
  ]);
  const fixedEnte = locals.ente.id === PORTAL_ID ? undefined : locals.ente;
  const offered = answeringEnti(answered);
  // A citizen could not search them without a connection.
  if (!fixedEnte && offered.length > MOST_SHELL_ENTI) throw new PortalError('not_found');
  return {
    state: { step: 'privacy', values: fixedEnte ? { ente: fixedEnte.id } : {}, allegati: [], sendKey: '' },
    token: '',
    confirmedEmail: '',
    ...recipientOf(locals.ente),
    fixedEnte: fixedEnte?.nome,
    login: undefined,
    draftSaving: undefined,
    isShell: true,
    tipi,
    enti: offered,
    outside: undefined,
    suggests: false,
    maps: {},
  };
}

/** Whether browsers keep the form for when there is no connection. */
const keepsShell = ({ settings, screens }: PortalHouse): boolean =>
  settings.offlineForm && screens.match(SHELL_PATH) !== null;

const isTipo = (codice: string) => codice in TIPI;

/** The enti that answer a type of report, with these types alone, because the list is part of every page. */
const answeringEnti = (all: readonly OfferedEnte[]): OfferedEnte[] =>
  all
    .map((e) => ({
      ...e,
      Categorie: e.Categorie.filter(isTipo),
      Pubbliche: e.Pubbliche.filter(isTipo),
    }))
    .filter(({ Categorie }) => Categorie.length > 0);

/** Without a script no point is set: the first that the address book has for the address is near enough to look around. */
async function findReported(astro: AstroGlobal, values: FormValues, ente: Ente | undefined): Promise<PublicNearby> {
  const codice = codiceOf(values);
  if (
    !ente ||
    !publishedTypes(ente).includes(codice) ||
    !isAnswered(astro.locals.ctx.house, 'segnalazioniPubblicheVicine')
  )
    return [];
  const { ctx } = astro.locals;
  const answered = await attemptSend(astro, FORM_PATH, async () => {
    const place = { ente: ente.id, testo: values.indirizzo };
    const set = readPoint(values);
    const street = set.lat === undefined && streetAlone(values.indirizzo ?? '');
    if (street) return callOperation('segnalazioniPubblicheVicine', { ente: ente.id, codice, via: street }, ctx);
    const [found] = set.lat === undefined && place.testo ? await callWithFields('cercaLuogo', place, ctx) : [];
    const { lat, lon } = found ?? set;
    if (lat === undefined || lon === undefined) return [];
    return callOperation('segnalazioniPubblicheVicine', { ente: ente.id, codice, lat, lon }, ctx);
  });
  // A report is sent whatever is known of others.
  return answered.ok ? answered.data : [];
}
