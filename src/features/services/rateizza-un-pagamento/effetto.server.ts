/** What the acceptance of instalments does: the plan's notices become payable, the documents no longer are (product rule). */
import type { Ctx, Decision } from '../../../context.ts';
import { conArticolo, dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import { scriviDecisi } from '../../cases/pratica/decisi.server.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { totale } from '../../cases/richiesta/documenti.ts';
import { documentiDecisi, scriviDocumento } from '../../cases/richiesta/effetti.server.ts';
import { nuovoAvviso } from '../paga-online/avviso-pratica.server.ts';
import type { Dati } from './dati.ts';
import { piano, type Rata } from './piano.ts';
import { pianoInTabella } from './tabella.ts';

const ALTRO_TOTALE =
  'L’importo dei documenti è cambiato da quando è stato fatto il piano: rifiuta la richiesta e chiedi al cittadino di farne un’altra.';

const PASSATA = 'Scrivi un giorno da oggi in poi.';
const CHIESTA_PASSATA = 'La prima scadenza chiesta dal cittadino è già passata: scrivi quella nuova.';

async function accepted(ctx: Ctx, pratica: Pratica, { dal, dati: chiesto }: Decisione & { dati: Dati }) {
  const documenti = await documentiDecisi(ctx, pratica, 'rateizza');
  // A review or an import may have corrected an amount since the plan was made.
  if (totale(documenti) !== chiesto.piano.reduce((somma, r) => somma + r.capitale_cent, 0))
    throw new PortalError('conflict', { message: ALTRO_TOTALE });
  if ((dal ?? chiesto.piano[0]?.scadenza ?? '') < oggi(ctx.now))
    throw new PortalError('invalid', { fields: { decisione_dal: [dal ? PASSATA : CHIESTA_PASSATA] } });
  const rate = dal === undefined ? chiesto.piano : da(dal, chiesto);
  if (dal !== undefined) await scriviDecisi(ctx, pratica, [['Piano', pianoInTabella(rate)]]);
  for (const { id } of documenti) await scriviDocumento(ctx, id, { stato: 'rateizzato' });
  for (const { n, scadenza, importo_cent } of rate)
    await nuovoAvviso(ctx, pratica, {
      causale: `Rata ${n} di ${rate.length}: ${documenti.map((d) => d.numero).join(', ')}`,
      importo_cent,
      scadenza,
      pagabile_fino: null,
    });
  const prima = dal === undefined ? '' : `, la prima entro ${conArticolo('il', dataInParole(dal))}`;
  return `Il piano è attivo: trovi le ${rate.length} rate in questa pagina, ognuna con il suo avviso da pagare${prima}.`;
}

/** The same instalments from another first due date. */
const da = (prima_scadenza: string, { piano: chiesto, tasso_centesimi, interessi_dal }: Dati): Rata[] =>
  piano({
    ...{ totale_cent: chiesto.reduce((somma, r) => somma + r.capitale_cent, 0), rate: chiesto.length },
    ...{ prima_scadenza, tasso_centesimi, dal: interessi_dal },
  });

export const rate: Decision<Dati> = {
  asks: [
    {
      nome: 'decisione_dal',
      etichetta: 'Prima scadenza',
      tipo: 'data',
      aiuto: 'Vuota: quella chiesta dal cittadino. Le altre rate seguono, una al mese.',
    },
  ],
  accepted,
};
