/** Stores the number that a protocol gives: the first one stays, a second one is kept for an administrator of the ente. */
import { ctxOf, type PortalHouse } from '../../../context.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { ProtocolRegistration } from '../../../platform/protocol.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { announceChange } from '../../../store/announce.server.ts';
import type { Pratica, Protocollo } from '../../../store/tables.ts';
import { writeAtto } from '../pratica/atti.db.ts';
import { writeEvento } from '../pratica/eventi.db.ts';
import { changePratica, findToChange } from '../pratica/pratica.db.ts';
import { CITTADINO_PROTOCOLLO } from '../pratica/pratica-outbox.ts';
import { changeProtocollo, findProtocollo, registrationOf } from '../protocollo/protocolli.db.ts';
import { protocolloEnteInWords } from '../protocollo/protocollo-ente.ts';

/** The author of what a protocol has done, in the trail of the case. */
const SISTEMA_AUTHOR = 'sistema di protocollo';

/** @property kind `second`: there was another number, which stays */
export type StoredAnswer = { kind: 'first' | 'again' | 'second' | 'gone' };

/** @param evento what was registered: the first event of a case, or a message */
export async function storeAnswer(
  house: PortalHouse,
  { pratica: id, evento }: Pick<Protocollo, 'pratica' | 'evento'>,
  answer: ProtocolRegistration,
): Promise<StoredAnswer> {
  const ctx = ctxOf(house);
  return house.db.transaction().execute(async (db) => {
    const pratica = await findToChange({ ...ctx, db }, id);
    const row = await findProtocollo(db, evento);
    if (!pratica || !row) return { kind: 'gone' };
    const given = registrationOf(answer);
    if (row.registrato !== null) {
      if (row.numero === given.numero && row.data === given.data) return { kind: 'again' };
      await changeProtocollo(db, evento, { altro_json: JSON.stringify(given) });
      return { kind: 'second' };
    }
    await changeProtocollo(db, evento, { ...given, registrato: ctx.now, errore: null, fermo: 0 });
    if (row.tipo === 'messaggio') await announceChange(db, pratica.id);
    else await numberPratica({ ...ctx, db }, pratica, given);
    return { kind: 'first' };
  });
}

/** Both sides read it in the timeline, and the citizen by mail. For the office it is nothing new to read. */
async function numberPratica(
  ctx: ReturnType<typeof ctxOf>,
  pratica: Pratica,
  { numero, data, registro, classifica, fascicolo }: ReturnType<typeof registrationOf>,
): Promise<void> {
  const { db, house, now } = ctx;
  const protocollo = {
    protocollo_ente: numero,
    protocollo_ente_il: data,
    protocollo_ente_registro: registro,
    protocollo_ente_classifica: classifica,
    protocollo_ente_fascicolo: fascicolo,
  };
  const words = protocolloEnteInWords(protocollo) ?? '';
  const version = pratica.versione + 1;
  await writeEvento(db, {
    id: randomId(),
    pratica: pratica.id,
    n: version,
    quando: now,
    da: 'sistema',
    chi: null,
    tipo: 'messaggio',
    testo: `Protocollo dell’ente: ${words}`,
    stato: null,
    nascosto: null,
    nascosto_da: null,
  });
  await changePratica(db, pratica.id, {
    ...protocollo,
    protocollo_atteso_dal: null,
    versione: version,
    ...(pratica.letto_operatore === pratica.versione && { letto_operatore: version }),
  });
  await writeAtto(ctx, pratica, { azione: 'protocollo', testo: words, dati: protocollo, name: SISTEMA_AUTHOR });
  if (pratica.email) await enqueueEntries(db, house.now, outboxEntry(CITTADINO_PROTOCOLLO, { pratica: pratica.id }));
}
