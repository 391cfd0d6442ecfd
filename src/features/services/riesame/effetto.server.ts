/** What the acceptance of a review does: the documents are annulled, or one is corrected to the amount that the operator wrote. */
import type { Ctx, Decision } from '../../../context.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { documentiDecisi, scriviDocumento } from '../../cases/richiesta/effetti.server.ts';

async function accepted(ctx: Ctx, pratica: Pratica, { importo }: Decisione) {
  const documenti = await documentiDecisi(ctx, pratica, 'riesame');
  if (importo === undefined) {
    for (const { id } of documenti) await scriviDocumento(ctx, id, { stato: 'annullato' });
    const detto = documenti.length === 1 ? 'Il documento è annullato.' : 'I documenti sono annullati.';
    return documenti.some(pagato) ? `${detto} ${RIMBORSO}` : detto;
  }
  const [documento] = documenti;
  if (!documento || documenti.length > 1)
    throw new PortalError('invalid', {
      fields: { decisione_importo: ['Un nuovo importo si può dare a un documento solo: questi sono più di uno.'] },
    });
  await scriviDocumento(ctx, documento.id, { importo_cent: importo });
  const detto = `L’importo del documento è corretto: ${euro(importo)} invece di ${euro(documento.importo_cent)}.`;
  if (!pagato(documento) || importo === documento.importo_cent) return detto;
  return `${detto} ${importo < documento.importo_cent ? RIMBORSO_IN_PARTE : RESTA}`;
}

/** What was paid is not undone by the portal: the office gives it back, or asks for the rest, by its own ways. */
const pagato = ({ stato }: { stato: string }) => stato === 'pagato';
const RIMBORSO = 'Quanto risulta già pagato va restituito: l’ufficio ti scrive qui come riceverlo.';
const RIMBORSO_IN_PARTE = 'La parte pagata in più va restituita: l’ufficio ti scrive qui come riceverla.';
const RESTA = 'Resta da pagare la differenza: l’ufficio ti scrive qui come.';

export const revisione: Decision = {
  asks: [
    {
      nome: 'decisione_importo',
      etichetta: 'Importo corretto (euro)',
      tipo: 'euro',
      aiuto: 'Se accetti e lo lasci vuoto, il documento è annullato.',
    },
  ],
  accepted,
};
