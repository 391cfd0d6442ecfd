/** Serves the permit of a parking subscription (PDF), which the driver displays in the car. */
import type { CallContext } from '../../../context.ts';
import { dateInWords } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import type { FileAnswer, OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { countMisses, findVisiblePratica } from '../../cases/pratica/accesso.server.ts';
import { protocollo } from '../../cases/pratica/pratica.server.ts';
import { TIPI } from './options.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';
import { readAvvisoStati } from './parcheggi.db.ts';
import { isPermessoReady } from './permesso.ts';
import { abbonamentoOf } from './pratica-data.ts';

/** @throws PortalError `not_found` for a case of another kind, `conflict` before acceptance and payment */
export async function downloadPermesso(
  input: OperationInput<typeof parcheggiOperations.permessoParcheggio>,
  ctx: CallContext,
): Promise<FileAnswer> {
  const { pratica } = await countMisses(ctx, input.email, async () => {
    const seen = await findVisiblePratica(ctx, input);
    if (seen.pratica.codice !== 'SF300') throw new PortalError('not_found');
    return seen;
  });
  const { codice, stato } = pratica;
  const { importo_cent } = abbonamentoOf(pratica);
  if (!isPermessoReady({ codice, stato, importo_cent }, await readAvvisoStati(ctx.db, pratica.id)))
    throw new PortalError('conflict', {
      message:
        stato === 'accettata'
          ? 'Il permesso si scarica dopo il pagamento: trovi l’avviso nella pagina della richiesta.'
          : 'Il permesso si scarica quando l’ente ha accettato la richiesta e l’importo è pagato.',
    });
  const ente = await enteOfPage(ctx.house, '', pratica.ente);
  const bytes = await renderPermesso(pratica, ente, ctx.house.settings.mode === 'sandbox');
  const fileName = `permesso-di-sosta-${protocollo(pratica).replace('/', '-')}.pdf`;
  return { type: 'application/pdf', bytes, disposition: contentDisposition(fileName) };
}

/** Renders plates, zone and days on one page. The same case always gives the same bytes. */
export function renderPermesso(pratica: Pratica, ente: Ente, sandbox: boolean): Promise<Buffer> {
  const { nome_zona, tipo, dal, al, targhe } = abbonamentoOf(pratica);
  return receiptPdf({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: 'Permesso di sosta',
    number: protocollo(pratica),
    facts: [
      [targhe.length === 1 ? 'Targa' : 'Targhe', targhe.map(targaInWords).join('\n')],
      ['Zona', nome_zona],
      ['Valido dal', dateInWords(dal)],
      ['Valido fino al', dateInWords(al)],
      ['Abbonamento', TIPI[tipo]],
      ['Intestato a', `${pratica.nome} ${pratica.cognome}`],
    ],
    footer:
      'Esponi il permesso in modo che si legga dall’esterno. Vale solo per le targhe, la zona e i giorni indicati.',
    sandbox,
    createdAt: pratica.chiusa_il ?? pratica.inviata_il,
  });
}
