/** The permit of a parking subscription: what the driver shows. */
import type { Ctx } from '../../../context.ts';
import { dataInParole } from '../../../platform/atoms/date.ts';
import { targaInParole } from '../../../platform/atoms/targa-scritta.ts';
import type { FileAnswer, Input } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { contandoGliErrori, praticaVista } from '../../cases/pratica/accesso.server.ts';
import { protocollo } from '../../cases/pratica/pratica.server.ts';
import { abbonamentoDi, permessoPronto } from './abbonamento.ts';
import type { operations } from './parcheggi.contract.ts';
import { avvisiDella } from './parcheggi.db.ts';
import { TIPI } from './valori.ts';

/** @throws PortalError `not_found` for a case of another kind, `conflict` before acceptance and payment */
export async function permesso(input: Input<typeof operations.permessoParcheggio>, ctx: Ctx): Promise<FileAnswer> {
  const { pratica } = await contandoGliErrori(ctx, input.email, async () => {
    const vista = await praticaVista(ctx, input);
    if (vista.pratica.codice !== 'SF300') throw new PortalError('not_found');
    return vista;
  });
  const { codice, stato } = pratica;
  const { importo_cent } = abbonamentoDi(pratica);
  if (!permessoPronto({ codice, stato, importo_cent }, await avvisiDella(ctx.db, pratica.id)))
    throw new PortalError('conflict', {
      message:
        stato === 'accettata'
          ? 'Il permesso si scarica dopo il pagamento: trovi l’avviso nella pagina della richiesta.'
          : 'Il permesso si scarica quando l’ente ha accettato la richiesta e l’importo è pagato.',
    });
  const ente = await enteDellaPagina(ctx.house, '', pratica.ente);
  const bytes = await permessoPdf(pratica, ente, ctx.house.settings.mode === 'sandbox');
  const nome = `permesso-di-sosta-${protocollo(pratica).replace('/', '-')}.pdf`;
  return { type: 'application/pdf', bytes, disposition: contentDisposition(nome) };
}

/** Plates, zone and days on one page. The same case gives the same bytes. */
export function permessoPdf(pratica: Pratica, ente: Ente, sandbox: boolean): Promise<Buffer> {
  const { nome_zona, tipo, dal, al, targhe } = abbonamentoDi(pratica);
  return receiptPdf({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: 'Permesso di sosta',
    number: protocollo(pratica),
    facts: [
      [targhe.length === 1 ? 'Targa' : 'Targhe', targhe.map(targaInParole).join('\n')],
      ['Zona', nome_zona],
      ['Valido dal', dataInParole(dal)],
      ['Valido fino al', dataInParole(al)],
      ['Abbonamento', TIPI[tipo]],
      ['Intestato a', `${pratica.nome} ${pratica.cognome}`],
    ],
    footer:
      'Esponi il permesso in modo che si legga dall’esterno. Vale solo per le targhe, la zona e i giorni indicati.',
    sandbox,
    createdAt: pratica.chiusa_il ?? pratica.inviata_il,
  });
}
