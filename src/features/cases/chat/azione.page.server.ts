/** The open panel of an operator’s case: which one, what is in it, and what was kept of it; and the buttons that keep and delete it. */
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { instantInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { DECISIONE_FIELDS } from '../pratica/decisione.ts';
import { isOperatorePanel, type OperatorePanel } from '../pratica/operatore-panels.ts';

/** @property kept when what is shown was kept: "delle 10:42" */
export type AzioneView = { panel: OperatorePanel; valori: Record<string, string>; kept?: string | undefined };

/** The message and the reason of a decision are one text. */
const readTyped = ({ fields }: PageForm): Record<string, string> => {
  const text = fields.testo ?? fields.motivo;
  const typed = DECISIONE_FIELDS.map((name) => [name, fields[name]] as const);
  return Object.fromEntries(
    [['testo', text] as const, ...typed].flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
};

const panelOf = ({ fields }: PageForm): OperatorePanel => {
  const name = fields.esito ?? fields.stato;
  return isOperatorePanel(name) ? name : 'rispondi';
};

/**
 * What is in the panel: the form that was refused; else what was kept, with the prepared answer that was chosen.
 * @param from.login the reader is an operator who is logged in, for whom it was kept
 */
export async function readAzioneView(
  ctx: CallContext,
  id: string,
  from: { form: PageForm | null; url: URL; login: boolean; risposta: string | undefined },
): Promise<AzioneView> {
  const { form, url, login, risposta } = from;
  if (form && (form.fields.testo ?? form.fields.motivo) !== undefined)
    return { panel: panelOf(form), valori: bothNames(readTyped(form)) };
  const bozza = login ? await callOperation('leggiBozzaOperatore', { id }, ctx) : null;
  const asked = url.searchParams.get('azione');
  const { testo = '', ...others } = bozza?.valori ?? {};
  const words = risposta && !testo.includes(risposta) ? [testo, risposta].filter(Boolean).join('\n\n') : testo;
  return {
    panel: isOperatorePanel(asked) ? asked : (bozza?.azione ?? 'rispondi'),
    valori: bothNames({ ...others, ...(words && { testo: words }) }),
    ...(bozza && { kept: keptInWords(Date.parse(bozza.aggiornata), ctx.now) }),
  };
}

const bothNames = (values: Record<string, string>) => ({ ...values, ...(values.testo && { motivo: values.testo }) });

/** "delle 10:42" of today, else with its day. */
function keptInWords(at: number, now: number): string {
  const words = instantInWords(at);
  if (todayInRome(at) !== todayInRome(now)) return withArticle('del', words);
  const time = words.slice(words.lastIndexOf(' ') + 1);
  return time.startsWith('1:') ? `dell’${time}` : `delle ${time}`;
}

/** @returns the page to go to afterwards, below the path of the case */
export async function keepAzione(form: PageForm, id: string, ctx: CallContext): Promise<string> {
  const azione = panelOf(form);
  await callOperation('salvaBozzaOperatore', { id, azione, ...readTyped(form) }, ctx);
  return `?azione=${azione}#scrivi`;
}

export async function forgetAzione(id: string, ctx: CallContext): Promise<string> {
  await callOperation('eliminaBozzaOperatore', { id }, ctx);
  return '?#scrivi';
}
