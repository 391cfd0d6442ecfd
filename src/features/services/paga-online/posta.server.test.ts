import { expect, test } from 'vitest';
import { scriviAvviso, scriviPagamento, scriviRicevuta } from '../../../../tests/pagamenti.ts';
import { caller, onBoth } from '../../../../tests/rig.ts';
import type { House } from '../../../context.ts';
import { checkMessage } from '../../../platform/mail/message.ts';
import { POSTA_PAGAMENTI } from './posta.server.ts';

const SUO = 'Multa di Mario Rossi <b>https://evil.example</b>';
const AVVISO = { ente: 'borgo', numero_avviso: '301000000000000017', causale: SUO, importo_cent: 1234_56 };
const ALTRO = { ...AVVISO, ente: 'valle', numero_avviso: '301000000000000118', importo_cent: 1 };

const lettera = (house: House, tipo: string, pagamento: string) => POSTA_PAGAMENTI[tipo]?.({ pagamento }, house);

onBoth('mails about payments', (rig) => {
  test('who paid gets the receipt: body, number, amount, instant, reference, and a link that opens it', async () => {
    const { id } = await scriviPagamento(rig, [AVVISO], { email: 'chi.paga@esempio.it' });
    const mail = await lettera(rig.house, 'pagamento.pagato', id);

    expect(mail?.to).toBe('chi.paga@esempio.it');
    expect(mail?.ente.nome).toBe('Comune di Borgo');
    expect(mail?.testo.subject).toBe('Comune di Borgo: abbiamo la conferma del tuo pagamento');
    const text = mail?.testo.text ?? '';
    for (const words of [
      'Codice avviso: 3010 0000 0000 0000 17 (Comune di Borgo)\n',
      'Importo: 1.234,56 €\n',
      'Pagato il: 20 novembre 2026, ore 9:59\n',
      'Pagato con: pagoPA\n',
      `Riferimento: ${id}\n`,
      'il collegamento vale fino al 20 dicembre 2026',
      `/servizio/paga-online/pago-pa/esito?r=${id}\n`,
      'qualcuno ha scritto il tuo indirizzo per errore',
    ])
      expect(text).toContain(words);
    const link = new URL(/^http\S+firma=\S+$/m.exec(text)?.[0] ?? '');
    expect((await caller(rig).ask('GET', link.pathname + link.search)).status).toBe(200);
  });

  test('whose attempt failed is told that no money went, and where to try again', async () => {
    for (const [stato, words] of [
      ['non_completato', 'non è andato a buon fine: nessun importo addebitato'],
      ['scaduto', 'è passato e non abbiamo ricevuto nessuna conferma'],
      ['annullato', 'è stato annullato: nessun importo addebitato'],
    ] as const) {
      const { id } = await scriviPagamento(rig, [AVVISO], { stato });
      const mail = await lettera(rig.house, 'pagamento.fallito', id);
      expect(mail?.testo.subject).toBe('Comune di Borgo: il pagamento non è stato completato');
      expect(mail?.testo.text).toContain(words);
      expect(mail?.testo.text).toContain(
        'Riprova a pagare:\nhttp://127.0.0.1:4321/servizio/paga-online?numero_avviso=301000000000000017&dominioEC=80000000000\n',
      );
    }
  });

  test('nobody is told to pay again what was paid another way', async () => {
    const { id } = await scriviPagamento(rig, [AVVISO], { stato: 'non_completato' });
    await scriviRicevuta(rig, AVVISO);
    const { text } = (await lettera(rig.house, 'pagamento.fallito', id))?.testo ?? { text: '' };
    expect(text).toContain('già pagato, forse in un altro modo: non pagarlo di nuovo');
    expect(text).not.toContain('nessun importo');
    expect(text).not.toContain('/servizio/paga-online?');
    expect(text).not.toContain('puoi riprovare');
  });

  test('of a cart names every notice with its body, the total, and is sent by the portal', async () => {
    const { id } = await scriviPagamento(rig, [AVVISO, ALTRO]);
    const mail = await lettera(rig.house, 'pagamento.pagato', id);
    expect(mail?.ente.id).toBe('portale');
    expect(mail?.testo.text).toContain('Codice avviso: 3010 0000 0000 0001 18 (Comune di Valle)\nTotale: 1.234,57 €\n');
  });

  test('have nothing that the payer or the body wrote, and no person in the subject', async () => {
    await scriviAvviso(rig, { ...AVVISO, dati_json: JSON.stringify({ pagatore: { nome: 'Mario' } }) });
    const pagato = await scriviPagamento(rig, [AVVISO]);
    const fallito = await scriviPagamento(rig, [ALTRO], { stato: 'scaduto' });
    for (const [tipo, { id }] of [
      ['pagamento.pagato', pagato],
      ['pagamento.fallito', fallito],
    ] as const) {
      const mail = await lettera(rig.house, tipo, id);
      const { subject, text, html } = mail?.testo ?? { subject: '', text: '', html: '' };
      expect(subject + text + html).not.toMatch(/Mario|Multa|evil/);
      expect(subject).not.toMatch(/\d|@/);
      expect(html).toContain('<html lang="it">');
      expect(() => checkMessage({ messageId: '<a@b.it>', to: mail?.to ?? '', subject, text, html })).not.toThrow();
    }
  });

  test('a row that time has overtaken sends nothing', async () => {
    const pagato = await scriviPagamento(rig, [AVVISO]);
    const attesa = await scriviPagamento(rig, [ALTRO], { stato: 'in_verifica' });
    expect(await lettera(rig.house, 'pagamento.fallito', pagato.id)).toBeNull();
    expect(await lettera(rig.house, 'pagamento.fallito', attesa.id)).toBeNull();
    expect(await lettera(rig.house, 'pagamento.pagato', attesa.id)).toBeNull();
  });
});
