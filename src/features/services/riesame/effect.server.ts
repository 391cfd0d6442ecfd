/** What the acceptance of a review does: it annuls the documents, or corrects one to the amount that the operator gave. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Pratica } from '../../../store/tables.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { lockDecidedDocumenti, writeDecidedDocumento } from '../../cases/richiesta/effects.server.ts';

async function onAccepted(ctx: CallContext, pratica: Pratica, { importo }: Decisione) {
  const documenti = await lockDecidedDocumenti(ctx, pratica, 'riesame');
  if (importo === undefined) {
    for (const { id } of documenti) await writeDecidedDocumento(ctx, id, { stato: 'annullato' });
    const told = documenti.length === 1 ? 'Il documento è annullato.' : 'I documenti sono annullati.';
    return documenti.some(isPaid) ? `${told} ${REFUND_ALL}` : told;
  }
  const [documento] = documenti;
  if (!documento || documenti.length > 1)
    throw new PortalError('invalid', {
      fields: { decisione_importo: ['Un nuovo importo si può dare a un documento solo: questi sono più di uno.'] },
    });
  await writeDecidedDocumento(ctx, documento.id, { importo_cent: importo });
  const told = `L’importo del documento è corretto: ${formatEuro(importo)} invece di ${formatEuro(documento.importo_cent)}.`;
  if (!isPaid(documento) || importo === documento.importo_cent) return told;
  return `${told} ${importo < documento.importo_cent ? REFUND_PART : STILL_DUE}`;
}

/** The portal refunds nothing: the office returns what was paid, or asks for the rest, by its own procedures. */
const isPaid = ({ stato }: { stato: string }) => stato === 'pagato';
const REFUND_ALL = 'Quanto risulta già pagato va restituito: l’ufficio ti scrive qui come riceverlo.';
const REFUND_PART = 'La parte pagata in più va restituita: l’ufficio ti scrive qui come riceverla.';
const STILL_DUE = 'Resta da pagare la differenza: l’ufficio ti scrive qui come.';

export const riesameDecision: DecisioneRule = {
  asks: [
    {
      name: 'decisione_importo',
      label: 'Importo corretto (euro)',
      kind: 'euro',
      hint: 'Se accetti e lo lasci vuoto, il documento è annullato.',
    },
  ],
  accepted: onAccepted,
};
