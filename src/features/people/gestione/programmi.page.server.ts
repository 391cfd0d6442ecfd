/** What `/gestione/programmi` shows, and what its forms do. A key that was just made is shown once, in the answer to its form. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PROGRAM_SCOPES, type ProgramScope } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import { type GestioneFrame, openGestione } from './gestione.page.server.ts';
import { DEFAULT_DAILY, DEFAULT_HOURLY, type ProgrammaView, type WebhookView } from './programmi.contract.ts';
import { servicesOf } from './programmi-gestione.server.ts';

/** What a key may open, in words. */
const SCOPE_WORDS: Readonly<Record<ProgramScope, { label: string; hint: string }>> = {
  'segnalazioni:invia': {
    label: 'Inviare segnalazioni',
    hint: 'Con lo standard Open311, per un’app o un altro sito: con foto, e leggendo poi lo stato di quelle che ha inviato.',
  },
  'pratiche:leggi': {
    label: 'Leggere le pratiche',
    hint: 'Che cosa è cambiato, messaggi, file, stati: per il gestionale di un ufficio. Contengono dati personali.',
  },
  'pratiche:scrivi': {
    label: 'Lavorare le pratiche',
    hint: 'Prenderle in carico, rispondere, chiedere integrazioni, decidere, scrivere il protocollo, allegare file. E mostrare ai cittadini le pratiche che segue il programma stesso.',
  },
  'pagamenti:leggi': {
    label: 'Leggere gli incassi',
    hint: 'Ricevute e riversamenti: per la contabilità. Contengono dati personali.',
  },
  'pagamenti:scrivi': { label: 'Caricare il giornale di cassa', hint: 'Gli accrediti del tesoriere.' },
  'posizioni:scrivi': {
    label: 'Inviare posizioni e documenti',
    hint: 'I file del gestionale dei tributi: aggiungono, cambiano e chiudono quello che i cittadini vedono.',
  },
};
const scopeField = (scope: ProgramScope) => `permesso_${scope.replace(':', '_')}`;
const serviceField = (codice: string) => `servizio_${codice}`;

/** A box of the form for a new key. */
type ProgrammaTick = { name: string; label: string; hint?: string; isTicked: boolean };
/** A program of the list. @property opens what its key opens @property limits to which services and networks, and until when */
type ShownProgramma = ProgrammaView & { opens: string; limits: string; isOver: boolean };

/** What is shown once: a key, a new one for a program that had one, the secret of a webhook. */
type MadeKind = 'key' | 'renewal' | 'webhook';
/** What is asked before it is done. */
type ProgrammaQuestion = 'revoca' | 'rinnova' | 'webhook' | 'togli_webhook' | 'ripeti';
/** By the button that asks for it, and by the one that answers: a refused answer is asked for again. */
const ASKED_BY: Readonly<Record<string, ProgrammaQuestion>> = {
  chiedi_revoca: 'revoca',
  chiedi_rinnova: 'rinnova',
  chiedi_webhook: 'webhook',
  crea_webhook: 'webhook',
  chiedi_togli_webhook: 'togli_webhook',
  chiedi_ripeti: 'ripeti',
  ripeti: 'ripeti',
};

/**
 * @property made the program whose key was just made, or made anew @property asks what is asked before it is done
 * @property values of the form for a new one
 */
export type ProgrammiView = GestioneFrame & {
  programmi: ShownProgramma[];
  made: { nome: string; chiave: string; kind: MadeKind } | undefined;
  asks:
    | { programma: ShownProgramma; about: ProgrammaQuestion; webhook: WebhookView | undefined; typed: string }
    | undefined;
  values: Readonly<Record<'nome' | 'email' | 'reti' | 'fino_al' | 'client_id' | 'all_ora' | 'al_giorno', string>>;
  /** The issuer with whose tokens programs may call, if there is one */
  issuer: string | undefined;
  garantisce: boolean;
  scopes: ProgrammaTick[];
  services: ProgrammaTick[];
  open311Url: string;
  apiUrl: string;
};

const EMPTY_VALUES = {
  nome: '',
  email: '',
  reti: '',
  fino_al: '',
  client_id: '',
  all_ora: String(DEFAULT_HOURLY),
  al_giorno: String(DEFAULT_DAILY),
};

export async function openProgrammiPage(astro: AstroGlobal): Promise<ProgrammiView | Response> {
  const opened = await openGestione(astro, {
    revoca: (form) => ({ operation: 'revocaProgramma', fields: { programma: form.fields.programma } }),
    togli_webhook: ({ fields: { webhook } }) => ({ operation: 'togliWebhook', fields: { webhook } }),
    ritenta: ({ fields: { webhook } }) => ({ operation: 'ritentaWebhook', fields: { webhook } }),
    ripeti: ({ fields: { webhook, dal } }) => ({ operation: 'ripetiWebhook', fields: { webhook, dal } }),
    crea: () => null,
    rinnova: () => null,
    ...Object.fromEntries(
      Object.keys(ASKED_BY)
        .filter((action) => action !== 'ripeti')
        .map((action) => [action, () => null]),
    ),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ctx } = astro.locals;
  const services = await servicesOf(ctx.house, frame.ente);
  const makes = form && !form.error && isMaking(form.action);
  const done = makes ? await makeKey(astro, form, { ente: frame.ente, codes: Object.keys(services) }) : undefined;
  const listed = await callOperation('programmiEnte', { ente: frame.ente }, ctx);
  const programmi = listed.programmi.map((one) => shownProgramma(one, services, todayInRome(ctx.now)));
  const error = done && !done.ok ? done.error : undefined;
  if (error) failWith(astro, error);
  const typed: Readonly<Record<string, string>> | undefined =
    form?.action === 'crea' && !done?.ok ? form.fields : undefined;
  const named = programmi.find(({ id }) => id === form?.fields.programma);
  const about = done?.ok ? undefined : ASKED_BY[form?.action ?? ''];
  const { origin } = new URL(ctx.house.settings.publicUrl);
  return {
    ...frame,
    errors: error?.fields ? besideTicks(error.fields) : frame.errors,
    message: error && !error.fields ? error.message : frame.message,
    programmi,
    made: done?.ok
      ? { nome: named?.nome ?? form?.fields.nome ?? '', chiave: done.data.secret, kind: done.data.kind }
      : undefined,
    asks:
      about && named && named.revocato === null && !form?.error
        ? {
            programma: named,
            about,
            webhook: named.webhook.find(({ id }) => id === form?.fields.webhook),
            typed: form?.fields.indirizzo ?? form?.fields.dal ?? '',
          }
        : undefined,
    values: { ...EMPTY_VALUES, ...typed },
    garantisce: typed?.garantisce === 'on',
    scopes: PROGRAM_SCOPES.map((scope) => ({
      name: scopeField(scope),
      label: SCOPE_WORDS[scope].label,
      hint: SCOPE_WORDS[scope].hint,
      isTicked: typed ? typed[scopeField(scope)] === 'on' : scope === 'segnalazioni:invia',
    })),
    services: Object.entries(services).map(([codice, label]) => ({
      name: serviceField(codice),
      label,
      isTicked: typed?.[serviceField(codice)] === 'on',
    })),
    issuer: ctx.house.settings.programIssuer,
    open311Url: `${origin}/open311/v2`,
    apiUrl: `${origin}/api/v1`,
  };
}

/** An error about all boxes stands at the first. */
const besideTicks = ({ permessi, servizi, ...fields }: FieldErrors): FieldErrors => ({
  ...fields,
  ...(permessi && { [scopeField('segnalazioni:invia')]: permessi }),
  ...(servizi && { _: servizi }),
});

function shownProgramma(one: ProgrammaView, services: Readonly<Record<string, string>>, today: string): ShownProgramma {
  const { permessi, servizi, reti, fino_al, client_id } = one;
  const isOver = fino_al !== null && fino_al < today;
  const limits = [
    servizi.length > 0 && `solo ${servizi.map((codice) => services[codice] ?? codice).join(', ')}`,
    reti.length > 0 && `solo dalle reti ${reti.join(', ')}`,
    client_id !== null && `anche con i token di «${client_id}»`,
    fino_al !== null && `${isOver ? 'scaduta: valeva' : 'valida'} fino ${withArticle('al', dateInWords(fino_al))}`,
  ].filter(Boolean);
  return {
    ...one,
    isOver,
    opens: permessi.map((scope) => SCOPE_WORDS[scope].label).join(' · '),
    limits: limits.join(' · '),
  };
}

const isMaking = (action: string): boolean => ['crea', 'rinnova', 'crea_webhook'].includes(action);

/** Makes a key or a webhook, whose secret is shown in this answer alone. */
function makeKey(
  astro: AstroGlobal,
  { action, fields }: PageForm,
  { ente, codes }: { ente: string; codes: readonly string[] },
): Promise<SendResult<{ secret: string; kind: MadeKind }>> {
  return attemptSend(astro, astro.url.pathname, async () => {
    const { ctx } = astro.locals;
    const { programma, subito, indirizzo } = fields;
    if (action === 'crea_webhook') {
      const made = await callWithFields('creaWebhook', { ente, programma, indirizzo }, ctx);
      return { secret: made.segreto, kind: 'webhook' };
    }
    if (action === 'rinnova') {
      const made = await callWithFields('rinnovaProgramma', { ente, programma, subito }, ctx);
      return { secret: made.chiave, kind: 'renewal' };
    }
    const { nome, email, reti, fino_al, client_id, garantisce, all_ora, al_giorno } = fields;
    const made = await callWithFields(
      'creaProgramma',
      {
        ente,
        nome,
        email,
        reti,
        fino_al,
        client_id,
        garantisce,
        all_ora,
        al_giorno,
        permessi: PROGRAM_SCOPES.filter((scope) => fields[scopeField(scope)] === 'on'),
        servizi: codes.filter((codice) => fields[serviceField(codice)] === 'on'),
      },
      ctx,
    );
    return { secret: made.chiave, kind: 'key' };
  });
}
