/** What `/gestione/importazioni` shows: the form for a file, and what became of those that were sent, by whichever door. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import { capitalizeFirst } from '../../../platform/atoms/capital.ts';
import { instantInWords } from '../../../platform/atoms/date.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import { type GestioneFrame, openGestione } from '../gestione/gestione.page.server.ts';
import { gestionePath } from '../gestione/gestione-path.ts';
import type { EsitoImportazione, Importazione, ViaImportazione } from './importazioni.contract.ts';
import { readTabella, SENT_ROWS } from './tabella.server.ts';
import type { TracciatoEnte } from './tracciati.contract.ts';
import {
  type ColonneView,
  chosenIn,
  colonneView,
  errorsOnForm,
  guessedFrom,
  savedFor,
} from './tracciato.page.server.ts';

const IMPORTAZIONI_PAGE = '/gestione/importazioni';

const ESITO_WORDS: Readonly<Record<EsitoImportazione, string>> = {
  in_corso: 'In corso',
  fatta: 'Importato',
  con_rifiuti: 'Importato in parte',
  prova: 'Prova: nulla è cambiato',
  rifiutata: 'Non importato',
  interrotta: 'Interrotto: invia di nuovo lo stesso file',
};

const VIA_WORDS: Readonly<Record<ViaImportazione, string>> = {
  pagina: 'da questa pagina',
  programma: 'da un programma',
  cartella: 'dalla cartella della notte',
};

/** A file in words. @property lines what became of its rows @property rejectsHref where the refused rows are */
type ShownImportazione = {
  id: string;
  nome: string;
  esito: string;
  sent: string;
  lines: string[];
  message: string | null;
  rejectsHref: string | undefined;
};

/** @property latest the file that was just sent @property others all others, the latest first @property asksConfirm the brake held the last one */
export type ImportazioniView = GestioneFrame & {
  latest: ShownImportazione | undefined;
  isFine: boolean;
  others: ShownImportazione[];
  asksConfirm: boolean;
  isDry: boolean;
  foglio: string;
  /** The columns of a table that are being explained */
  colonne: ColonneView | undefined;
  /** They have just been saved, and the file is awaited again */
  isExplained: boolean;
  tracciati: { nome: string; titoli: string; headings: string }[];
};

/** In place of the words for a program, which is told who can explain them. */
const EXPLAIN_WORDS =
  'Il portale non conosce ancora le colonne di questo file: spiegale qui sotto, poi scegli di nuovo il file.';

/** Of a table whose columns were saved: the page asks for the file again. */
const EXPLAINED_MARK = 'colonne';

export async function openImportazioniPage(astro: AstroGlobal): Promise<ImportazioniView | Response> {
  const opened = await openGestione(astro, {
    invia: () => null,
    anteprima: () => null,
    modifica: () => null,
    salva: (form, ente) => {
      const chosen = chosenIn(form);
      return {
        operation: 'salvaTracciato',
        fields: {
          nome: chosen?.nome,
          campi: chosen?.campi,
          completo: chosen?.completo,
          intestazioni: chosen?.tabella.headings,
        },
        landing: () => gestionePath(IMPORTAZIONI_PAGE, { ente, [EXPLAINED_MARK]: '1' }),
      };
    },
    togli: (form) => ({ operation: 'togliTracciato', fields: { intestazioni: chosenIn(form)?.tabella.headings } }),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const sent = form?.action === 'invia' && !form.error ? await sendFile(astro, form, ente) : undefined;
  if (sent?.ok) return astro.redirect(gestionePath(IMPORTAZIONI_PAGE, { ente, file: sent.data.id }), 303);
  if (sent) failWith(astro, sent.error);
  const { importazioni } = await callOperation('importazioniEnte', { ente }, astro.locals.ctx);
  const { tracciati } = await callOperation('tracciatiEnte', { ente }, astro.locals.ctx);
  const asked = astro.url.searchParams.get('file');
  const latest = form ? undefined : importazioni.find(({ id }) => id === asked);
  const errors = sent?.error.fields ?? frame.errors;
  return {
    ...frame,
    errors: errors && errorsOnForm(errors.colonne ? { colonne: [EXPLAIN_WORDS] } : errors),
    message: sent && !sent.error.fields ? sent.error.message : frame.message,
    latest: latest && shownOf(latest, ente),
    isFine: latest?.esito === 'fatta' || (latest?.esito === 'prova' && latest.errori === 0),
    others: importazioni.filter((one) => one !== latest).map((one) => shownOf(one, ente)),
    asksConfirm: sent?.error.fields?.conferma !== undefined,
    isDry: form ? form.fields.prova === 'on' : false,
    foglio: form?.fields.foglio ?? '',
    colonne: form ? await colonneOf(form, { ente, tracciati, isUnknown: errors?.colonne !== undefined }) : undefined,
    isExplained: !form && astro.url.searchParams.has(EXPLAINED_MARK),
    tracciati: tracciati.map(({ nome, intestazioni }) => ({
      nome,
      titoli: JSON.stringify(intestazioni),
      headings: intestazioni.join(', '),
    })),
  };
}

type KnownTracciati = { ente: string; tracciati: readonly TracciatoEnte[]; isUnknown: boolean };

/** What the form for columns is filled in with: of a file just sent the guesses, else what was chosen or saved. */
async function colonneOf(
  form: PageForm,
  { ente, tracciati, isUnknown }: KnownTracciati,
): Promise<ColonneView | undefined> {
  const { action, fields, files } = form;
  if (isUnknown && files.file) {
    const tabella = await readTabella(new Uint8Array(await files.file.arrayBuffer()), {
      ente,
      foglio: fields.foglio || undefined,
      workbookRows: SENT_ROWS,
    });
    return colonneView(guessedFrom(tabella), ente);
  }
  if (action === 'invia' || action === 'togli') return undefined;
  const chosen = action === 'modifica' ? savedFor(form, tracciati) : chosenIn(form);
  return chosen && colonneView(chosen, ente);
}

function sendFile(astro: AstroGlobal, { fields, files }: PageForm, ente: string): Promise<SendResult<{ id: string }>> {
  return attemptSend(astro, IMPORTAZIONI_PAGE, () =>
    callWithFields(
      'importaPosizioni',
      { ente, file: files.file, foglio: fields.foglio, prova: fields.prova, conferma: fields.conferma },
      astro.locals.ctx,
    ),
  );
}

function shownOf(one: Importazione, ente: string): ShownImportazione {
  const { id, nome, esito, via, chi, quando, messaggio, sezioni, sostituiti, errori } = one;
  const rows = sezioni.map((s) => {
    const counts = [
      `righe nuove ${inItalian(s.nuovi)}`,
      `aggiornate ${inItalian(s.aggiornati)}`,
      `invariate ${inItalian(s.invariati)}`,
      s.rifiutati > 0 && `rifiutate ${inItalian(s.rifiutati)}`,
      s.conflitti > 0 && `in conflitto ${inItalian(s.conflitti)}`,
    ].filter(Boolean);
    return `${capitalizeFirst(s.nome)}: ${counts.join(', ')}`;
  });
  const closed = sostituiti.map(
    (s) => `${s.sistema}, ${s.sezione}: righe chiuse ${inItalian(s.chiusi)} di ${inItalian(s.aperti)}`,
  );
  return {
    id,
    nome,
    esito: ESITO_WORDS[esito],
    sent: [instantInWords(Date.parse(quando)), VIA_WORDS[via], chi].filter(Boolean).join(' · '),
    lines: [...rows, ...closed, ...(errori > 0 ? [`righe da guardare: ${inItalian(errori)}`] : [])],
    message: messaggio,
    rejectsHref: one.rifiuti
      ? `/api/v1/portale/operatore/importazioni/${id}/rifiuti?${new URLSearchParams({ ente })}`
      : undefined,
  };
}

const inItalian = (n: number): string => n.toLocaleString('it-IT', { useGrouping: true });
