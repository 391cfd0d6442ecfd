/** What the acceptance of posters does: their days are confirmed, and the fee is to pay, by the tariff of the day of the request. */
import type { Ctx, Decision } from '../../../context.ts';
import { conArticolo, dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import { scriviDecisi } from '../../cases/pratica/decisi.server.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { nuovoAvviso } from '../paga-online/avviso-pratica.server.ts';
import type { Dati } from './dati.ts';
import { MAX_GIORNI, stimaDi } from './regole.ts';

async function accepted(ctx: Ctx, pratica: Pratica, { dati, ...decisa }: Decisione & { dati: Dati }) {
  const { tariffa, ...chiesta } = dati;
  const { dal = chiesta.dal, al = chiesta.al } = decisa;
  const oggiARoma = oggi(ctx.now);
  if (dal < oggiARoma) throw sbagliata('decisione_dal', 'Il primo giorno è passato: scrivi da quando si affigge.');
  if (al < dal) throw sbagliata('decisione_al', 'L’ultimo giorno viene prima del primo: scrivi fino a quando.');
  const stima = stimaDi(tariffa, { ...chiesta, dal, al });
  if (!stima)
    throw sbagliata('decisione_al', `Un manifesto resta al massimo ${MAX_GIORNI} giorni: scrivi un altro giorno.`);
  const giorni = `${conArticolo('dal', dataInParole(dal))} ${conArticolo('al', dataInParole(al))}`;
  const { importo_cent } = stima;
  const costo = importo_cent === 0 ? 'Niente' : euro(importo_cent);
  await scriviDecisi(ctx, pratica, [
    ['Affissione confermata', giorni],
    ['Da pagare', costo],
  ]);
  if (importo_cent === 0) return `L’affissione è confermata ${giorni}. Non c’è niente da pagare.`;
  await nuovoAvviso(ctx, pratica, {
    causale: pratica.oggetto,
    importo_cent,
    // Posters go up once they are paid for.
    scadenza: dal,
    pagabile_fino: null,
  });
  return `L’affissione è confermata ${giorni}. Paga ${costo} entro ${conArticolo('il', dataInParole(dal))}: trovi l’avviso in questa pagina.`;
}

const sbagliata = (campo: 'decisione_dal' | 'decisione_al', parole: string) =>
  new PortalError('invalid', { fields: { [campo]: [parole] } });

export const affissione: Decision<Dati> = {
  asks: [
    {
      nome: 'decisione_dal',
      etichetta: 'Esposizione dal',
      tipo: 'data',
      aiuto: 'Vuota: il giorno chiesto dal cittadino.',
    },
    {
      nome: 'decisione_al',
      etichetta: 'Esposizione al',
      tipo: 'data',
      aiuto: 'Vuota: il giorno chiesto dal cittadino.',
    },
  ],
  accepted,
};
