/** What `/operatore/pubblica/{id}` shows: what can be released of a report, and exactly what everybody will see. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { areaName } from '../../cases/ente/aree.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { requireOwn } from '../../cases/pratica/incarico.server.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { publicStato } from '../../cases/segnalazione-pubblica/pubblica.server.ts';
import { followersForOffice } from '../../cases/segnalazione-seguita/seguita-words.ts';
import { type PublicReportView, publicReportView } from '../segnalazioni/public-report.page.server.ts';
import { findPersonalWords, personalInWords } from './personal-words.ts';
import { blurSchema, type PhotoBlur, type Pubblicazione } from './pubblicazione.contract.ts';

const PUBBLICA_PATH = '/operatore/pubblica';

/** @property blurs of a photo, in per cent, as its hidden field has them: "10,20,5,5;60,0,10,10" */
type PhotoChoice = { id: string; nome: string; src: string; isChosen: boolean; blurs: string };

export type PubblicazioneView = {
  protocollo: string;
  caseHref: string;
  stato: Pubblicazione['stato'];
  isListed: boolean;
  pagina: string | undefined;
  typed: Record<'titolo' | 'descrizione' | 'luogo' | 'risposta', string>;
  hasPoint: boolean;
  withPoint: boolean;
  photos: PhotoChoice[];
  publishedPhotos: number;
  /** How many follow it, in sentences */
  followers: string[];
  keepsPhotos: boolean;
  /** What everybody will see, and what in it looks personal */
  preview: (PublicReportView & { warnings: string[]; covers: PhotoBlur[][] }) | undefined;
  done: 'pubblicata' | 'tolta' | undefined;
  errors: FieldErrors | undefined;
  message: string | undefined;
  token: string;
  key: string;
  versione: string;
};

const TEXT_FIELDS = ['titolo', 'descrizione', 'luogo', 'risposta'] as const;
const PHOTO_FIELD = 'foto:';
const BLUR_FIELD = 'sfoca:';

/** @returns what to show, or where to go @throws PortalError `not_found` for a case that is not of the caller's enti */
export async function openPubblicazionePage(astro: AstroGlobal): Promise<PubblicazioneView | Response> {
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const id = params.id ?? '';
  const pratica = await requireOwn(ctx, id);
  const ente = await enteOfPage(ctx.house, '', pratica.ente);
  locals.ente = ente;
  const form = await readForm(astro);
  const path = `${PUBBLICA_PATH}/${pratica.ufficio}`;
  const sent = form ? await attemptSend(astro, path, () => pressButton(form, id, ctx)) : undefined;
  if (sent?.ok && sent.data) return astro.redirect(`${path}?fatto=${sent.data}`, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const stored = await callOperation('pubblicazionePratica', { id }, ctx);
  const typed = Object.fromEntries(
    TEXT_FIELDS.map((name) => [name, form?.fields[name] ?? stored[name]]),
  ) as PubblicazioneView['typed'];
  const photos = stored.foto.map((photo) => ({
    ...photo,
    src: `/api/v1/portale/allegati/${photo.id}?vista=operatore&apri=1`,
    isChosen: form?.fields[PHOTO_FIELD + photo.id] === 'on',
    blurs: form?.fields[BLUR_FIELD + photo.id] ?? '',
  }));
  const withPoint = form ? form.fields.con_punto === 'on' : stored.con_punto;
  // Those that are chosen take the place of the others.
  const keepsPhotos = form
    ? form.fields.tieni_foto === 'on' && !photos.some(({ isChosen }) => isChosen)
    : stored.pubblicate > 0;
  const isPreview = form?.action === 'anteprima' && !error;
  return {
    protocollo: protocollo(pratica),
    caseHref: ufficioPath(pratica, ente),
    stato: stored.stato,
    typed,
    photos,
    isListed: stored.in_elenco,
    pagina: stored.pagina,
    hasPoint: stored.ha_punto,
    withPoint,
    keepsPhotos,
    publishedPhotos: stored.pubblicate,
    followers: followersForOffice(stored.seguita_da, stored.non_risolta_per),
    preview: isPreview
      ? previewOf(ctx, pratica, { typed, withPoint, photos: keepsPhotos ? undefined : photos, stored, ente })
      : undefined,
    done: form ? undefined : DONE_ACTIONS.find((name) => name === url.searchParams.get('fatto')),
    errors: error?.fields,
    message: error && !error.fields ? error.message : undefined,
    token: locals.token(),
    key: form?.key ?? randomId(),
    versione: form?.fields.versione ?? stored.versione,
  };
}

const DONE_ACTIONS = ['pubblicata', 'tolta'] as const;

/** @returns what was done; undefined when only a preview was asked for */
async function pressButton(form: PageForm, id: string, ctx: CallContext): Promise<PubblicazioneView['done']> {
  if (form.error) throw form.error;
  const { fields, action, key } = form;
  if (action === 'togli') {
    await callOperation('togliSegnalazione', { id }, ctx, key);
    return 'tolta';
  }
  if (action !== 'pubblica') {
    if (!fields.titolo?.trim())
      throw new PortalError('invalid', { fields: { titolo: ['Scrivi il titolo che tutti leggeranno.'] } });
    return undefined;
  }
  const photos = Object.keys(fields)
    .filter((name) => name.startsWith(PHOTO_FIELD) && fields[name] === 'on')
    .map((name) => name.slice(PHOTO_FIELD.length))
    .map((photo) => ({ id: photo, sfoca: parseBlurs(fields[BLUR_FIELD + photo]) }));
  const { titolo, descrizione, luogo, risposta, con_punto, versione } = fields;
  const keeps = fields.tieni_foto === 'on' && photos.length === 0;
  const texts = { titolo, descrizione, luogo, risposta };
  const body = { id, ...texts, con_punto, tieni_foto: keeps, versione, foto: photos };
  await callWithFields('rilasciaSegnalazione', body, ctx, key);
  return 'pubblicata';
}

/** What is no part of a photo does not count: the field is the page's own. */
const parseBlurs = (typed = ''): PhotoBlur[] =>
  typed
    .split(';')
    .map((part) => blurSchema.safeParse(part.split(',').map(Number)))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));

type TypedRelease = {
  typed: PubblicazioneView['typed'];
  withPoint: boolean;
  /** Undefined: those that everybody sees already */
  photos: readonly PhotoChoice[] | undefined;
  stored: Pubblicazione;
  ente: Parameters<typeof areaName>[0];
};

function previewOf(
  ctx: CallContext,
  pratica: Pratica,
  { typed, withPoint, photos, stored, ente }: TypedRelease,
): PubblicazioneView['preview'] {
  const chosen = photos?.filter(({ isChosen }) => isChosen) ?? [];
  const count = photos ? chosen.length : stored.pubblicate;
  const given = (text: string) => text.trim() || null;
  const view = publicReportView(
    {
      id: pratica.pubblica ?? '',
      ente: pratica.ente,
      tipo: pratica.codice,
      tipo_nome: nameOf(ctx.house.services, pratica.codice),
      area: pratica.area,
      area_nome: pratica.area && areaName(ente, pratica.area),
      giorno: todayInRome(pratica.inviata_il),
      stato: publicStato(pratica.stato),
      chiusa: null,
      titolo: given(typed.titolo),
      luogo: given(typed.luogo),
      descrizione: given(typed.descrizione),
      risposta: given(typed.risposta),
      ...(withPoint ? { lat: pratica.lat, lon: pratica.lon } : { lat: null, lon: null }),
      foto: Array.from({ length: count }, (_, at) => ({ n: at + 1, larghezza: 640, altezza: 480 })),
      tappe: [],
      seguita_da: 0,
    },
    photos && ((_id, n) => chosen[n - 1]?.src ?? ''),
  );
  const warnings = TEXT_FIELDS.flatMap((name) =>
    findPersonalWords(typed[name], pratica).map((found) => `${FIELD_NAMES[name]}: ${personalInWords(found)}.`),
  );
  return { ...view, warnings, covers: chosen.map(({ blurs }) => parseBlurs(blurs)) };
}

const FIELD_NAMES = { titolo: 'Titolo', descrizione: 'Testo', luogo: 'Luogo', risposta: 'Risposta' } as const;
