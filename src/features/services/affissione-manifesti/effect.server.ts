/** What the acceptance of posters does: it confirms their days and asks for the fee, at the tariff of the day of the request. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { writeDecisioneFacts } from '../../cases/pratica/decisione-facts.server.ts';
import { createAvviso } from '../paga-online/avviso-pratica.server.ts';
import type { PraticaData } from './pratica-data.ts';
import { estimateStima, MAX_GIORNI } from './rules.ts';

async function onAccepted(
  ctx: CallContext,
  pratica: Pratica,
  { data, ...decision }: Decisione & { data: PraticaData },
) {
  const { tariffa, ...asked } = data;
  const { dal = asked.dal, al = asked.al } = decision;
  const romeDay = todayInRome(ctx.now);
  if (dal < romeDay) throw wrongField('decisione_dal', 'Il primo giorno è passato: scrivi da quando si affigge.');
  if (al < dal) throw wrongField('decisione_al', 'L’ultimo giorno viene prima del primo: scrivi fino a quando.');
  const stima = estimateStima(tariffa, { ...asked, dal, al });
  if (!stima)
    throw wrongField('decisione_al', `Un manifesto resta al massimo ${MAX_GIORNI} giorni: scrivi un altro giorno.`);
  const giorni = `${withArticle('dal', dateInWords(dal))} ${withArticle('al', dateInWords(al))}`;
  const { importo_cent } = stima;
  const cost = importo_cent === 0 ? 'Niente' : formatEuro(importo_cent);
  await writeDecisioneFacts(ctx, pratica, [
    ['Affissione confermata', giorni],
    ['Da pagare', cost],
  ]);
  if (importo_cent === 0) return `L’affissione è confermata ${giorni}. Non c’è niente da pagare.`;
  await createAvviso(ctx, pratica, {
    causale: pratica.oggetto,
    importo_cent,
    // Posters are put up only once they are paid.
    scadenza: dal,
    pagabile_fino: null,
  });
  return `L’affissione è confermata ${giorni}. Paga ${cost} entro ${withArticle('il', dateInWords(dal))}: trovi l’avviso in questa pagina.`;
}

const wrongField = (field: 'decisione_dal' | 'decisione_al', words: string) =>
  new PortalError('invalid', { fields: { [field]: [words] } });

export const manifestoDecision: DecisioneRule<PraticaData> = {
  asks: [
    {
      name: 'decisione_dal',
      label: 'Esposizione dal',
      kind: 'date',
      hint: 'Vuota: il giorno chiesto dal cittadino.',
    },
    {
      name: 'decisione_al',
      label: 'Esposizione al',
      kind: 'date',
      hint: 'Vuota: il giorno chiesto dal cittadino.',
    },
  ],
  accepted: onAccepted,
};
