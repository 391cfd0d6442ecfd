/** What `/area-riservata/deleghe` shows, and what its forms do. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { withArticolo } from '../../../platform/atoms/articolo.ts';
import { addDays, dateInWords, todayInRome } from '../../../platform/atoms/date.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm, type SendResult } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enti, offeredOn } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { formatSistema, sistemaFields } from '../../cases/ente/sistemi.ts';
import { codesOnPositions } from '../../cases/posizione/azioni.ts';
import { MAX_DAYS, powersInWords } from '../../cases/posizione/deleghe-words.ts';
import { MOTIVO_WORDS } from '../../cases/posizione/motivi-delega.ts';
import { STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { asksForFirm } from '../../cases/richiedente/richiedente.ts';
import { DELEGA_CODE, FORM_PATH } from '../../services/delega-ufficio/delega.fields.ts';
import type { ShownAtto, ShownDelega } from './deleghe.contract.ts';
import { DELEGHE_PATH } from './deleghe.ts';

const DONE_MESSAGES = {
  data: 'Delega data: vale appena la persona che hai indicato la accetta. La trova in questa pagina quando accede.',
  accettata: 'Delega accettata: apri le posizioni da «Per chi agisci tu».',
  chiusa: 'La delega non vale più, da adesso.',
} as const;
type DoneAction = keyof typeof DONE_MESSAGES;
const isDone = (text: string | null): text is DoneAction => text !== null && text in DONE_MESSAGES;

/** @property names of its positions, and what the delegate may do, in words @property grantedBy the ente that granted it, why, and where to write to its offices */
export type DelegaRow = ShownDelega & {
  names: string[];
  powers: string;
  grantedBy: { by: string; motivo: string; href: string | undefined } | null;
};
/** @property state of a case, in words */
type AttoRow = ShownAtto & { day: string; state: string | undefined };
/** A box of the form for a new delegation. @property field its name */
export type FormTick = { field: string; label: string; isTicked: boolean };

export type DelegheView = {
  given: DelegaRow[];
  waiting: DelegaRow[];
  received: DelegaRow[];
  newerHref: string | undefined;
  olderHref: string | undefined;
  /** Asked before it is ended, and what one of them was used for */
  toEnd: { delega: DelegaRow; isGiver: boolean } | undefined;
  used: { delega: DelegaRow; atti: AttoRow[] } | undefined;
  /** Where a delegation is asked of an office, where one grants them */
  askHref: string | undefined;
  /** Positions that the citizen may let others act on, all of them in one, and services whose requests the others may send */
  ticks: FormTick[];
  everyPosizione: FormTick;
  servizi: FormTick[];
  /** As typed in the form for a new one */
  values: Readonly<Record<string, string>>;
  firstDay: string;
  lastDay: string;
  errors: FieldErrors | undefined;
  message: string | undefined;
  done: string | undefined;
  token: string;
  key: string;
};

/** @returns what to show, or where to go after a form that was done */
export async function openDeleghePage(astro: AstroGlobal): Promise<DelegheView | Response> {
  const form = await readForm(astro);
  const sent = form && (await runForm(astro, form));
  if (sent?.ok) return astro.redirect(`${DELEGHE_PATH}?fatto=${sent.data}`, 303);
  if (sent) failWith(astro, sent.error);
  return viewOf(astro, form, sent?.error);
}

function runForm(astro: AstroGlobal, form: PageForm): Promise<SendResult<DoneAction>> {
  const { ctx } = astro.locals;
  const { fields } = form;
  return attemptSend(astro, DELEGHE_PATH, async (): Promise<DoneAction> => {
    if (form.error) throw form.error;
    if (form.action === 'accetta') {
      await callWithFields('accettaDelega', { id: fields.id }, ctx);
      return 'accettata';
    }
    if (form.action === 'chiudi') {
      await callWithFields('chiudiDelega', { id: fields.id }, ctx);
      return 'chiusa';
    }
    const { delegato, paga, presenta, avvisi, fino_a } = fields;
    const posizioni = EVERY_POSIZIONE in fields ? await readHeldIds(ctx) : tickedIn(fields, POSIZIONE_PREFIX);
    // Boxes that are hidden by the other answer may still be ticked.
    const servizi = fields.quali === 'alcune' ? tickedIn(fields, SERVIZIO_PREFIX) : undefined;
    await callWithFields(
      'nuovaDelega',
      { delegato, posizioni, paga, presenta, servizi, avvisi, fino_a },
      ctx,
      form.key,
    );
    return 'data';
  });
}

const POSIZIONE_PREFIX = 'posizione_';
const SERVIZIO_PREFIX = 'servizio_';
/** The box that stands for all positions of the day. */
const EVERY_POSIZIONE = 'posizioni_tutte';

/** What was ticked in a list of boxes. */
const tickedIn = (fields: PageForm['fields'], prefix: string): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []));

/** What they have by a delegation they cannot pass on. */
const readHeldIds = async (ctx: CallContext): Promise<string[]> =>
  (await callOperation('listaPosizioni', {}, ctx)).map(({ Id }) => Id);

async function viewOf(astro: AstroGlobal, form: PageForm | null, error: PortalError | undefined): Promise<DelegheView> {
  const { ctx } = astro.locals;
  const query = astro.url.searchParams;
  const page = pageAt(query.get('pagina'));
  const today = todayInRome(ctx.now);
  const typed = form?.fields ?? {};
  const [{ date, ricevute, altre }, rowOf, ticks] = await Promise.all([
    callOperation('mieDeleghe', { pagina: page }, ctx),
    rowMaker(astro),
    readTicks(astro, typed),
  ]);
  const given = date.map(rowOf);
  const received = ricevute.map(rowOf);
  const asked = query.get('chiudi');
  const isNew = form !== null && !['accetta', 'chiudi'].includes(form.action);
  const toEnd = given.concat(received).find(({ id }) => id === asked);
  return {
    given,
    waiting: received.filter(({ stato }) => stato === 'attesa'),
    received: received.filter(({ stato }) => stato !== 'attesa'),
    newerHref: page > 1 ? pageHref(page - 1) : undefined,
    olderHref: altre ? pageHref(page + 1) : undefined,
    toEnd: toEnd && !form ? { delega: toEnd, isGiver: given.includes(toEnd) } : undefined,
    used: await readUsed(astro, query.get('delega'), rowOf),
    askHref: await whereToAsk(astro),
    ticks,
    everyPosizione: {
      field: EVERY_POSIZIONE,
      label: `Tutte quelle che ho oggi (${ticks.length})`,
      isTicked: EVERY_POSIZIONE in typed,
    },
    servizi: servizioTicks(ctx, typed),
    values: isNew ? form.fields : { avvisi: 'entrambi', paga: 'on', quali: 'tutte', fino_a: addDays(today, 365) },
    firstDay: today,
    lastDay: addDays(today, MAX_DAYS),
    errors: error?.fields && besideTicks(error.fields, ticks),
    message: error?.fields ? undefined : error?.message,
    done: doneOf(form ? null : query.get('fatto')),
    token: astro.locals.token(),
    // The key stays while the same form is tried again, so that it gives one delegation.
    key: form?.key ?? randomId(),
  };
}

function grantOf({ ente: id, motivo }: NonNullable<ShownDelega['concessa']>, ente: Ente | undefined) {
  const href = ente?.categorie.includes('SPORTELLO') ? `/sportello-territoriale?ente=${id}` : undefined;
  return { by: `dall’ufficio ${ente ? withArticolo('di', ente) : `di ${id}`}`, motivo: MOTIVO_WORDS[motivo], href };
}

/** A position of a firm is delegated in the firm's name. */
const onBehalf = (ditta: string | null): string => (ditta === null ? '' : `, per conto di ${ditta}`);

/** Where an office is asked for a delegation, if one of the page's grants any. */
async function whereToAsk({ locals: { ctx, ente } }: AstroGlobal): Promise<string | undefined> {
  return (await offeredOn(ctx.house, ente)).includes(DELEGA_CODE) ? FORM_PATH : undefined;
}

const doneOf = (text: string | null): string | undefined => (isDone(text) ? DONE_MESSAGES[text] : undefined);

/** A page that does not exist comes from a changed address: the list is empty, and leads back. */
const pageAt = (text: string | null): number => (/^[1-9]\d{0,2}$/.test(text ?? '') ? Number(text) : 1);
const pageHref = (page: number): string => `${DELEGHE_PATH}${page > 1 ? `?pagina=${page}` : ''}#ricevute`;

/** An error of the positions stands at the first tick, one of the services at their question. */
const besideTicks = ({ posizioni, servizi, ...others }: FieldErrors, [first]: readonly FormTick[]): FieldErrors => ({
  ...others,
  ...(posizioni && { [first?.field ?? 'delegato']: posizioni }),
  ...(servizi && { quali: servizi }),
});

async function rowMaker({ locals: { ctx } }: AstroGlobal): Promise<(delega: ShownDelega) => DelegaRow> {
  const all = await enti(ctx.house);
  const byId = new Map(all.map((one) => [one.id, one]));
  return (delega) => ({
    ...delega,
    powers: powersInWords(delega, (codice) => nameOf(ctx.house.services, codice)),
    grantedBy: delega.concessa && grantOf(delega.concessa, byId.get(delega.concessa.ente)),
    names: delega.posizioni.map(({ codice_utente, ente, sistema, ditta }) => {
      const name = byId.get(ente)?.nome ?? ente;
      return `${formatSistema(sistemaFields(byId.get(ente), sistema))}, codice utente ${codice_utente} (${name})${onBehalf(ditta)}`;
    }),
  });
}

async function readTicks({ locals: { ctx } }: AstroGlobal, typed: PageForm['fields']): Promise<FormTick[]> {
  const own = await callOperation('listaPosizioni', {}, ctx);
  return own.map((p) => {
    const field = `${POSIZIONE_PREFIX}${p.Id}`;
    const label = `${formatSistema(p)}, codice utente ${p.codice_utente} (${p.nome_ente})${onBehalf(asksForFirm(p.ruolo) ? p.intestatario : null)}`;
    return { field, label, isTicked: field in typed };
  });
}

const servizioTicks = ({ house: { services } }: CallContext, typed: PageForm['fields']): FormTick[] =>
  codesOnPositions(services).map((codice) => {
    const field = `${SERVIZIO_PREFIX}${codice}`;
    return { field, label: nameOf(services, codice), isTicked: field in typed };
  });

/** @returns undefined when the address names none of the citizen's */
async function readUsed(
  astro: AstroGlobal,
  id: string | null,
  rowOf: (delega: ShownDelega) => DelegaRow,
): Promise<DelegheView['used']> {
  if (!id) return undefined;
  const read = await attemptSend(astro, DELEGHE_PATH, () => callOperation('attiDelega', { id }, astro.locals.ctx));
  if (!read.ok) return undefined;
  const { delega, atti } = read.data;
  return {
    delega: rowOf(delega),
    atti: atti.map((one) => ({
      ...one,
      day: dateInWords(Date.parse(one.quando)),
      state: one.stato === null ? undefined : STATO_LABELS[one.stato as StatoPratica].toLowerCase(),
    })),
  };
}
