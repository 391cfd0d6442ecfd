/** The statement of a delegate as a PDF that a screen reader reads, also of thousands of positions. */
import { expect, test } from 'vitest';
import { letActOn } from '../../../../tests/deleghe.ts';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { pdfFaults } from '../../../../tests/pdf-check.ts';
import { textOf } from '../../../../tests/pdf-text.ts';
import { writeDocumento } from '../../../../tests/posizioni.ts';
import { callerOf, createAccount, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { MAX_PDF_POSIZIONI } from './statement.server.ts';

const BRUNO = 'VRDLCU72P15Z999A';

const delegateOf = async (rig: Rig) =>
  callerOf(rig, { user: await createAccount(rig, { codice_fiscale: BRUNO, nome: 'Bruno', cognome: 'Verdi' }) });

const listPosizioni = ({ house: { db } }: Rig) =>
  db.selectFrom('posizioni').selectAll().orderBy('codice_utente').execute();

onOneInTurn('the statement of a delegate', (rig) => {
  test('says by holder and position what there is, when it is to be paid, and how much in all', async () => {
    const bruno = await delegateOf(rig);
    await letActOn(rig, { delegato: BRUNO, holders: 2, each: 1 });
    const [first, second] = await listPosizioni(rig);
    if (!first || !second) throw new Error('no positions');
    await writeDocumento(rig, first, { numero: 'D-1', importo_cent: 300_00 });
    await writeDocumento(rig, first, { numero: 'D-2', importo_cent: 40_00, stato: 'pagato' });
    await writeAvviso(rig, { posizione: second.id, causale: 'Rata 1 di 2', scadenza: '2026-11-01' });

    const { status, bytes, type } = await readPdf(bruno);
    expect([status, type]).toEqual([200, 'application/pdf']);
    expect(await pdfFaults(bytes)).toEqual([]);
    const text = (await textOf(bytes)).replace(/\s+/g, ' ');
    for (const words of [
      'Estratto delle posizioni delegate',
      'Agisce con delega Bruno Verdi',
      'Da pagare in tutto 350,00 €',
      'Cliente 000, TITOLARE000',
      'codice utente U-000-0 (Comune di Borgo)',
      'Avviso di pagamento D-1 del 1º ottobre 2026: 300,00 €, da pagare entro il 30 novembre 2026',
      'Avviso di pagamento D-2 del 1º ottobre 2026: 40,00 €, pagato',
      'Rata 1 di 2: 50,00 €, scadeva il 1º novembre 2026, codice avviso 3010 0000 0000 0000 17',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Non è tutto');
  });

  test('of nobody’s positions says so', async () => {
    const { status, bytes } = await readPdf(await delegateOf(rig));
    expect([status, await pdfFaults(bytes)]).toEqual([200, []]);
    expect(await textOf(bytes)).toContain('Non agisci per nessuno');
  });

  test(`of more than ${MAX_PDF_POSIZIONI} positions is drawn within the time and memory of any document, and says that it is not all`, async () => {
    const bruno = await delegateOf(rig);
    await letActOn(rig, { delegato: BRUNO, holders: 41, each: 50 });
    const { status, bytes } = await readPdf(bruno);
    expect(status).toBe(200);
    const text = (await textOf(bytes)).replace(/\s+/g, ' ');
    expect(text).toContain('Non è tutto');
    expect(text.match(/codice utente/g)).toHaveLength(MAX_PDF_POSIZIONI);
  });
});

async function readPdf(citizen: ReturnType<typeof callerOf>) {
  const { status, bytes, headers } = await citizen.call('estrattoDeleghePdf');
  return { status, bytes, type: headers.get('content-type') };
}
