/** What `/operatore/incasso/{id}` shows: one receipt, how far its money is, all that happened to its notice, and what the office decides. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { dateInWords, instantInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { TimelineItem } from '../../../ui/form/Timeline.tsx';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { ESITO_TEXTS, type PagamentoStato, shownEsitoStato } from '../../services/paga-online/esiti.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import { refuseBooks } from './books.server.ts';
import { DECISIONI, INCASSO_STATI, type IncassoEvento, type IncassoWithHistory } from './incassi.contract.ts';
import { DECISIONE_NAMES, INCASSO_STATO_NAMES, MONEY_STATE_NAMES, warningsOf } from './incasso-words.ts';

type IncassoFact = { name: string; value: string };
/** @property steps how far the money is @property choices what the office may decide now */
export type IncassoView = {
  title: string;
  warnings: string[];
  facts: IncassoFact[];
  praticaHref: string | null;
  steps: { name: string; isDone: boolean }[];
  history: TimelineItem[];
  choices: { value: string; label: string }[];
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors | undefined;
  message: string | undefined;
  isSaved: boolean;
  token: string;
  key: string;
};

/** @throws PortalError `not_found` */
export async function openIncassoPage(astro: AstroGlobal): Promise<IncassoView | Response | { refused: string }> {
  const refused = refuseBooks(astro);
  if (refused) return { refused };
  const { locals, params, url } = astro;
  const { ctx } = locals;
  const id = params.id ?? '';
  const form = await readForm(astro);
  const error = form?.error ?? (form && (await sendDecision(astro, id, form)));
  if (form && !error) return astro.redirect(`${url.pathname}?fatto=1`, 303);
  if (error) failWith(astro, error);
  const found = await callOperation('incasso', { id }, ctx);
  locals.ente = await enteOfPage(ctx.house, url.hostname, found.ente);
  const { incasso } = found;
  return {
    title: `Incasso di ${formatEuro(incasso.importo_cent)}`,
    warnings: warningsOf(incasso),
    facts: factsOf(found),
    praticaHref: found.pratica,
    steps: INCASSO_STATI.map((stato, i) => ({
      name: INCASSO_STATO_NAMES[stato],
      isDone: i <= INCASSO_STATI.indexOf(incasso.stato),
    })),
    history: found.storia.map(itemOf),
    choices: DECISIONI.filter((tipo) => (tipo === 'riaperta') === (incasso.decisione !== null)).map((tipo) => ({
      value: tipo,
      label: DECISIONE_NAMES[tipo],
    })),
    typed: form?.fields ?? {},
    errors: error?.fields,
    message: error && !error.fields ? error.message : undefined,
    isSaved: !form && url.searchParams.has('fatto'),
    token: locals.token(),
    key: randomId(),
  };
}

/** @returns why it was refused */
async function sendDecision(
  astro: AstroGlobal,
  id: string,
  { fields, key }: { fields: Readonly<Record<string, string>>; key?: string | undefined },
): Promise<PortalError | undefined> {
  const tipo = DECISIONI.find((one) => one === fields.tipo);
  if (!tipo) return new PortalError('invalid', { fields: { tipo: ['Scegli che cosa è successo.'] } });
  const sent = await attemptSend(astro, '/operatore/incasso', () =>
    callOperation('decidiIncasso', { id, tipo, testo: fields.testo }, astro.locals.ctx, key),
  );
  return sent.ok ? undefined : sent.error;
}

const factsOf = ({ incasso: i, avviso }: IncassoWithHistory): IncassoFact[] =>
  [
    { name: 'Per', value: i.causale },
    { name: 'Servizio', value: i.servizio_nome },
    { name: 'Capitolo', value: i.capitolo ?? '' },
    { name: 'Accertamento', value: i.accertamento ?? '' },
    { name: 'Bollo, oltre l’importo', value: i.bollo_cent ? formatEuro(i.bollo_cent) : '' },
    { name: 'Pagato il', value: dateInWords(todayInRome(Date.parse(i.pagato_il))) },
    { name: 'Pagato con', value: [FORNITORE_NAMES[i.fornitore], i.intermediario ?? ''].filter(Boolean).join(', ') },
    { name: 'Da dove', value: i.dal_portale ? 'Dal portale' : 'In banca, in un’app o in un altro modo' },
    { name: 'Numero dell’avviso', value: groupDigits(i.numero_avviso) },
    { name: 'IUV', value: groupDigits(i.IUV) },
    { name: 'Ricevuta (IUR)', value: i.rif },
    { name: 'L’avviso è', value: MONEY_STATE_NAMES[avviso] },
  ].filter(({ value }) => value !== '');

const EVENTO_NAMES: Readonly<Record<IncassoEvento['kind'], string>> = {
  ...DECISIONE_NAMES,
  tentativo: 'Pagamento cominciato dal portale',
  ricevuta: 'Ricevuta',
  riversamento: 'Riversato all’ente',
  storno: 'Revocato',
  accredito: 'Accreditato in banca',
};
/** What the bank and the flows tell has a day and no hour. */
const BY_DAY: ReadonlySet<IncassoEvento['kind']> = new Set(['riversamento', 'storno', 'accredito']);

function itemOf({ kind, quando, importo_cent, di, nota }: IncassoEvento): TimelineItem {
  const at = Date.parse(quando);
  const words = kind === 'tentativo' ? ESITO_TEXTS[shownEsitoStato(nota as PagamentoStato)].title : nota;
  return {
    datetime: quando,
    when: BY_DAY.has(kind) ? dateInWords(todayInRome(at)) : instantInWords(at),
    title: [EVENTO_NAMES[kind], importo_cent === null ? '' : formatEuro(importo_cent)].filter(Boolean).join(': '),
    who: kind === 'accredito' && di ? `Movimento ${di}, con tutto il flusso` : di,
    text: words,
  };
}
