/** Fills a new sandbox on its first start. */
import { callWithFields } from './call.server.ts';
import { type CallContext, ctxOf, type PortalHouse } from './context.ts';
import { importData } from './data/import.server.ts';
import { sealIoKey } from './features/cases/app-io/chiavi-io.server.ts';
import { OTHER_SERVICES } from './features/cases/app-io/io-notice.ts';
import { findEnte } from './features/cases/ente/ente.server.ts';
import type { Ente } from './features/cases/ente/ente.ts';
import { addCommento } from './features/cases/pratica/commento.server.ts';
import { registerPratica } from './features/cases/pratica/pratica-opening.server.ts';
import { midnightInRome, todayInRome } from './platform/atoms/date.ts';
import { newVisitor } from './platform/visitor.server.ts';
import { ENTI } from './sandbox/demo/enti.ts';
import { demoMoney } from './sandbox/demo/incassi.ts';
import { DEMO_SCENES } from './sandbox/demo/scene.ts';
import { SEGNALAZIONI } from './sandbox/demo/segnalazioni.ts';
import { type PublicReport, publicReports } from './sandbox/demo/segnalazioni-pubbliche.ts';
import { demoData } from './sandbox/demo.ts';
import { DEMO_IO_KEY } from './sandbox/io/settings.ts';

/** The demo data, the reports and the money of a year, and two reports of a guest, sent like any report: numbered, dated, with their mails. */
export async function seedSandbox(house: PortalHouse): Promise<void> {
  const now = house.now();
  const data = demoData(todayInRome(now));
  if (house.settings.backEnd) {
    // What belongs to people is in the back end.
    const { prova, enti, uffici, sportelli, offerte, servizi_pagamento } = data;
    await importData(house, { prova, enti, uffici, sportelli, offerte, servizi_pagamento });
    return;
  }
  await importData(house, data);
  await writeReports(house, now);
  await writeMoney(house, now);
  await writeIoKey(house, now);
  const visitor = newVisitor().hash;
  const ctx = ctxOf(house, { visitor });
  for (const segnalazione of SEGNALAZIONI) {
    // No person can type the code here; a proof is valid for one send.
    const { email } = segnalazione;
    const prova = { verificata: now, scade: now + 60_000, usata: null };
    await house.db
      .insertInto('prove_email')
      .values({ proprietario: visitor, email, ...prova })
      .onConflict((c) => c.columns(['proprietario', 'email']).doUpdateSet(prova))
      .execute();
    await callWithFields('inviaSegnalazione', segnalazione, ctx);
  }
}

/** One of the municipalities writes to people in App IO. */
async function writeIoKey({ db, signer }: PortalHouse, now: number): Promise<void> {
  const of = { ente: 'borgosereno', servizio: OTHER_SERVICES };
  await db
    .insertInto('chiavi_io')
    .values({ ...of, ...sealIoKey(signer, of, DEMO_IO_KEY), chiave_del: now, errore: null })
    .execute();
}

const SEED_ROWS = 500;

/** As if it had been read day by day. */
async function writeMoney({ db }: PortalHouse, now: number): Promise<void> {
  const money = demoMoney(todayInRome(now));
  await db.transaction().execute(async (tx) => {
    for (const table of ['avvisi', 'ricevute', 'flussi', 'flussi_pagamenti', 'accrediti'] as const)
      for (let at = 0; at < money[table].length; at += SEED_ROWS)
        await tx
          .insertInto(table)
          .values(money[table].slice(at, at + SEED_ROWS))
          .execute();
  });
}

/** Each with its case, as an operator would have filed it for a person on the telephone. */
async function writeReports(house: PortalHouse, now: number): Promise<void> {
  const enti = await Promise.all(ENTI.map(({ id }) => findEnte(house, id)));
  // Made before the transaction, which has the only connection of SQLite.
  const photos = await photosOf(Object.values(DEMO_SCENES));
  await house.db.transaction().execute(async (tx) => {
    for (const ente of enti)
      for (const report of ente ? publicReports(ente, todayInRome(now), now).toReversed() : [])
        await writeReport({ ...ctxOf(house), db: tx }, { ente: ente as Ente, report, now, photos });
    // The offices read of these cases long ago.
    await tx.deleteFrom('posta_in_uscita').where('creata', '<', now).execute();
  });
}

/** Width of a thumbnail, in pixels. */
const SMALL_SIDE = 320;

type DemoPhoto = { dati: Uint8Array; piccola: Uint8Array; larghezza: number; altezza: number };
/** @property photos of the scenes, by their SVG */
type DemoReport = { ente: Ente; report: PublicReport; now: number; photos: ReadonlyMap<string, DemoPhoto> };

async function writeReport(ctx: CallContext, { ente, report, now, photos }: DemoReport): Promise<void> {
  const { row, tappe, caller, scene } = report;
  /** In the office's hours of that day, and never ahead. */
  const at = (day: string, hour: number): CallContext => {
    const moment = Math.min(midnightInRome(day) + hour * 3600_000, now - 1);
    return { ...ctx, now: moment, house: { ...ctx.house, now: () => moment } };
  };
  const { codice, luogo, lat, lon } = row;
  const { id: ufficio } = await registerPratica(at(row.giorno, 9), 'telefono', {
    tipo: 'segnalazione',
    codice,
    ente,
    files: [],
    percorso: '/operatore/nuova-segnalazione',
    oggetto: row.titolo ?? '',
    descrizione: row.descrizione ?? '',
    isKeptOffList: true,
    richiedente: { ...caller, email: '' },
    dati: { indirizzo: luogo, ...(lat !== null && lon !== null && { lat, lon }) },
  });
  for (const { giorno, stato } of tappe.slice(1)) {
    const pratica = await ctx.db
      .selectFrom('pratiche')
      .selectAll()
      .where('ufficio', '=', ufficio)
      .executeTakeFirstOrThrow();
    const accesso = { pratica, side: 'operatore' as const, login: true, operatoreName: 'Ufficio tecnico' };
    const commento =
      stato === 'conclusa'
        ? { stato: 'conclusa' as const, testo: row.risposta ?? '' }
        : { stato: 'in_elaborazione' as const };
    await addCommento(at(giorno, stato === 'conclusa' ? 16 : 11), accesso, commento);
  }
  await ctx.db.insertInto('segnalazioni_pubbliche').values(row).execute();
  await ctx.db
    .insertInto('tappe_pubbliche')
    .values(tappe.map((tappa, n) => ({ ...tappa, segnalazione: row.id, n: n + 1 })))
    .execute();
  await ctx.db.updateTable('pratiche').set({ pubblica: row.id }).where('ufficio', '=', ufficio).execute();
  const photo = scene && photos.get(scene);
  if (photo)
    await ctx.db
      .insertInto('foto_pubbliche')
      .values({ ...photo, id: `demo-foto-${row.id}`, segnalazione: row.id, n: 1 })
      .execute();
}

async function photosOf(scenes: readonly string[]): Promise<Map<string, DemoPhoto>> {
  const { default: sharp } = await import('sharp');
  const photos = new Map<string, DemoPhoto>();
  for (const scene of scenes) {
    const { data: dati, info } = await sharp(Buffer.from(scene)).jpeg().toBuffer({ resolveWithObject: true });
    const thumbnail = await sharp(dati).resize(SMALL_SIDE).jpeg().toBuffer();
    photos.set(scene, { dati, piccola: thumbnail, larghezza: info.width, altezza: info.height });
  }
  return photos;
}
