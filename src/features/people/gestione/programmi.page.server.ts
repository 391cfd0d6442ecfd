/** What `/gestione/programmi` shows, and what its forms do. A key that was just made is shown once, in the answer to its form. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { PROGRAM_SCOPES, type ProgramScope } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import { type GestioneFrame, openGestione } from './gestione.page.server.ts';
import { DEFAULT_DAILY, DEFAULT_HOURLY, type ProgrammaView } from './programmi.contract.ts';
import { servicesOf } from './programmi-gestione.server.ts';

/** What a key may open, in words. */
const SCOPE_WORDS: Readonly<Record<ProgramScope, { label: string; hint: string }>> = {
  'segnalazioni:invia': {
    label: 'Inviare segnalazioni',
    hint: 'Con lo standard Open311, per un’app o un altro sito.',
  },
  'pratiche:leggi': {
    label: 'Leggere le pratiche',
    hint: 'Che cosa è cambiato, messaggi, file, stati: per il gestionale di un ufficio. Contengono dati personali.',
  },
  'pratiche:scrivi': {
    label: 'Lavorare le pratiche',
    hint: 'Prenderle in carico, rispondere, chiedere integrazioni, decidere, scrivere il protocollo, allegare file.',
  },
  'pagamenti:leggi': {
    label: 'Leggere gli incassi',
    hint: 'Ricevute e riversamenti: per la contabilità. Contengono dati personali.',
  },
  'pagamenti:scrivi': { label: 'Caricare il giornale di cassa', hint: 'Gli accrediti del tesoriere.' },
};
const scopeField = (scope: ProgramScope) => `permesso_${scope.replace(':', '_')}`;
const serviceField = (codice: string) => `servizio_${codice}`;

/** A box of the form for a new key. */
type ProgrammaTick = { name: string; label: string; hint?: string; isTicked: boolean };
/** A program of the list. @property opens what its key opens @property limits to which services and networks, and until when */
type ShownProgramma = ProgrammaView & { opens: string; limits: string; isOver: boolean };

/**
 * @property made the program whose key was just made, or made anew @property asks what is asked before it is done
 * @property values of the form for a new one
 */
export type ProgrammiView = GestioneFrame & {
  programmi: ShownProgramma[];
  made: { nome: string; chiave: string; isRenewed: boolean } | undefined;
  asks: { programma: ShownProgramma; about: 'revoca' | 'rinnova' } | undefined;
  values: Readonly<Record<'nome' | 'email' | 'reti' | 'fino_al' | 'all_ora' | 'al_giorno', string>>;
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
  all_ora: String(DEFAULT_HOURLY),
  al_giorno: String(DEFAULT_DAILY),
};

export async function openProgrammiPage(astro: AstroGlobal): Promise<ProgrammiView | Response> {
  const opened = await openGestione(astro, {
    revoca: (form) => ({ operation: 'revocaProgramma', fields: { programma: form.fields.programma } }),
    crea: () => null,
    rinnova: () => null,
    chiedi_revoca: () => null,
    chiedi_rinnova: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ctx } = astro.locals;
  const services = await servicesOf(ctx.house, frame.ente);
  const makes = form && !form.error && ['crea', 'rinnova'].includes(form.action);
  const done = makes ? await makeKey(astro, form, { ente: frame.ente, codes: Object.keys(services) }) : undefined;
  const listed = await callOperation('programmiEnte', { ente: frame.ente }, ctx);
  const programmi = listed.programmi.map((one) => shownProgramma(one, services, todayInRome(ctx.now)));
  const error = done && !done.ok ? done.error : undefined;
  if (error) failWith(astro, error);
  const typed: Readonly<Record<string, string>> | undefined =
    form?.action === 'crea' && !done?.ok ? form.fields : undefined;
  const named = programmi.find(({ id }) => id === form?.fields.programma);
  const about = form?.action === 'chiedi_revoca' ? 'revoca' : form?.action === 'chiedi_rinnova' ? 'rinnova' : undefined;
  const { origin } = new URL(ctx.house.settings.publicUrl);
  return {
    ...frame,
    errors: error?.fields ? besideTicks(error.fields) : frame.errors,
    message: error && !error.fields ? error.message : frame.message,
    programmi,
    made: done?.ok
      ? { nome: named?.nome ?? form?.fields.nome ?? '', chiave: done.data.chiave, isRenewed: named !== undefined }
      : undefined,
    asks: about && named && named.revocato === null && !form?.error ? { programma: named, about } : undefined,
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
  const { permessi, servizi, reti, fino_al } = one;
  const isOver = fino_al !== null && fino_al < today;
  const limits = [
    servizi.length > 0 && `solo ${servizi.map((codice) => services[codice] ?? codice).join(', ')}`,
    reti.length > 0 && `solo dalle reti ${reti.join(', ')}`,
    fino_al !== null && `${isOver ? 'scaduta: valeva' : 'valida'} fino ${withArticle('al', dateInWords(fino_al))}`,
  ].filter(Boolean);
  return {
    ...one,
    isOver,
    opens: permessi.map((scope) => SCOPE_WORDS[scope].label).join(' · '),
    limits: limits.join(' · '),
  };
}

function makeKey(
  astro: AstroGlobal,
  { action, fields }: PageForm,
  { ente, codes }: { ente: string; codes: readonly string[] },
): Promise<SendResult<{ id: string; chiave: string }>> {
  return attemptSend(astro, astro.url.pathname, async () => {
    const { ctx } = astro.locals;
    if (action === 'rinnova')
      return callWithFields('rinnovaProgramma', { ente, programma: fields.programma, subito: fields.subito }, ctx);
    const { nome, email, reti, fino_al, garantisce, all_ora, al_giorno } = fields;
    return callWithFields(
      'creaProgramma',
      {
        ente,
        nome,
        email,
        reti,
        fino_al,
        garantisce,
        all_ora,
        al_giorno,
        permessi: PROGRAM_SCOPES.filter((scope) => fields[scopeField(scope)] === 'on'),
        servizi: codes.filter((codice) => fields[serviceField(codice)] === 'on'),
      },
      ctx,
    );
  });
}
