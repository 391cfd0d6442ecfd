/** What the acceptance of instalments does: the plan's notices become payable, the documents no longer are (product rule). */
import { PortalError } from '../../platform/errors.ts';
import { nuovoAvviso } from '../paga-online/avviso-pratica.server.ts';
import type { Effetto } from '../pratica/decisioni.server.ts';
import { totale } from '../richiesta/documenti.ts';
import { documentiDecisi, scriviDocumento } from '../richiesta/effetti.server.ts';
import type { Rata } from './piano.ts';

const ALTRO_TOTALE =
  'L’importo dei documenti è cambiato da quando è stato fatto il piano: rifiuta la richiesta e chiedi al cittadino di farne un’altra.';

export const effettoRate: Effetto = async (ctx, pratica, esito) => {
  if (esito !== 'accettata') return undefined;
  const documenti = await documentiDecisi(ctx, pratica, 'rateizza');
  const { piano } = JSON.parse(pratica.dati_json) as { piano: Rata[] };
  // A review or an import may have corrected an amount since the plan was made.
  if (totale(documenti) !== piano.reduce((somma, r) => somma + r.capitale_cent, 0))
    throw new PortalError('conflict', { message: ALTRO_TOTALE });
  for (const { id } of documenti) await scriviDocumento(ctx, id, { stato: 'rateizzato' });
  for (const { n, scadenza, importo_cent } of piano)
    await nuovoAvviso(ctx, pratica, {
      causale: `Rata ${n} di ${piano.length}: ${documenti.map((d) => d.numero).join(', ')}`,
      importo_cent,
      scadenza,
      pagabile_fino: null,
    });
  return `Il piano è attivo: trovi le ${piano.length} rate in questa pagina, ognuna con il suo avviso da pagare.`;
};
