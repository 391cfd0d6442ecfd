/** What the page of one document shows: what is owed and until when, what can be asked, and what has happened so far. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { dateInWords, todayInRome } from '../../../platform/atoms/date.ts';
import { type ReadOrFailed, readOrFailed } from '../../../platform/page.server.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { STATO_LABELS, type StatoPratica } from '../../cases/pratica/stati.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import type { OwnDocumento, OwnPagamento } from './area.page.server.ts';
import { type AzioneLink, azioniOf } from './azioni.ts';
import { AREA } from './schede.ts';

/** Something that happened to a document, or will. @property giorno day or instant; '' for today's state */
export type DocumentoStep = { giorno: string; when: string; title: string; link?: { href: string; text: string } };
export type DocumentoPage = {
  documento: OwnDocumento;
  /** What stands out: to pay it */
  main: AzioneLink | undefined;
  others: AzioneLink[];
  steps: DocumentoStep[];
  /** The payments could not be read */
  isIncomplete: boolean;
  today: string;
};

/** @throws PortalError `not_found` when it is none of the citizen's own */
export async function openDocumentoPage(astro: AstroGlobal): Promise<DocumentoPage> {
  const { ctx } = astro.locals;
  const { documento, pratiche } = await callOperation('mioDocumento', { id: astro.params.id }, ctx);
  const pagamenti = await readOrFailed(astro, AREA, () => callOperation('mieiPagamenti', {}, ctx));
  const dominioEC = (await enti(ctx.house)).find((e) => e.id === documento.ente)?.codice_fiscale;
  const azioni = azioniOf(ctx.house.services, documento, dominioEC);
  const main = azioni.find(({ azione }) => azione === 'paga');
  return {
    documento,
    main,
    others: azioni.filter((a) => a !== main),
    steps: stepsOf(documento, pratiche, pagamenti),
    isIncomplete: pagamenti === 'failed',
    today: todayInRome(ctx.now),
  };
}

type OwnRichiesta = Awaited<ReturnType<typeof callOperation<'mioDocumento'>>>['pratiche'][number];

/** From the day of the document to the last event; the due date is among them. */
export function stepsOf(
  d: Pick<OwnDocumento, 'data' | 'scadenza' | 'numero_avviso'>,
  pratiche: readonly OwnRichiesta[],
  pagamenti: ReadOrFailed<readonly OwnPagamento[]>,
): DocumentoStep[] {
  const paid = (pagamenti === 'failed' ? [] : pagamenti).filter(
    (p) => p.stato === 'pagato' && [p.numero_avviso, ...p.altri].includes(d.numero_avviso ?? ''),
  );
  const steps: Omit<DocumentoStep, 'when'>[] = [
    { giorno: d.data, title: 'Data del documento' },
    ...(d.scadenza ? [{ giorno: d.scadenza, title: 'Scadenza' }] : []),
    ...pratiche.map((p) => ({
      giorno: p.inviata_il,
      title: `${p.servizio}: ${STATO_LABELS[p.stato as StatoPratica].toLowerCase()}`,
      link: { href: p.chat, text: `Apri la richiesta ${p.protocollo}` },
    })),
    ...paid.map((p) => ({
      giorno: p.pagato_il ?? p.aperto_il,
      title: `Pagato con ${FORNITORE_NAMES[p.fornitore]}`,
      ...(p.ricevuta && { link: { href: p.ricevuta, text: 'Scarica la ricevuta (PDF)' } }),
    })),
  ];
  return steps
    .toSorted((a, b) => a.giorno.localeCompare(b.giorno))
    .map((step) => ({ ...step, when: dateInWords(step.giorno.length > 10 ? Date.parse(step.giorno) : step.giorno) }));
}
