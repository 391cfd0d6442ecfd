/** The decision that an operator sends from a case’s page: confirmed, then one call with its reason, terms and files. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { DECISIONE_FIELDS } from '../pratica/decisione.ts';
import type { PraticaPair } from './chiave.page.server.ts';
import { readyFilesPath } from './messaggio.ts';

const TYPED_FIELDS = ['esito', 'motivo', ...DECISIONE_FIELDS] as const;

/** @property valori what was typed, shown again with its errors */
export type DecisioneView = {
  valori: Record<string, string>;
  error?: { message?: string; fields?: FieldErrors } | undefined;
};

/** @throws PortalError `invalid` for what is missing, before anything is sent; what the call throws */
export async function sendDecisione(form: PageForm, pair: PraticaPair, ctx: CallContext): Promise<void> {
  const { esito, conferma, motivo = '' } = form.fields;
  const fields: FieldErrors = {
    ...(esito !== 'accettata' && esito !== 'rifiutata' && { esito: ['Scegli se accettare o rifiutare.'] }),
    ...(!motivo.trim() && { motivo: ['Scrivi il motivo della decisione: lo leggerà il cittadino.'] }),
    ...(conferma !== 'on' && { conferma: ['Conferma di aver ricontrollato la decisione.'] }),
  };
  if (Object.keys(fields).length > 0) throw new PortalError('invalid', { fields });
  const file = form.files.file_decisione;
  if (file) {
    const upload = { file, percorso: readyFilesPath(pair.id, pair.vista) };
    await callOperation('caricaFile', upload, ctx, form.fields._chiave_file);
  }
  const ready = await callOperation('filePronti', pair, ctx);
  const terms = Object.fromEntries(DECISIONE_FIELDS.map((name) => [name, form.fields[name]]));
  const filesAllegati = ready.map(({ Id }) => Id);
  await callOperation('commenta', { ...terms, ...pair, stato: esito, motivo, filesAllegati }, ctx, form.key);
}

/** @param posted the decision that was refused, and why */
export function readDecisioneView(
  posted: { form: PageForm; error: PortalError | undefined } | undefined,
): DecisioneView {
  if (!posted) return { valori: {} };
  const { form, error } = posted;
  const typed = TYPED_FIELDS.flatMap((name) => (form.fields[name] ? [[name, form.fields[name]]] : []));
  const { filesAllegati, file, ...others } = error?.fields ?? {};
  const aboutFile = filesAllegati ?? file;
  return {
    valori: Object.fromEntries(typed),
    ...(error && {
      error: error.fields
        ? { fields: { ...others, ...(aboutFile && { file_decisione: aboutFile }) } }
        : { message: error.message },
    }),
  };
}
