/** How the cases of an ente are registered, as its administrator writes it: the key is never told, and what waits is asked for again. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { SistemaProtocollo } from '../../../store/tables.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { protocollo, ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { wordsOf } from '../../cases/programma/programma.server.ts';
import {
  clearDoppio,
  deleteSistema,
  dropWaiting,
  findSistema,
  listAttesi,
  listDoppi,
  writeSistema,
} from '../../cases/protocollo/protocolli.db.ts';
import { askAgain } from '../../cases/protocollo/protocollo-asked.server.ts';
import { openProtocolKey, sealProtocolKey } from '../../cases/protocollo/sistema-protocollo.server.ts';
import { type ChangedThing, changeThing, seenMark, type ThingPlace } from './modifiche.server.ts';
import { servicesOf } from './programmi-gestione.server.ts';
import { type protocolloOperations, SISTEMI_PROTOCOLLO, type SistemaName } from './protocollo.contract.ts';

/** What stands among the changes: of a key its end, and when it was written. */
const thingValues = z.object({
  sistema: z.enum(['mano', 'rest', 'cartella']),
  indirizzo: z.string(),
  chiave: z.optional(z.object({ finale: z.string(), scritta: z.string() })),
  servizi: z.array(z.string()),
  messaggi: z.boolean(),
  codice_ipa: z.string(),
  codice_aoo: z.string(),
  classifica: z.string(),
});
const keyOf = ({ finale, chiave_del }: SistemaProtocollo) =>
  finale === null || chiave_del === null ? undefined : { finale, scritta: isoInstant(chiave_del) };
const valuesOf = (row: SistemaProtocollo): z.infer<typeof thingValues> => {
  const { sistema, indirizzo, servizi, messaggi, codice_ipa, codice_aoo, classifica } = row;
  return {
    sistema,
    indirizzo,
    chiave: keyOf(row),
    servizi: wordsOf(servizi),
    messaggi: messaggi === 1,
    codice_ipa,
    codice_aoo,
    classifica,
  };
};

/** A key that was replaced is gone: to take that back is to write it again. */
export const protocolloThing: ChangedThing = {
  read: async ({ db }, { ente }) => {
    const row = await findSistema(db, ente);
    return row ? valuesOf(row) : null;
  },
  async write(ctx, { ente }, values) {
    const { db } = ctx;
    if (values === null) return stopRegistering(ctx, ente);
    const { chiave, servizi, messaggi, ...fields } = z.parse(thingValues, values);
    const row = await findSistema(db, ente);
    const before = row && keyOf(row);
    if (chiave && before?.scritta !== chiave.scritta)
      throw new PortalError('conflict', {
        message: 'Il portale non ha più la chiave di prima: scrivila di nuovo nella pagina «Protocollo».',
      });
    const key = chiave && row ? row : { chiave: null, finale: null, chiave_del: null };
    await writeSistema(db, { ...key, ...fields, ente, servizi: servizi.join(' '), messaggi: messaggi ? 1 : 0 });
    if (fields.sistema !== 'mano') await askAgain(ctx, ente);
  },
};

/** What waited waits no more. */
async function stopRegistering({ db }: Pick<CallContext, 'db'>, ente: string): Promise<void> {
  await deleteSistema(db, ente);
  await dropWaiting(db, ente);
}

const placeOf = (ente: string): ThingPlace => ({ ente, oggetto: 'protocollo', key: '' });

const offeredBy = ({ protocol }: CallContext['house']): SistemaName[] =>
  SISTEMI_PROTOCOLLO.filter((name) => name === 'nessuno' || name === 'mano' || protocol[name] !== undefined);

export const protocolloGestioneHandlers: OperationHandlers<typeof protocolloOperations> = {
  protocolloEnte: async ({ ente: id }, { db, house }) => {
    const row = await findSistema(db, id);
    const chiave = row && keyOf(row);
    const ente = await enteOfPage(house, '', id);
    const { rows, count } = await listAttesi(db, id);
    return {
      offerti: offeredBy(house),
      sistema: row?.sistema ?? 'nessuno',
      indirizzo: row?.indirizzo ?? '',
      chiave: chiave ? { ...chiave, si_legge: openProtocolKey(house.signer, row) !== undefined } : null,
      servizi: wordsOf(row?.servizi ?? ''),
      messaggi: row?.messaggi === 1,
      codice_ipa: row?.codice_ipa ?? '',
      codice_aoo: row?.codice_aoo ?? '',
      classifica: row?.classifica ?? '',
      visti: seenMark(row ? valuesOf(row) : null),
      in_attesa: count,
      attese: rows.map(({ evento, tipo, chiesto, errore, fermo, ...pratica }) => ({
        id: evento,
        tipo,
        pratica: protocollo(pratica),
        chat: ufficioPath({ ...pratica, tipo: pratica.genere }, ente),
        dal: isoInstant(chiesto),
        errore,
        ferma: fermo === 1,
      })),
      doppie: (await listDoppi(db, id)).map(({ evento, tipo, numero, data, registro, altro_json, ...pratica }) => ({
        id: evento,
        tipo,
        pratica: protocollo({ anno: pratica.anno, numero: pratica.praticaNumero }),
        chat: ufficioPath({ ...pratica, tipo: pratica.genere }, ente),
        primo: { numero: numero ?? '', data: data ?? '', registro },
        secondo: z.parse(secondNumber, JSON.parse(altro_json ?? 'null')),
      })),
    };
  },

  salvaProtocollo: {
    prepare: async ({ ente }, { house }) => Object.keys(await servicesOf(house, ente)),
    async run({ ente, visti, chiave, sistema, servizi, messaggi, ...given }, ctx, known: string[]) {
      const { indirizzo = '', codice_ipa = '', codice_aoo = '', classifica = '' } = given;
      const others = servizi.filter((codice) => !known.includes(codice));
      const found = await findSistema(ctx.db, ente);
      const hasKey =
        chiave !== undefined || (found !== undefined && openProtocolKey(ctx.house.signer, found) !== undefined);
      const isSystem = sistema === 'rest' || sistema === 'cartella';
      requireNoErrors({
        ...(!offeredBy(ctx.house).includes(sistema) && {
          sistema: ['Su questo portale non c’è: lo attiva chi lo gestisce.'],
        }),
        ...(sistema === 'rest' && !indirizzo && { indirizzo: ['Scrivi l’indirizzo del protocollo.'] }),
        ...(isSystem && !hasKey && { chiave: ['Scrivi la chiave.'] }),
        ...(sistema === 'cartella' && !codice_ipa && { codice_ipa: ['Scrivi il codice IPA dell’ente.'] }),
        ...(sistema === 'cartella' &&
          !codice_aoo && { codice_aoo: ['Scrivi il codice dell’area organizzativa (AOO).'] }),
        ...(others.length > 0 && { servizi: [`Questo ente non riceve: ${others.join(', ')}.`] }),
      });
      await changeThing(ctx, { place: placeOf(ente), thing: protocolloThing, seen: { visti } }, async () => {
        if (sistema === 'nessuno') return null;
        const before = (await findSistema(ctx.db, ente)) ?? { chiave: null, finale: null, chiave_del: null };
        const fresh = chiave !== undefined && {
          ...sealProtocolKey(ctx.house.signer, ente, chiave),
          chiave_del: ctx.now,
        };
        const row: SistemaProtocollo = {
          ...before,
          ...fresh,
          ente,
          sistema,
          indirizzo: sistema === 'rest' ? indirizzo : '',
          servizi: servizi.join(' '),
          messaggi: messaggi ? 1 : 0,
          codice_ipa,
          codice_aoo,
          classifica,
        };
        await writeSistema(ctx.db, row);
        return valuesOf(row);
      });
      return { id: ente };
    },
  },

  riprovaProtocollo: async ({ ente }, ctx) => {
    await askAgain(ctx, ente);
    return { id: ente };
  },

  verificaProtocollo: async ({ ente, registrazione }, { db }) => {
    if (!(await clearDoppio(db, { ente, evento: registrazione }))) throw new PortalError('not_found');
    return { id: registrazione };
  },
};

const secondNumber = z.object({ numero: z.string(), data: z.string(), registro: z.nullable(z.string()) });
