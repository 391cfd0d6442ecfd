/** Shows an operator what such a request is about, and ends what was granted by it. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Delega, Pratica } from '../../../store/tables.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { sistemaFields } from '../../cases/ente/sistemi.ts';
import { listPaidBy, listSentBy } from '../../cases/posizione/deleghe-atti.db.ts';
import { endDelega } from '../../cases/posizione/deleghe-write.db.ts';
import { recordConsultazione } from '../../cases/pratica/accesso.server.ts';
import { writeAtto } from '../../cases/pratica/atti.db.ts';
import { addCommento } from '../../cases/pratica/commento.server.ts';
import { callerName, requireOwn } from '../../cases/pratica/incarico.server.ts';
import { parsePraticaData } from '../../cases/pratica/pratica-data.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { CITTADINO_MESSAGGIO } from '../../cases/pratica/pratica-outbox.ts';
import { isOpenStato, type StatoPratica } from '../../cases/pratica/stati.ts';
import { DELEGA_CODE } from './delega.fields.ts';
import type { delegaDeskOperations } from './desk.contract.ts';
import { tellHolder } from './effect.server.ts';
import { findGrantOfPratica, listPosizioniOfPersona } from './granted.db.ts';
import { praticaData } from './pratica-data.ts';

export const delegaDeskHandlers: OperationHandlers<typeof delegaDeskOperations> = {
  delegaDiPratica: async ({ id }, ctx) => {
    const pratica = await requireOwnRequest(ctx, id);
    await recordConsultazione(ctx, { pratica, side: 'operatore', login: true });
    const { persona, motivo, paga, presenta, fino_a } = parsePraticaData(praticaData, pratica);
    const ente = await enteOfPage(ctx.house, '', pratica.ente);
    const delega = await findGrantOfPratica(ctx.db, pratica.id);
    const today = todayInRome(ctx.now);
    const isOpen = isOpenStato(pratica.stato as StatoPratica);
    const found =
      isOpen || delega ? await listPosizioniOfPersona(ctx.db, { ...persona, today, ente: pratica.ente }) : [];
    return {
      chat: ufficioPath(pratica, ente),
      protocollo: protocollo(pratica),
      aperta: isOpen,
      richiedente: fullName(pratica),
      persona,
      motivo,
      chiesto: { paga, presenta, ...(fino_a && { fino_a }) },
      posizioni: found.map(({ codice_utente, sistema, intestatario }) => ({
        codice_utente,
        sistema,
        nome_sistema: sistemaFields(ente, sistema).nome_sistema,
        intestatario,
      })),
      delega: delega ? wireGrant(delega, today) : null,
      ...(await readUse(ctx, delega, ente)),
    };
  },

  chiudiDelegaConcessa: async ({ id, motivo }, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = await requireOwnRequest(inside, id, 'change');
      const delega = await findGrantOfPratica(tx, pratica.id);
      if (!delega) throw new PortalError('not_found');
      if (!(await endDelega(tx, delega.id, { chiusa: ctx.now, esito: 'tolta' }))) return { chiusa: false };
      const name = callerName(ctx);
      await addCommento(
        inside,
        { pratica, side: 'operatore', login: true, operatoreName: name },
        { sistema: `${name} ha chiuso la delega per ${delega.delegante_nome}: da ora non vale più. Motivo: ${motivo}` },
      );
      await writeAtto(inside, pratica, { azione: 'delega_chiusa', testo: motivo, dati: { delega: delega.id }, name });
      await tellHolder(inside, delega, 'tolta');
      if (pratica.email)
        await enqueueEntries(tx, ctx.house.now, outboxEntry(CITTADINO_MESSAGGIO, { pratica: pratica.id }));
      return { chiusa: true };
    }),
};

/** As many of each as an office is shown. */
const MAX_SHOWN = 50;

/** What the delegate has done by what was granted; all of it is about positions of the ente. */
async function readUse({ db, house }: CallContext, delega: Delega | undefined, ente: Ente) {
  if (!delega) return { inviate: [], pagati: [] };
  const sent = await listSentBy(db, delega.id, MAX_SHOWN);
  const paid = await listPaidBy(db, delega.id, MAX_SHOWN);
  return {
    inviate: sent.map((pratica) => ({
      quando: isoInstant(Number(pratica.inviata_il)),
      servizio: officeNameOf(house.services, pratica.codice),
      protocollo: protocollo(pratica),
      chat: ufficioPath(pratica, ente),
    })),
    pagati: paid.map(({ causale, importo_cent, aggiornato }) => ({
      quando: isoInstant(Number(aggiornato)),
      causale,
      importo_cent,
    })),
  };
}

/** @throws PortalError `not_found`, also for a case that asks for something else */
async function requireOwnRequest(ctx: CallContext, id: string, purpose?: 'change'): Promise<Pratica> {
  const pratica = await requireOwn(ctx, id, purpose);
  if (pratica.codice !== DELEGA_CODE) throw new PortalError('not_found');
  return pratica;
}

const wireGrant = (delega: Delega, today: string) => ({
  stato:
    delega.esito === 'tolta' || delega.esito === 'rinunciata'
      ? delega.esito
      : delega.fino_a < today
        ? ('scaduta' as const)
        : ('attiva' as const),
  delegato: delega.delegato_nome ?? delega.delegato,
  paga: delega.paga === 1,
  presenta: delega.presenta === 1,
  fino_a: delega.fino_a,
  concessa_il: isoInstant(Number(delega.creata)),
  concessa_da: delega.operatore ?? '',
  chiusa_il: delega.chiusa === null ? null : isoInstant(Number(delega.chiusa)),
});
