/** A citizen's due dates as a calendar file: documents of their positions and notices of theirs without a document. */
import type { Ctx } from '../../../context.ts';
import { conArticolo, dataInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { inGruppi } from '../../../platform/atoms/gruppi.ts';
import { PortalError } from '../../../platform/errors.ts';
import { type Giornata, icalendar } from '../../../platform/icalendar.server.ts';
import type { Handler } from '../../../platform/run.server.ts';
import { sha256 } from '../../../platform/signer.server.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { DOVUTI } from '../../cases/posizione/documenti.ts';
import type { MioDocumento } from '../../cases/posizione/miei.contract.ts';
import { documentiDi } from '../../cases/posizione/miei.server.ts';
import { indirizzoPaga } from './fornitori.ts';
import { avvisiDi } from './miei.db.ts';
import type { operations } from './paga-online.contract.ts';

/** @throws PortalError `not_found` when nothing is due on any day: a calendar without a day is none (RFC 5545 §3.4) */
export const scadenzeCalendario: Handler<(typeof operations)['scadenzeCalendario']> = async (_input, ctx) => {
  const giornate = await scadenzeDi(ctx);
  if (giornate.length === 0) {
    throw new PortalError('not_found', { message: 'Non hai scadenze da aggiungere al calendario.' });
  }
  const text = icalendar(giornate, { at: ctx.now, nome: 'Scadenze dei pagamenti' });
  return {
    type: 'text/calendar; charset=utf-8',
    bytes: Buffer.from(text),
    disposition: contentDisposition('scadenze.ics'),
  };
};

type Dovuta = {
  chiave: string;
  ente: string;
  cosa: string;
  importo_cent: number;
  scadenza: string;
  numero_avviso: string | undefined;
};

async function scadenzeDi(ctx: Ctx): Promise<Giornata[]> {
  const { db, house, user } = ctx;
  const [documenti, avvisi, bodies] = await Promise.all([
    documentiDi(ctx),
    avvisiDi(db, { codice_fiscale: user?.codice_fiscale ?? '' }),
    enti(house),
  ]);
  const byId = new Map(bodies.map((e) => [e.id, e]));
  const dovute: Dovuta[] = [
    ...documenti.filter((d) => DOVUTI.includes(d.stato)).flatMap((d) => conGiorno(d, delDocumento(d))),
    ...avvisi.flatMap((a) => conGiorno(a, { ...a, chiave: `avviso ${a.ente} ${a.numero_avviso}`, cosa: a.causale })),
  ];
  const { publicUrl } = house.settings;
  return dovute
    .toSorted((a, b) => a.scadenza.localeCompare(b.scadenza))
    .map((d) => giornata(d, byId.get(d.ente), publicUrl));
}

/** What has no day is no due date. */
const conGiorno = ({ scadenza }: { scadenza: string | null }, d: Omit<Dovuta, 'scadenza'>): Dovuta[] =>
  scadenza === null ? [] : [{ ...d, scadenza }];

const delDocumento = (d: MioDocumento): Omit<Dovuta, 'scadenza'> => ({
  ...d,
  numero_avviso: d.numero_avviso,
  chiave: `documento ${d.Id}`,
  cosa: `${d.tipo} numero ${d.numero}`,
});

function giornata(d: Dovuta, ente: Ente | undefined, publicUrl: string): Giornata {
  const url =
    publicUrl +
    (d.numero_avviso && ente ? indirizzoPaga(d.numero_avviso, ente.codice_fiscale) : '/area-riservata?scheda=scadenze');
  const righe = [
    `${ente?.nome ?? d.ente}: ${d.cosa}`,
    `Importo: ${euro(d.importo_cent)}`,
    `Scade ${conArticolo('il', dataInParole(d.scadenza))}`,
    ...(d.numero_avviso ? [`Codice avviso: ${inGruppi(d.numero_avviso)}`] : []),
    `Paga: ${url}`,
  ];
  return {
    // Calendars show it to whoever they are shared with: nothing is read from it.
    uid: `${sha256(d.chiave)}@${new URL(publicUrl).hostname}`,
    giorno: d.scadenza,
    titolo: `Da pagare ${euro(d.importo_cent)}: ${ente?.nome ?? d.ente}`,
    descrizione: righe.join('\n'),
    url,
  };
}
