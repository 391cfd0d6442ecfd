/** What `/segnalazione/conferma/{chiave}` shows: the report that a program sent, and the button that confirms it. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { instantInWords } from '../../../platform/atoms/date.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { publishedTypes } from '../../cases/ente/ente.ts';
import { praticaFacts, titoloLabel } from '../../cases/pratica/pratica-summary.ts';
import { CONFIRM_GONE, findWaiting } from './attesa.server.ts';
import { TIPI } from './options.ts';
import { CONFIRM_PATH } from './segnalazione.fields.ts';

/** @property isPublished the report may come on the public list */
export type ConfirmView =
  | { kind: 'gone'; message: string }
  | {
      kind: 'waiting';
      programma: string;
      expires: string;
      facts: SummaryItem[];
      isPublished: boolean;
      values: { privacy: boolean; fuori_elenco: boolean };
      token: string;
      key: string;
      errors?: FieldErrors | undefined;
      message?: string | undefined;
    };

/** @returns what to show, or the redirect to the case. To open the page confirms nothing: programs that read mails follow links. */
export async function openConfirmPage(astro: AstroGlobal): Promise<ConfirmView | Response> {
  const { ctx } = astro.locals;
  const chiave = astro.params.chiave ?? '';
  const form = await readForm(astro);
  const { privacy, fuori_elenco } = form?.fields ?? {};
  const sent =
    form &&
    (await attemptSend(astro, CONFIRM_PATH, () => {
      if (form.error) throw form.error;
      return callOperation('confermaSegnalazione', { chiave, privacy, fuori_elenco }, ctx, form.key);
    }));
  if (sent?.ok) return astro.redirect(sent.data.chat, 303);
  const waiting = await findWaiting(ctx, chiave);
  if (!waiting?.sent) {
    failWith(astro, new PortalError('not_found'));
    return { kind: 'gone', message: CONFIRM_GONE };
  }
  if (sent) failWith(astro, sent.error);
  const { programma, scade, sent: segnalazione, files } = waiting;
  const ente = await enteOfPage(ctx.house, '', segnalazione.ente);
  astro.locals.ente = ente;
  const { codice, codice_fiscale = null, telefono = null, indirizzo, lat, lon, attributi } = segnalazione;
  const facts = praticaFacts(
    { ...segnalazione, codice_fiscale, telefono, dati: { indirizzo, lat, lon, attributi } },
    { titolo: titoloLabel('segnalazione'), vista: 'cittadino' },
  );
  return {
    kind: 'waiting',
    programma: programma.nome,
    expires: instantInWords(scade),
    facts: [
      ['Ente', ente.nome],
      ['Tipo di disservizio', TIPI[codice]],
      ...facts,
      ...(files.length > 0 ? [['File', files.join(', ')] as const] : []),
    ],
    isPublished: publishedTypes(ente).includes(codice),
    values: { privacy: privacy === 'on', fuori_elenco: fuori_elenco === 'on' },
    token: astro.locals.token(),
    key: form?.key ?? randomId(),
    errors: sent?.error.fields,
    message: sent && !sent.error.fields ? sent.error.message : undefined,
  };
}
