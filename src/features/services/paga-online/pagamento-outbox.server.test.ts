import { expect, test } from 'vitest';
import { writeAvviso, writePagamento, writeRicevuta } from '../../../../tests/pagamenti.ts';
import { callerOf, onOneInTurn } from '../../../../tests/rig.ts';
import type { PortalHouse } from '../../../context.ts';
import { checkMessage } from '../../../platform/mail/message.ts';
import { numeroPagamento } from './numero-pagamento.server.ts';
import { PAGAMENTO_OUTBOX } from './pagamento-outbox.server.ts';

const TYPED_TEXT = 'Multa di Mario Rossi <b>https://evil.example</b>';
const AVVISO = { ente: 'borgo', numero_avviso: '301000000000000017', causale: TYPED_TEXT, importo_cent: 1234_56 };
const OTHER_AVVISO = { ...AVVISO, ente: 'valle', numero_avviso: '301000000000000118', importo_cent: 1 };

const letteraOf = (house: PortalHouse, tipo: string, pagamento: string) =>
  PAGAMENTO_OUTBOX.find((delivery) => delivery.tipo === tipo)?.deliver(JSON.stringify({ pagamento }), house);

onOneInTurn('mails about payments', (rig) => {
  test('the payer is mailed ente, number, amount, instant, number of the payment and a link that opens the receipt', async () => {
    const { id } = await writePagamento(rig, [AVVISO], { email: 'chi.paga@esempio.it' });
    const mail = await letteraOf(rig.house, 'pagamento.pagato', id);

    expect(mail?.to).toBe('chi.paga@esempio.it');
    expect(mail?.ente.nome).toBe('Comune di Borgo');
    expect(mail?.testo.subject).toBe('Comune di Borgo: abbiamo la conferma del tuo pagamento');
    const text = mail?.testo.text ?? '';
    for (const words of [
      'Codice avviso: 3010 0000 0000 0000 17 (Comune di Borgo)\n',
      'Importo: 1.234,56 €\n',
      'Pagato il: 20 novembre 2026, ore 9:59\n',
      'Pagato con: pagoPA\n',
      `Numero del pagamento: ${numeroPagamento(id)}\n`,
      'il collegamento vale fino al 20 dicembre 2026',
      `/servizio/paga-online/pago-pa/esito?r=${id}\n`,
      'qualcuno ha scritto il tuo indirizzo per errore',
    ])
      expect(text).toContain(words);
    const link = new URL(/^http\S+firma=\S+$/m.exec(text)?.[0] ?? '');
    expect((await callerOf(rig).ask('GET', link.pathname + link.search)).status).toBe(200);
  });

  test('a payer whose attempt failed is told that no money was taken, and where to try again', async () => {
    for (const [stato, words] of [
      ['non_completato', 'non è andato a buon fine: nessun importo addebitato'],
      ['scaduto', 'è passato e non abbiamo ricevuto nessuna conferma'],
      ['annullato', 'è stato annullato: nessun importo addebitato'],
    ] as const) {
      const { id } = await writePagamento(rig, [AVVISO], { stato });
      const mail = await letteraOf(rig.house, 'pagamento.fallito', id);
      expect(mail?.testo.subject).toBe('Comune di Borgo: il pagamento non è stato completato');
      expect(mail?.testo.text).toContain(words);
      expect(mail?.testo.text).toContain(
        'Riprova a pagare:\nhttp://127.0.0.1:4321/servizio/paga-online?avviso=301000000000000017-80000000000\n',
      );
    }
  });

  test('a mail about a failed attempt never asks to pay what was paid another way', async () => {
    const { id } = await writePagamento(rig, [AVVISO], { stato: 'non_completato' });
    await writeRicevuta(rig, AVVISO);
    const { text } = (await letteraOf(rig.house, 'pagamento.fallito', id))?.testo ?? { text: '' };
    expect(text).toContain('già pagato, forse in un altro modo: non pagarlo di nuovo');
    expect(text).not.toContain('nessun importo');
    expect(text).not.toContain('/servizio/paga-online?');
    expect(text).not.toContain('puoi riprovare');
  });

  test('the mail about a cart names every notice with its ente and the total, and is sent by the portal', async () => {
    const { id } = await writePagamento(rig, [AVVISO, OTHER_AVVISO]);
    const mail = await letteraOf(rig.house, 'pagamento.pagato', id);
    expect(mail?.ente.id).toBe('portale');
    expect(mail?.testo.text).toContain('Codice avviso: 3010 0000 0000 0001 18 (Comune di Valle)\nTotale: 1.234,57 €\n');
  });

  test('a payer who chose a shop is mailed the code, its deadline and the way to give it up, while it waits', async () => {
    const atShop = { stato: 'in_verifica', fornitore: 'mooney' as const, codice_negozio: '123456789012' };
    const { id } = await writePagamento(rig, [AVVISO], { ...atShop, scade: Date.UTC(2026, 11, 8, 9) });
    const mail = await letteraOf(rig.house, 'pagamento.sospeso', id);
    expect(mail?.testo.subject).toBe('Comune di Borgo: il tuo pagamento in sospeso');
    for (const words of [
      '1234 5678 9012',
      'paga entro l’8 dicembre 2026, ore 10:00',
      'Apri il pagamento e rinuncia',
      `/servizio/paga-online/pago-pa/esito?r=${id}\n`,
    ])
      expect(mail?.testo.text).toContain(words);
    await rig.house.db.updateTable('pagamenti').set({ stato: 'pagato' }).where('id', '=', id).execute();
    expect(await letteraOf(rig.house, 'pagamento.sospeso', id)).toBeNull();
  });

  test('mails contain nothing that the payer or the ente wrote, and no personal data in the subject', async () => {
    await writeAvviso(rig, { ...AVVISO, dati_json: JSON.stringify({ pagatore: { nome: 'Mario' } }) });
    const paid = await writePagamento(rig, [AVVISO]);
    const failed = await writePagamento(rig, [OTHER_AVVISO], { stato: 'scaduto' });
    for (const [tipo, { id }] of [
      ['pagamento.pagato', paid],
      ['pagamento.fallito', failed],
    ] as const) {
      const mail = await letteraOf(rig.house, tipo, id);
      const { subject, text, html } = mail?.testo ?? { subject: '', text: '', html: '' };
      expect(subject + text + html).not.toMatch(/Mario|Multa|evil/);
      expect(subject).not.toMatch(/\d|@/);
      expect(html).toContain('<html lang="it">');
      expect(() => checkMessage({ messageId: '<a@b.it>', to: mail?.to ?? '', subject, text, html })).not.toThrow();
    }
  });

  test('an outbox row that is out of date sends nothing', async () => {
    const paid = await writePagamento(rig, [AVVISO]);
    const pending = await writePagamento(rig, [OTHER_AVVISO], { stato: 'in_verifica' });
    expect(await letteraOf(rig.house, 'pagamento.fallito', paid.id)).toBeNull();
    expect(await letteraOf(rig.house, 'pagamento.fallito', pending.id)).toBeNull();
    expect(await letteraOf(rig.house, 'pagamento.pagato', pending.id)).toBeNull();
  });
});
