/** What `/operatore/nuova-segnalazione` shows: the form, or the number of the report that was filed. */
import type { AstroGlobal } from 'astro';
import { callOperation, callWithFields } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { unsentFiles } from '../../cases/allegati/allegati.server.ts';
import { fileIdsIn, takeFiles } from '../../cases/allegati/page-files.server.ts';
import { ricevutaAddress } from '../../cases/chat/download-addresses.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { ufficioPath } from '../../cases/pratica/pratica-names.ts';
import type { richiedenteKnownOperations } from '../../cases/pratica/richiedente-known.contract.ts';
import { checkWithin, readPoint } from './luogo.server.ts';
import { TIPI } from './options.ts';
import type { RegistrazioneEnte, RegistrazioneFieldsProps } from './RegistrazioneFields.tsx';
import { REGISTRAZIONE_PATH } from './segnalazione.fields.ts';

/** @property filed the report that was filed just before @property added a file was added, without a script */
export type RegistrazioneView = RegistrazioneFieldsProps & {
  /** What the office knows of the person who calls, once it was asked */
  known?: OperationOutput<typeof richiedenteKnownOperations.conosciRichiedente> | undefined;
  filed?: { protocollo: string; href: string; ricevutaHref: string } | undefined;
  added: boolean;
  message?: string | undefined;
  token: string;
  key: string;
  fileKey: string;
};

/** What was typed, and the files that were added: a button without JavaScript changes them. */
type FormContents = {
  values: Record<string, string>;
  files: ShownAllegato[];
  known?: RegistrazioneView['known'];
};

/** @returns what to show, or where to go */
export async function openRegistrazionePage(astro: AstroGlobal): Promise<RegistrazioneView | Response> {
  const { ctx, token, allow } = astro.locals;
  const own = (await enti(ctx.house)).filter(({ id }) => ctx.user?.enti.includes(id));
  const form = await readForm(astro);
  // With one ente there is nothing to choose.
  const only = own.length === 1 ? own[0] : undefined;
  if (only) astro.locals.ente = only;
  const values: Record<string, string> = { ente: only?.id ?? '', ...form?.fields };
  const contents: FormContents = { values, files: await unsentFiles(ctx, fileIdsIn(values)) };
  const sent = form ? await attemptSend(astro, REGISTRAZIONE_PATH, () => pressButton(form, contents, ctx)) : undefined;
  if (sent?.ok && sent.data) return astro.redirect(`${REGISTRAZIONE_PATH}?fatta=${sent.data.id}`, 303);
  const error = sent?.ok === false ? sent.error : undefined;
  if (error) failWith(astro, error);
  const maps = own.flatMap((e) => (e.mappa ? [[e.id, e.mappa] as const] : []));
  // Tiles of the sandbox are the portal's own.
  for (const [, { tasselli }] of maps) if (!tasselli.startsWith('/')) allow.img.add(new URL(tasselli).origin);
  const id = form ? null : astro.url.searchParams.get('fatta');
  const chosenEnte = own.find((e) => e.id === values.ente);
  return {
    ...contents,
    enti: own.map(optionOf),
    maps: Object.fromEntries(maps),
    suggests: Boolean(ctx.house.geocoding),
    outside: checkWithin(chosenEnte, readPoint(contents.values)).fuori_confine?.[0],
    ...(id && { filed: await readFiled(astro, id) }),
    added: sent?.ok === true && form?.action === 'aggiungi_file',
    errors: error?.fields && errorsOnScreen(error.fields),
    message: error && !error.fields ? error.message : undefined,
    token: token(),
    key: form?.key ?? randomId(),
    fileKey: randomId(),
  };
}

const optionOf = ({ id, nome, categorie, aree = [] }: Ente): RegistrazioneEnte => ({
  value: id,
  label: nome,
  tipi: categorie.filter((codice) => codice in TIPI),
  aree: aree.map((area) => ({ value: area.id, label: area.nome })),
});

/** @returns the report when it was filed; otherwise the form is shown again */
async function pressButton(
  form: PageForm,
  contents: FormContents,
  ctx: CallContext,
): Promise<{ id: string } | undefined> {
  if (form.error?.code === 'too_large') throw new PortalError('too_large', { message: TOO_LARGE });
  if (form.error) throw form.error;
  const taken = await takeFiles(form, contents.files, REGISTRAZIONE_PATH, ctx);
  contents.files = taken.files;
  if (taken.isDone) return undefined;
  if (form.action === 'cerca_chi') {
    const { ente, telefono, codice_fiscale, email } = contents.values;
    contents.known = await callWithFields('conosciRichiedente', { ente, telefono, codice_fiscale, email }, ctx);
    // What the person has just said counts more than what they said then.
    for (const [name, value] of Object.entries(contents.known.richiedente ?? {})) contents.values[name] ||= value;
    return undefined;
  }
  if (form.action === 'togli_posizione') {
    Object.assign(contents.values, { lat: '', lon: '' });
    return undefined;
  }
  const body = { ...contents.values, filesAllegati: taken.ids.map((Id) => ({ Id })) };
  return callWithFields('registraSegnalazione', body, ctx, form.key);
}

/** A body that is too large is not read; the browser's previous page still has what was typed. */
const TOO_LARGE =
  'Quello che hai inviato è troppo grande e non è arrivato: i dettagli possono avere 2000 caratteri, un file 10 MB. Con «Indietro» del browser ritrovi quello che avevi scritto.';

/** Each error at the field of the screen that puts it right. */
const errorsOnScreen = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [
      name.startsWith('filesAllegati') ? 'file' : name === 'lat' || name === 'lon' ? 'indirizzo' : name,
      words,
    ]),
  );

async function readFiled({ locals }: AstroGlobal, id: string): Promise<RegistrazioneView['filed']> {
  const asked = { id, email: '', vista: 'operatore' as const };
  const { ctx } = locals;
  const { protocollo, tipo, codice, ente } = await callOperation('dettaglioPratica', asked, ctx);
  const ofEnte = (await enti(ctx.house)).find((e) => e.id === ente);
  return {
    protocollo,
    href: ofEnte ? ufficioPath({ tipo, codice, ufficio: id }, ofEnte) : '/operatore',
    ricevutaHref: ricevutaAddress(id, asked),
  };
}
