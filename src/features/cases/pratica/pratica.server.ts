/** Serves the receipt of a case, the picture of its map, its rating and a new link for the office. */
import type { CallContext } from '../../../context.ts';
import { dateInWords, instantInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { ReceiptContent, ReceiptThumbnail } from '../../../platform/pdf/receipt.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { listSentAllegati, readMiniatura } from '../allegati/allegati.db.ts';
import { contentDisposition } from '../allegati/file-name.server.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { nameOf } from '../ente/servizi.ts';
import { letterheadOf } from '../ente/stemma.server.ts';
import { readMappa } from '../mappa/mappa.db.ts';
import { protocolloStateInWords } from '../protocollo/protocollo-ente.ts';
import {
  areChiaviVoid,
  countMisses,
  findNamedPratica,
  findVisiblePratica,
  readChiaveOperatore,
  recordConsultazione,
} from './accesso.server.ts';
import { CANALI, isCanale } from './canale.ts';
import type { praticaOperations } from './pratica.contract.ts';
import { writeValutazione } from './pratica.db.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { protocollo } from './pratica-names.ts';
import { ENTE_NEW_LINK } from './pratica-outbox.ts';
import { fileFact, praticaFacts, titoloLabel } from './pratica-summary.ts';
import { ESTERNA } from './stati.ts';

export const praticaHandlers: OperationHandlers<typeof praticaOperations> = {
  ricevutaPratica: async (input, ctx) => {
    const accesso = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
    const { pratica } = accesso;
    // Nothing was sent to the portal that it could confirm.
    if (pratica.stato === ESTERNA) throw new PortalError('not_found');
    await recordConsultazione(ctx, accesso);
    const ente = await enteOfPage(ctx.house, '', pratica.ente);
    const content = await buildRicevuta(ctx, pratica, ente);
    const bytes = await makePdf(ctx, { kind: 'receipt', content });
    const name = `ricevuta-${protocollo(pratica).replace('/', '-')}.pdf`;
    return { type: 'application/pdf', bytes, disposition: contentDisposition(name) };
  },
  mappaPratica: async (input, ctx) => {
    const { pratica } = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
    const mappa = await readMappa(ctx.db, pratica.id);
    if (!mappa) throw new PortalError('not_found');
    const etag = `${pratica.id}-${mappa.fatta}`;
    return { type: 'image/png', bytes: mappa.dati, disposition: 'inline; filename="mappa.png"', etag };
  },
  valutaServizio: async ({ stelle, aspetto, testo, ...asked }, ctx) => {
    const { pratica } = await countMisses(ctx, asked.email, () =>
      findVisiblePratica(ctx, { ...asked, vista: 'cittadino' }),
    );
    const valutazione = {
      pratica: pratica.id,
      stelle,
      aspetto: aspetto ?? null,
      testo: testo ?? null,
      quando: ctx.now,
    };
    return { registrata: await writeValutazione(ctx.db, valutazione) };
  },
  nuovoLink: async (input, ctx) => {
    const pratica = await countMisses(ctx, input.email, () => findNamedPratica(ctx, input));
    if (areChiaviVoid(ctx, pratica)) {
      throw new PortalError('conflict', {
        message: 'La pratica è chiusa da più di 21 giorni: per rileggerla accedi come dipendente dell’ente.',
      });
    }
    await requireWithinLimits(ctx, [{ name: 'nuovo-link', who: pratica.id, times: 3, minutes: 60 }]);
    await ctx.db.transaction().execute(async (tx) => {
      await readChiaveOperatore({ ...ctx, db: tx }, pratica.id);
      await enqueueEntries(tx, ctx.house.now, outboxEntry(ENTE_NEW_LINK, { pratica: pratica.id }));
    });
    return { inviato: true };
  },
};

async function buildRicevuta(ctx: CallContext, pratica: Pratica, ente: Ente): Promise<ReceiptContent> {
  const { house, db } = ctx;
  const files = await listSentAllegati(db, { pratica: pratica.id });
  const mappa = await readMappa(db, pratica.id);
  const sent = files.filter((f) => f.nascosto === null);
  const thumbnails: ReceiptThumbnail[] = [];
  for (const { id, nome, miniatura } of sent) {
    const bytes = miniatura === 1 && (await readMiniatura(db, id));
    if (bytes) thumbnails.push({ bytes, name: nome });
  }
  const register = protocolloStateInWords(pratica, todayInRome(ctx.now));
  return {
    ente: await letterheadOf(house, ente),
    title: `Ricevuta della ${pratica.tipo}`,
    number: protocollo(pratica),
    facts: [
      ['Servizio', nameOf(ctx.house.services, pratica.codice)],
      ['Ricevuta il', instantInWords(pratica.inviata_il)],
      ['Da concludere entro il', dateInWords(pratica.termine_il)],
      ...(isCanale(pratica.canale) ? [['Registrata dall’ufficio', CANALI[pratica.canale]] as [string, string]] : []),
      ...(register ? [['Protocollo dell’ente', register] as [string, string]] : []),
    ],
    sections: [
      {
        title: 'Che cosa hai inviato',
        facts: praticaFacts(
          { ...pratica, dati: parsePraticaData(shownPraticaData, pratica) },
          { titolo: titoloLabel(pratica.tipo) },
        ),
        ...(mappa && {
          picture: { bytes: mappa.dati, alt: 'Mappa con il punto indicato', caption: mappa.attribuzione },
        }),
      },
      ...(sent.length > 0 ? [{ title: 'Allegati', facts: sent.map(fileFact), thumbnails }] : []),
    ],
    // Without an address no code could be mailed.
    ...(pratica.email && { follow: followOf(pratica, await siteOf(house, pratica.host)) }),
    footer: `Le informazioni che hai fornito hanno valore di dichiarazione. Informativa sulla privacy ${pratica.canale ? 'comunicata a voce' : 'accettata'}: ${pratica.privacy_versione}.`,
    sandbox: ctx.house.settings.mode === 'sandbox',
    createdAt: pratica.inviata_il,
  };
}

/**
 * The paper is shown to others, so it leads to the page that asks for a code by mail, and not to the case, which opens for
 * anybody with its address.
 */
const followOf = (pratica: Pratica, site: string) => ({
  title: `Segui la tua ${pratica.tipo}`,
  text: 'Inquadra il codice QR, o apri questo indirizzo: ti mandiamo un codice all’e-mail che hai indicato.',
  address: `${site}/segui?${new URLSearchParams({ ente: pratica.ente, protocollo: protocollo(pratica) })}`,
});
