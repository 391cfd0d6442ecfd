/** What `/ditta/{chiave}` shows: the work that the link of a firm opens, and the form by which the firm answers. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { dateInWords, instantInWords } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { unsentFiles } from '../allegati/allegati.server.ts';
import { fileIdsIn, takeFiles } from '../allegati/page-files.server.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import type { dittaOperations, Rapporto } from './ditta.contract.ts';
import { DITTA_PATH } from './ditta.ts';

type GivenWork = OperationOutput<typeof dittaOperations.leggiAffidata>;
/** A picture or file by its addresses. @property small of its thumbnail */
type DittaFile = { nome: string; href: string; small?: string | undefined };

export type DittaView =
  | { kind: 'gone'; title: string; message: string }
  | {
      kind: 'open';
      work: GivenWork;
      ente: Ente;
      expiresOn: string;
      doneOn: string | undefined;
      facts: SummaryBlock['items'];
      foto: DittaFile[];
      rapporti: { when: string; testo: string; fatto: boolean; files: DittaFile[] }[];
      /** The address of the place on a map of the reader's choice */
      mapHref: string | undefined;
      values: { testo: string; fatto: boolean };
      files: ShownAllegato[];
      /** What was sent has arrived */
      sent: boolean;
      errors: FieldErrors | undefined;
      message: string | undefined;
      token: string;
      key: string;
      fileKey: string;
    };

/** @returns what to show, or where to go. To open the page changes nothing: programs that read mails follow links. */
export async function openDittaPage(astro: AstroGlobal): Promise<DittaView | Response> {
  const { ctx, token } = astro.locals;
  const chiave = astro.params.chiave ?? '';
  const form = await readForm(astro);
  const contents = { files: await unsentFiles(ctx, fileIdsIn(form?.fields ?? {})) };
  const sent = form && (await attemptSend(astro, DITTA_PATH, () => pressButton(form, contents, chiave, ctx)));
  if (sent?.ok && sent.data) return astro.redirect(`${new URL(astro.request.url).pathname}?inviato=1`, 303);
  const read = await attemptSend(astro, DITTA_PATH, () => callOperation('leggiAffidata', { chiave }, ctx));
  if (!read.ok) return showGone(astro, read.error);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const work = read.data;
  const ente = await enteOfPage(ctx.house, '', work.ente);
  astro.locals.ente = ente;
  const fileOf = ({ Id, nome, miniatura }: ShownAllegato): DittaFile => {
    const href = `/api/v1/portale/ditte/${chiave}/file/${Id}`;
    return { nome, href, ...(miniatura && { small: `${href}?miniatura=1` }) };
  };
  return {
    kind: 'open',
    work,
    ente,
    expiresOn: dateInWords(work.fino_al),
    doneOn: work.fatta_il && instantInWords(Date.parse(work.fatta_il)),
    facts: factsOf(work),
    foto: work.foto.map(fileOf),
    rapporti: work.rapporti.map((rapporto) => rapportoView(rapporto, fileOf)).reverse(),
    mapHref: mapHref(work),
    values: { testo: form?.fields.testo ?? '', fatto: form?.fields.fatto === 'on' },
    files: contents.files,
    sent: !form && astro.url.searchParams.has('inviato'),
    errors: error?.fields && errorsOnScreen(error.fields),
    message: error && !error.fields ? error.message : undefined,
    token: token(),
    key: form?.key ?? randomId(),
    fileKey: randomId(),
  };
}

/** @returns true once the firm's words are with the office; otherwise the form is shown again */
async function pressButton(
  form: PageForm,
  contents: { files: ShownAllegato[] },
  chiave: string,
  ctx: CallContext,
): Promise<boolean> {
  if (form.error) throw form.error;
  // A link that opens nothing any more takes no file either.
  await callOperation('leggiAffidata', { chiave }, ctx);
  const taken = await takeFiles(form, contents.files, DITTA_PATH, ctx);
  contents.files = taken.files;
  if (taken.isDone) return false;
  const { testo, fatto } = form.fields;
  const filesAllegati = taken.ids.map((Id) => ({ Id }));
  await callWithFields('scriviDitta', { chiave, testo, fatto, filesAllegati }, ctx, form.key);
  return true;
}

function showGone(astro: AstroGlobal, error: PortalError): DittaView {
  const ended = error.reason === 'scaduta' || error.reason === 'revocata';
  failWith(astro, error);
  if (ended) Object.assign(astro.response, { status: 410, statusText: 'Gone' });
  const titles: Record<string, string> = { scaduta: 'Collegamento scaduto', revocata: 'Collegamento chiuso' };
  const title =
    titles[error.reason ?? ''] ?? (error.code === 'not_found' ? 'Collegamento sbagliato' : 'Non disponibile');
  return { kind: 'gone', title, message: error.message };
}

function factsOf({ servizio, oggetto, descrizione, luogo, nome, telefono }: GivenWork): SummaryBlock['items'] {
  const facts: [string, string | undefined][] = [
    ['Di che cosa si tratta', oggetto],
    ['Tipo', servizio],
    ['Descrizione', descrizione],
    ['Luogo', luogo],
    ['Chi ha scritto', nome],
    ['Telefono', telefono],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []));
}

/** An address that programs of maps on a phone open (RFC 5870). */
const mapHref = ({ lat, lon }: GivenWork): string | undefined =>
  lat === undefined || lon === undefined ? undefined : `geo:${lat},${lon}`;

const rapportoView = ({ quando, testo, fatto, allegati }: Rapporto, fileOf: (file: ShownAllegato) => DittaFile) => ({
  when: instantInWords(Date.parse(quando)),
  testo,
  fatto,
  files: allegati.map(fileOf),
});

const errorsOnScreen = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name.startsWith('filesAllegati') ? 'file' : name, words]),
  );
