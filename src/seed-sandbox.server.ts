/** Fills a new sandbox on its first start. */
import { callOperation } from './call.server.ts';
import { ctxOf, type PortalHouse } from './context.ts';
import { importData } from './data/import.server.ts';
import { todayInRome } from './platform/atoms/date.ts';
import { newVisitor } from './platform/visitor.server.ts';
import { ENTI } from './sandbox/demo/enti.ts';
import { SEGNALAZIONI } from './sandbox/demo/segnalazioni.ts';
import { publicReports } from './sandbox/demo/segnalazioni-pubbliche.ts';
import { demoData } from './sandbox/demo.ts';

/** The demo data, the public reports of a year, and two reports of a guest, sent like any report: numbered, dated, with their mails. */
export async function seedSandbox(house: PortalHouse): Promise<void> {
  const now = house.now();
  await importData(house, demoData(todayInRome(now)));
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
    await callOperation('inviaSegnalazione', segnalazione, ctx);
  }
  await writePublicReports(house, todayInRome(now));
}

/** Without cases: they were closed long ago, or belong to nobody of the demo. */
async function writePublicReports({ db, now }: PortalHouse, today: string): Promise<void> {
  const reports = ENTI.flatMap((ente) => publicReports(ente, today, now()));
  await db.transaction().execute(async (tx) => {
    for (const { row, tappe } of reports) {
      await tx.insertInto('segnalazioni_pubbliche').values(row).execute();
      await tx
        .insertInto('tappe_pubbliche')
        .values(tappe.map((tappa, at) => ({ ...tappa, segnalazione: row.id, n: at + 1 })))
        .execute();
    }
  });
}
