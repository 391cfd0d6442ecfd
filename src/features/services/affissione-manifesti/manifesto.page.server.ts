/** What `/servizio/affissione-manifesti` shows: the choice of a position, then the form, its draft or its confirmation. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import {
  attemptSend,
  type PageForm,
  type ReadOrFailed,
  readForm,
  readOrFailed,
} from '../../../platform/page.server.ts';
import { keepBozza, leaveToOwner, readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { PORTAL_ID } from '../../cases/ente/ente.ts';
import { valuesOf } from '../../cases/form/form.checks.ts';
import { type FormView, typedIn } from '../../cases/form/form.page.server.ts';
import { openOffertaForm } from '../../cases/offerta/offerta.page.server.ts';
import { listManifestoPosizioni, type ManifestoPosizione } from '../../cases/posizione/affissioni.server.ts';
import { normalizeCodice } from '../../cases/posizione/codice.ts';
import { type CodiciView, openByCodici } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { ManifestoProps } from './ManifestoForm.tsx';
import { choiceOf, FORM_PATH, MANIFESTO_FORM } from './manifesto.fields.ts';
import { checkChoice } from './manifesto.server.ts';

/**
 * The first step. @property chosenId of the position chosen before, '' for none
 * @property withoutHref address of the form without a position
 */
export type PosizioneView = {
  kind: 'posizione';
  posizioni: ReadOrFailed<ManifestoPosizione[]>;
  chosenId: string;
  withoutHref: string;
  codici: CodiciView;
};

/** Value of "none" among the positions. */
export const NO_POSIZIONE = 'nessuna';

/** @returns what to show, or where to go */
export async function openManifestiPage(
  astro: AstroGlobal,
): Promise<FormView<ManifestoProps> | PosizioneView | Response> {
  const form = await readForm(astro);
  const left = form && (await leaveToOwner(astro, typedIn(astro, FORM_PATH, form)));
  if (left) return left;
  if (form?.action === 'apri') return openWithCodici(astro, form);
  if (form?.action === 'scegli') return choosePosizione(astro, form);
  const query = astro.url.searchParams;
  const step = query.get('passo');
  if (step === 'conferma') return loadForm(astro, form);
  const bozza = await readPageBozza(astro, FORM_PATH);
  const codice = query.get('codice');
  if (!form && codice) return openWithCodice(astro, codice);
  if (!form && !step && (query.has('scelta') || !bozza)) return showChoice(astro);

  const id = form?.fields.posizione ?? bozza?.valori.posizione ?? query.get('posizione') ?? '';
  if (!id || form?.action === 'elimina') return loadForm(astro, form);
  const posizione = (await listPossiblePosizioni(astro)).find((p) => p.Id === id);
  if (posizione) return loadForm(astro, form, posizione);
  // The codes expired while the form was being filled in: what was typed is kept.
  if (form && !form.error && step === 'dati') {
    const values = valuesOf(MANIFESTO_FORM, { ...bozza?.valori, ...form.fields });
    await attemptSend(astro, FORM_PATH, () => keepBozza(astro, { percorso: FORM_PATH, passo: step, valori: values }));
  }
  astro.response.status = 404;
  astro.response.statusText = 'Not Found';
  return showChoice(astro, { message: POSIZIONE_CLOSED, values: {} });
}

const POSIZIONE_CLOSED =
  'La posizione che avevi scelto non è più aperta: sceglila di nuovo, o continua senza. Quello che avevi scritto è salvo.';

async function loadForm(
  astro: AstroGlobal,
  form: PageForm | null,
  posizione?: ManifestoPosizione,
): Promise<FormView<ManifestoProps> | Response> {
  const view = await openOffertaForm(astro, form, {
    codice: 'SF120',
    read: (ente) => callOperation('tariffaManifesti', { ente }, astro.locals.ctx),
    definition: MANIFESTO_FORM,
    send: (body, ctx, sendKey) => callWithFields('chiediAffissione', body, ctx, sendKey),
    check: async (values, { house, now }) => {
      const { ente } = values;
      return ente ? checkChoice(house, { ...choiceOf(values), ente }, now) : {};
    },
    ...(posizione && { fixedValues: { posizione: posizione.Id, ente: posizione.ente } }),
    // Without JavaScript the estimate comes with the page.
    buttons: { calcola: () => 'stima' },
  });
  if (view instanceof Response || view.kind !== 'form') return view;
  const fixedEnte = posizione?.nome_ente ?? view.formProps.fixedEnte;
  return { ...view, formProps: { ...view.formProps, fixedEnte, codice_utente: posizione?.codice_utente } };
}

async function listPossiblePosizioni({ locals: { ctx, ente } }: AstroGlobal): Promise<ManifestoPosizione[]> {
  const onlyEnte = ente.id === PORTAL_ID ? undefined : ente.id;
  return listManifestoPosizioni(ctx.house, await callOperation('posizioniAperte', {}, ctx), {
    codice: 'SF120',
    onlyEnte,
  });
}

async function showChoice(
  astro: AstroGlobal,
  codici: Omit<CodiciView, 'kind'> = { values: {} },
): Promise<PosizioneView> {
  const [posizioni, bozza] = await Promise.all([
    readOrFailed(astro, FORM_PATH, () => listPossiblePosizioni(astro)),
    readPageBozza(astro, FORM_PATH),
  ]);
  const chosenId = bozza?.valori.posizione ?? '';
  return {
    kind: 'posizione',
    posizioni,
    chosenId,
    withoutHref: bozza ? '' : formPathFor(''),
    codici: { kind: 'codici', ...codici },
  };
}

const formPathFor = (id: string) => MANIFESTO_FORM.steps.address('privacy', id && `&posizione=${id}`);

/** The two codes of a letter were typed: the request is about the position they open. */
async function openWithCodici(astro: AstroGlobal, form: PageForm): Promise<Response | PosizioneView> {
  const refused = await openByCodici(astro, FORM_PATH, form);
  if (refused) return showChoice(astro, refused);
  const found = await findByCodice(astro, form.fields.codice_utente);
  return found ? goToForm(astro, found.Id) : refuseOther(astro, form.fields);
}

/** The two codes were sent in a call. A GET changes no draft, so the citizen confirms a position other than the draft's. */
async function openWithCodice(astro: AstroGlobal, codice: string): Promise<Response | PosizioneView> {
  const [found, bozza] = await Promise.all([findByCodice(astro, codice), readPageBozza(astro, FORM_PATH)]);
  if (!found) return refuseOther(astro, { codice_utente: codice });
  if (!bozza) return astro.redirect(formPathFor(found.Id), 303);
  if (bozza.valori.posizione === found.Id) return astro.redirect(`${FORM_PATH}?passo=${bozza.passo}`, 303);
  return { ...(await showChoice(astro)), chosenId: found.Id };
}

const findByCodice = async (astro: AstroGlobal, codice = ''): Promise<ManifestoPosizione | undefined> =>
  (await listPossiblePosizioni(astro)).find((p) => p.codice_utente === normalizeCodice(codice));

function refuseOther(astro: AstroGlobal, values: Record<string, string>): Promise<PosizioneView> {
  astro.response.status = 422;
  astro.response.statusText = 'Unprocessable Content';
  return showChoice(astro, { errors: { codice_utente: [OTHER_POSIZIONE] }, values });
}

const OTHER_POSIZIONE =
  'Questa posizione non riguarda le affissioni, o il suo ente non le riceve online: scrivi i codici di un’altra o continua senza.';

async function choosePosizione(astro: AstroGlobal, form: PageForm): Promise<Response | PosizioneView> {
  const { posizione: id = '' } = form.fields;
  if (id === NO_POSIZIONE) return goToForm(astro, '');
  if ((await listPossiblePosizioni(astro)).some((p) => p.Id === id)) return goToForm(astro, id);
  astro.response.status = 422;
  astro.response.statusText = 'Unprocessable Content';
  return showChoice(astro, { errors: { posizione: ['Scegli una posizione, o «Nessuna posizione».'] }, values: {} });
}

/** Leads to the form. A draft resumes at its step, with the position chosen now. */
async function goToForm(astro: AstroGlobal, id: string): Promise<Response> {
  const bozza = await readPageBozza(astro, FORM_PATH);
  if (!bozza) return astro.redirect(formPathFor(id), 303);
  const values = { ...bozza.valori, posizione: id };
  await keepBozza(astro, { percorso: FORM_PATH, passo: bozza.passo, valori: values });
  return astro.redirect(`${FORM_PATH}?passo=${bozza.passo}`, 303);
}
