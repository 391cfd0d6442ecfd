/** What the pages below `/gestione` show, and what their forms do. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { PortalHouse } from '../../../context.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteOfPage, forgetEnti } from '../../cases/ente/ente.server.ts';
import { FILE_SUFFIX } from './dati-form.ts';
import { DATI_PAGE } from './dati-parts.ts';
import {
  type gestioneOperations,
  MODIFICHE_PAGE_SIZE,
  type ModificaView,
  type UfficiEnte,
  type UfficioView,
} from './gestione.contract.ts';
import { GESTIONE_PAGE, gestionePath } from './gestione-path.ts';
import { seenMark } from './modifiche.server.ts';
import { LAST_ADMINISTRATOR, UFFICIO_FIELDS } from './uffici-gestione.server.ts';

/** The links that all pages have. */
const GESTIONE_LINKS = [
  { path: GESTIONE_PAGE, name: 'Inizio' },
  { path: `${GESTIONE_PAGE}/uffici`, name: 'Uffici e persone' },
  { path: DATI_PAGE, name: 'Dati e servizi' },
  { path: `${GESTIONE_PAGE}/pagopa`, name: 'pagoPA' },
  { path: `${GESTIONE_PAGE}/protocollo`, name: 'Protocollo' },
  { path: `${GESTIONE_PAGE}/app-io`, name: 'App IO' },
  { path: `${GESTIONE_PAGE}/programmi`, name: 'Programmi' },
  { path: `${GESTIONE_PAGE}/importazioni`, name: 'Importazioni' },
  { path: `${GESTIONE_PAGE}/modifiche`, name: 'Modifiche' },
];

/**
 * What all pages have. @property isSaved the last form was accepted @property errors, message of the form that was not
 * @property isConflict somebody changed the same values in the meantime
 */
export type GestioneFrame = {
  ente: string;
  links: { href: string; name: string; isCurrent: boolean }[];
  /** The other enti that the person administers */
  enti: { href: string; name: string }[];
  token: string;
  key: string;
  isSaved: boolean;
  isConflict: boolean;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

type GestioneForm = { frame: GestioneFrame; form: PageForm | null };

/** The operations that change something. */
type ChangeName =
  | Exclude<
      keyof typeof gestioneOperations,
      'ufficiEnte' | 'modificheEnte' | 'datiEnte' | 'provaDati' | 'provaRiga' | 'provaCalendario' | 'provaRipristina'
    >
  | 'revocaProgramma'
  | 'togliWebhook'
  | 'ritentaWebhook'
  | 'ripetiWebhook'
  | 'salvaConvenzione'
  | 'salvaProtocollo'
  | 'riprovaProtocollo'
  | 'verificaProtocollo'
  | 'salvaChiaveIo'
  | 'togliChiaveIo'
  | 'salvaTracciato'
  | 'togliTracciato';

/** What a form sends. @property landing where to go when it was accepted, by the id of what was changed; else back to the page */
type GestioneSend = { operation: ChangeName; fields: ReceivedFields; landing?(id: string): string };
type SendOf = (form: PageForm, ente: string) => GestioneSend | null | Promise<GestioneSend | null>;

/** A text that is far too long comes back whole, with words that say how long it may be. Bytes, as a form encodes it. */
const MAX_TEXTS = 1024 * 1024;

/**
 * Reads the form of a page, sends it, and goes back to the page; a refused one is shown again.
 * @param sends by the button's `_azione`; null: the page itself does what the button asks for
 * @throws PortalError `not_found` for an ente that the person does not administer
 */
export async function openGestione(
  astro: AstroGlobal,
  sends: Readonly<Record<string, SendOf>>,
): Promise<GestioneForm | Response> {
  const { url, locals } = astro;
  const { ctx } = locals;
  const amministra = ctx.user?.amministra ?? [];
  const ente = url.searchParams.get('ente') ?? amministra[0] ?? '';
  if (!amministra.includes(ente)) throw new PortalError('not_found');
  const form = await readForm(astro, { texts: MAX_TEXTS });
  const refused = form && (await sendGestione(astro, form, { sends, ente }));
  if (refused instanceof Response) return refused;
  if (refused) failWith(astro, refused);
  locals.ente = await enteOfPage(ctx.house, url.hostname, ente);
  const names = await Promise.all(
    amministra.map(async (id) => ({ id, name: (await enteOfPage(ctx.house, '', id)).nome })),
  );
  return {
    form,
    frame: {
      ente,
      links: GESTIONE_LINKS.map(({ path, name }) => ({
        href: gestionePath(path, { ente }),
        name,
        isCurrent: url.pathname === path,
      })),
      enti: names
        .filter(({ id }) => id !== ente)
        .map(({ id, name }) => ({ href: gestionePath(GESTIONE_PAGE, { ente: id }), name })),
      token: locals.token(),
      key: randomId(),
      isSaved: !form && url.searchParams.has('fatto'),
      isConflict: refused?.code === 'conflict',
      errors: refused?.fields,
      message: refused && !refused.fields ? refused.message : undefined,
    },
  };
}

/** After a conflict the form is filled in over what is there now. @param mark of that */
export const seenIn = (form: PageForm | null, { isConflict }: GestioneFrame, mark: string): string =>
  form?.fields.visti && !isConflict ? form.fields.visti : mark;

/** The names of all codes of services, as offices know them. */
export const codeNames = (services: PortalHouse['services']): Record<string, string> =>
  Object.fromEntries(services.flatMap(({ codes, officeNames = {} }) => Object.entries({ ...codes, ...officeNames })));

/** The fields of a form, with the uploaded pictures in base64 beside them. */
export async function withFiles({ fields, files }: PageForm): Promise<Record<string, string>> {
  const pictures = Object.entries(files).map(
    async ([name, file]): Promise<[string, string]> => [
      name.slice(0, -FILE_SUFFIX.length),
      // An empty file is refused as a picture: it does not mean that there is none.
      Buffer.from(await (file.size > 0 ? file : new Blob([' '])).arrayBuffer()).toString('base64'),
    ],
  );
  return { ...fields, ...Object.fromEntries(await Promise.all(pictures)) };
}

/** @returns why it was refused, where to go, or nothing when there was nothing to send */
async function sendGestione(
  astro: AstroGlobal,
  form: PageForm,
  { sends, ente }: { sends: Parameters<typeof openGestione>[1]; ente: string },
): Promise<PortalError | Response | undefined> {
  if (form.error) return form.error;
  const send = Object.hasOwn(sends, form.action) ? await sends[form.action]?.(form, ente) : undefined;
  if (send === null) return undefined;
  if (!send) return new PortalError('invalid');
  const { ctx } = astro.locals;
  const sent = await attemptSend(astro, astro.url.pathname, () =>
    callOperation(send.operation, { ente, ...send.fields }, ctx, form.key),
  );
  if (!sent.ok) return sent.error;
  forgetEnti(ctx.house);
  // Without the right they had until now there is nothing to go back to.
  const removedSelf = form.action === 'togli_amministratore' && form.fields.persona === ctx.user?.id;
  if (removedSelf) return astro.redirect('/operatore', 303);
  const query = Object.fromEntries([...astro.url.searchParams].filter(([name]) => name !== 'fatto'));
  return astro.redirect(
    send.landing?.(sent.data.id) ?? gestionePath(astro.url.pathname, { ...query, ente, fatto: '1' }),
    303,
  );
}

/** @property asks the administrator is about to give up their own right, and is asked whether they mean it */
export type UfficiView = GestioneFrame & UfficiEnte & { asks: boolean; ufficioHref(id?: string): string };

/** `/gestione/uffici` */
export async function openUfficiPage(astro: AstroGlobal): Promise<UfficiView | Response> {
  const withPersona = (operation: ChangeName) => (form: PageForm) => ({
    operation,
    fields: { persona: form.fields.persona },
  });
  const opened = await openGestione(astro, {
    aggiungi_amministratore: withPersona('aggiungiAmministratore'),
    togli_amministratore: withPersona('togliAmministratore'),
    rinuncia: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const uffici = await callOperation('ufficiEnte', { ente }, astro.locals.ctx);
  const wantsOut = form?.action === 'rinuncia' && !form.error;
  const isLast = uffici.amministratori.length < 2;
  if (wantsOut && isLast) failWith(astro, new PortalError('conflict'));
  return {
    ...frame,
    message: frame.message ?? (wantsOut && isLast ? LAST_ADMINISTRATOR : undefined),
    asks: wantsOut && !isLast,
    ...uffici,
    ufficioHref: (id) => gestionePath(`${GESTIONE_PAGE}/ufficio`, { ente, ...(id && { id }) }),
  };
}

export type UfficioPageView = GestioneFrame & {
  /** Undefined: a new one */
  ufficio: UfficioView | undefined;
  values: { nome: string; email: string; servizi: readonly string[]; attivo: boolean; incassi: boolean };
  /** What was typed for a person, by the name of the field */
  typed: Readonly<Record<string, string>>;
  codes: { codice: string; name: string }[];
  backHref: string;
  /** Mark of the values that the form was filled in over */
  visti: string;
};

/** `/gestione/ufficio` */
export async function openUfficioPage(astro: AstroGlobal): Promise<UfficioPageView | Response> {
  const { ctx } = astro.locals;
  const id = astro.url.searchParams.get('id') ?? undefined;
  const of = { ufficio: id ?? '' };
  const opened = await openGestione(astro, {
    salva: (form, ente) => ({
      operation: 'salvaUfficio',
      fields: { ...valuesIn(form), visti: form.fields.visti, ...(id && of) },
      landing: (saved) => gestionePath(`${GESTIONE_PAGE}/ufficio`, { ente, id: saved, fatto: '1' }),
    }),
    aggiungi: (form) => ({ operation: 'aggiungiPersona', fields: { ...of, email: form.fields.persona_email } }),
    togli: (form) => ({ operation: 'togliPersona', fields: { ...of, persona: form.fields.persona } }),
    assenza: ({ fields }) => {
      const { persona = '' } = fields;
      const [dal, al] = ['dal', 'al'].map((end) => fields[`${end}_${persona}`]);
      return { operation: 'assenzaPersona', fields: { ...of, persona, dal, al } };
    },
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { uffici } = await callOperation('ufficiEnte', { ente: frame.ente }, ctx);
  const ufficio = uffici.find((u) => u.id === id);
  if (id !== undefined && !ufficio) throw new PortalError('not_found');
  return {
    ...frame,
    errors: form && frame.errors ? errorsOnPage(form, frame.errors) : undefined,
    ufficio,
    values:
      form?.action === 'salva'
        ? valuesIn(form)
        : (ufficio ?? { nome: '', email: '', servizi: [], attivo: true, incassi: false }),
    typed: form?.fields ?? {},
    codes: Object.entries(codeNames(ctx.house.services)).map(([codice, name]) => ({ codice, name })),
    backHref: gestionePath(`${GESTIONE_PAGE}/uffici`, { ente: frame.ente }),
    visti: seenIn(form, frame, seenMark(ufficio ?? null, UFFICIO_FIELDS)),
  };
}

const CODE_FIELD = 'servizio_';

const valuesIn = ({ fields }: PageForm) => ({
  nome: fields.nome ?? '',
  email: fields.email ?? '',
  servizi: Object.keys(fields).flatMap((name) => (name.startsWith(CODE_FIELD) ? [name.slice(CODE_FIELD.length)] : [])),
  attivo: fields.attivo === 'on',
  incassi: fields.incassi === 'on',
});

/** The fields of the small forms have names of their own on the page, because an id is there once. */
function errorsOnPage({ action, fields }: PageForm, errors: FieldErrors): FieldErrors {
  const nameOnPage = (name: string) => {
    if (action === 'aggiungi' && name === 'email') return 'persona_email';
    if (action === 'assenza') return `${name}_${fields.persona}`;
    return name;
  };
  return Object.fromEntries(Object.entries(errors).map(([name, words]) => [nameOnPage(name), words]));
}

/** @property outside the change that was to be taken back, with the appointments of which it has to be said what becomes of them */
export type ModifichePageView = GestioneFrame & {
  modifiche: ModificaView[];
  outside:
    | { modifica: string; appuntamenti: OperationOutput<typeof gestioneOperations.provaRipristina>['fuori_orario'] }
    | undefined;
  total: number;
  page: number;
  previousHref?: string | undefined;
  nextHref?: string | undefined;
};

/** `/gestione/modifiche` */
export async function openModifichePage(astro: AstroGlobal): Promise<ModifichePageView | Response> {
  const opened = await openGestione(astro, {
    ripristina: ({ fields: { modifica, fuori_orario } }) => ({
      operation: 'ripristina',
      fields: { modifica, fuori_orario },
    }),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const modifica = frame.errors?.fuori_orario && form?.fields.modifica;
  const asked = modifica ? await callOperation('provaRipristina', { ente, modifica }, astro.locals.ctx) : undefined;
  const page = Number(astro.url.searchParams.get('pagina') ?? 1) || 1;
  const fields = { ente, pagina: String(page) };
  const { modifiche, totale } = await callOperation('modificheEnte', fields, astro.locals.ctx);
  const hrefOf = (n: number) =>
    n >= 1 && n <= Math.ceil(totale / MODIFICHE_PAGE_SIZE)
      ? gestionePath(astro.url.pathname, { ente, pagina: String(n) })
      : undefined;
  return {
    ...frame,
    modifiche,
    outside: modifica && asked ? { modifica, appuntamenti: asked.fuori_orario } : undefined,
    total: totale,
    page,
    previousHref: hrefOf(page - 1),
    nextHref: hrefOf(page + 1),
  };
}
