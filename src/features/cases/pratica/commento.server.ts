/** Adds a message, a change of state or files to the timeline of a case; its rules hold for both sides. */
import type { Ctx } from '../../../context.ts';
import { aggiungiGiorni, giorniTra, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Allegato, Evento, Pratica } from '../../../store/tables.ts';
import { allegatiDegliEventi } from '../allegati/allegati.db.ts';
import { attaccaFile, postoNellaPratica } from '../allegati/allegati.server.ts';
import { serviceOf } from '../ente/servizi.ts';
import type { Accesso } from './accesso.server.ts';
import { type CampiDecisi, decisioneDi, erroriDecisione } from './decisione.ts';
import { applicaDecisione, isDecisione } from './decisioni.server.ts';
import { cambiaPratica, scriviEvento } from './pratica.db.ts';
import { type Azione, aperta, passa, type Stato } from './stati.ts';

/** After a mail the other side gets no further one until they read, or for so long (product rule). */
const PAUSA_AVVISI = 30 * 60_000;

type Commento = CampiDecisi & {
  testo?: string | undefined;
  stato?: Azione | undefined;
  motivo?: string | undefined;
  protocollo_ente?: string | undefined;
  filesAllegati?: readonly { Id: string }[];
  /** Words of the portal itself, whatever the state of the case */
  sistema?: string;
};

/**
 * One more event of a case, with what follows from it: state, dates, notice to the other side. Runs inside a transaction that
 * holds the case.
 * @throws PortalError `conflict` when the case is closed, `forbidden`, `invalid`, `not_found` for a file
 */
export async function aggiungi(
  ctx: Ctx,
  accesso: Accesso,
  commento: Commento,
): Promise<{ evento: Evento; allegati: Allegato[] }> {
  const { pratica, parte } = accesso;
  const cambi: Partial<Pratica> = commento.sistema
    ? {}
    : { ...conseguenze(ctx, accesso, commento), ...attesa(ctx, accesso, commento) };
  const files = commento.filesAllegati ?? [];
  const inutili = erroriDecisione(commento, {
    asks: serviceOf(ctx.house.services, pratica.codice)?.decision?.asks ?? [],
    accetta: commento.stato === 'accettata',
  });
  if (Object.keys(inutili).length > 0) throw new PortalError('invalid', { fields: inutili });
  const effetto = isDecisione(commento.stato)
    ? await applicaDecisione(ctx, pratica, commento.stato, { ...decisioneDi(commento), files: files.length })
    : undefined;
  const versione = pratica.versione + 1;
  const evento: Evento = {
    id: randomId(),
    pratica: pratica.id,
    n: versione,
    quando: ctx.now,
    da: commento.sistema ? 'sistema' : parte,
    chi: accesso.chi,
    tipo: cambi.stato ? 'stato' : files.length > 0 && !commento.testo ? 'documento' : 'messaggio',
    testo: commento.sistema ?? testoDi(commento, effetto),
    stato: cambi.stato ?? null,
    nascosto: null,
    nascosto_da: null,
  };
  if (parte === 'cittadino') await postoNellaPratica(ctx, pratica.id, files);
  await scriviEvento(ctx.db, evento);
  await attaccaFile(ctx, files, { pratica: pratica.id, evento: evento.id });
  const letto = parte === 'cittadino' ? { letto_cittadino: versione } : { letto_operatore: versione };
  const avviso = commento.sistema ? {} : await avvisa(ctx, accesso, commento);
  await cambiaPratica(ctx.db, pratica.id, { ...cambi, ...letto, ...avviso, versione });
  const allegati = files.length > 0 ? await allegatiDegliEventi(ctx.db, pratica.id, [evento.id]) : [];
  return { evento, allegati };
}

function testoDi({ testo, motivo, protocollo_ente }: Commento, effetto?: string): string | null {
  const parti = [
    testo,
    motivo && `Motivo: ${motivo}`,
    effetto,
    protocollo_ente && `Protocollo dell’ente: ${protocollo_ente}`,
  ];
  return parti.filter(Boolean).join('\n\n') || null;
}

/** What changes in the case itself. */
function conseguenze(ctx: Ctx, { pratica, parte, login }: Accesso, commento: Commento): Partial<Pratica> {
  const stato = pratica.stato as Stato;
  const { testo = '', motivo = '', filesAllegati = [] } = commento;
  if (commento.protocollo_ente && parte !== 'operatore') throw new PortalError('forbidden');
  const registro = commento.protocollo_ente
    ? { protocollo_ente: commento.protocollo_ente, protocollo_ente_il: oggi(ctx.now) }
    : {};
  if (!commento.stato) {
    if (!aperta(stato))
      throw new PortalError('conflict', { message: 'Questa pratica è chiusa: non si possono aggiungere messaggi.' });
    if (!testo && filesAllegati.length === 0 && !commento.protocollo_ente) {
      throw new PortalError('invalid', { fields: { testo: ['Scrivi un messaggio o allega un file.'] } });
    }
    // The citizen's answer to what the office asked for puts the case back to work.
    return stato === 'da_integrare' && parte === 'cittadino'
      ? { ...registro, ...versoLo(ctx, pratica, 'in_elaborazione') }
      : registro;
  }
  const a = passa({ ...pratica, stato }, commento.stato, { parte, login, now: ctx.now, testo, motivo });
  return { ...registro, ...versoLo(ctx, pratica, a) };
}

/**
 * The citizen writes so often and no more until the office does something (product rule). The case is held: of many at once none
 * is counted twice. Withdrawing is always possible.
 * @throws PortalError `conflict`
 */
function attesa(ctx: Ctx, { pratica, parte }: Accesso, { stato }: Commento): Pick<Pratica, 'senza_risposta'> {
  if (parte === 'operatore') return { senza_risposta: 0 };
  const max = ctx.house.settings.messagesUnanswered;
  if (pratica.senza_risposta >= max && stato !== 'ritirata') {
    throw new PortalError('conflict', {
      message: `Hai già scritto ${max === 1 ? 'un messaggio' : `${max} messaggi`} dopo l’ultima risposta dell’ufficio: aspetta che ti risponda, poi puoi scrivere di nuovo.`,
    });
  }
  return { senza_risposta: pratica.senza_risposta + 1 };
}

/** The days that a case waits for the citizen do not count for the office (product rule). */
function versoLo(ctx: Ctx, pratica: Pratica, stato: Stato): Partial<Pratica> {
  const cambi: Partial<Pratica> = { stato };
  if (stato === 'in_elaborazione' && pratica.presa_in_carico_il === null) cambi.presa_in_carico_il = ctx.now;
  if (stato === 'da_integrare') cambi.sospesa_dal = ctx.now;
  if (pratica.sospesa_dal !== null && stato !== 'da_integrare') {
    cambi.termine_il = aggiungiGiorni(pratica.termine_il, giorniTra(oggi(pratica.sospesa_dal), oggi(ctx.now)));
    cambi.sospesa_dal = null;
  }
  cambi.chiusa_il = aperta(stato) ? null : ctx.now;
  return cambi;
}

/** A change of state and the body's number are always told; a message only when no unread notice is out. */
async function avvisa(
  ctx: Ctx,
  { pratica, parte }: Accesso,
  { stato, protocollo_ente }: Commento,
): Promise<Partial<Pratica>> {
  const verso = parte === 'cittadino' ? 'ente' : 'cittadino';
  const ultimo = parte === 'cittadino' ? pratica.avvisato_operatore : pratica.avvisato_cittadino;
  if (!stato && !protocollo_ente && ultimo !== null && ctx.now - ultimo < PAUSA_AVVISI) return {};
  const dati = {
    pratica: pratica.id,
    ...(verso === 'cittadino'
      ? { stato: stato ?? (protocollo_ente ? pratica.stato : undefined) }
      : { evento: EVENTO[stato ?? ''] }),
  };
  const tipo =
    verso === 'ente' ? 'ente.messaggio' : stato || protocollo_ente ? 'cittadino.stato' : 'cittadino.messaggio';
  await enqueue(ctx.db, ctx.now, { tipo, dati });
  return verso === 'ente' ? { avvisato_operatore: ctx.now } : { avvisato_cittadino: ctx.now };
}

const EVENTO: Record<string, 'riaperta' | 'ritirata'> = { non_risolto: 'riaperta', ritirata: 'ritirata' };
