/** The decision that an operator sends from a case’s page: confirmed, then one call with its reason, terms and files. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { DECISIONE_FIELDS } from '../pratica/decisione.ts';
import type { PraticaPair } from './chiave.page.server.ts';
import { readyFilesPath } from './messaggio.ts';

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

/** The file of a decision has a field of its own. */
export function decisioneErrors({ filesAllegati, file, ...others }: FieldErrors): FieldErrors {
  const aboutFile = filesAllegati ?? file;
  return { ...others, ...(aboutFile && { file_decisione: aboutFile }) };
}
