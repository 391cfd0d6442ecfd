/** Tests every form about documents: who may send it, about which documents, with which files, once, and what frees the documents. */
import { describe, expect, test } from 'vitest';
import { ANNA, BRUNO_CODICE, persona, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  decidePratica,
  guestWithLettera,
  loginAnna,
  RICHIEDENTE,
  uploadAllegato,
} from '../../../../tests/richiedente.ts';
import {
  filledRichiesta,
  oweDocumenti,
  readDocumenti,
  type Servizio,
  sendRichiesta,
  writeOpenCarrello,
} from '../../../../tests/richieste.ts';
import {
  callerOf,
  countRows,
  createAccount,
  HOUR,
  onOneInTurn,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { serviceOf } from '../ente/servizi.ts';

const RIESAME: Servizio = {
  invia: 'inviaRiesame',
  codice: 'SF220',
  ownFields: { motivo: 'gia_pagato', fatti: 'Ho pagato il 3 ottobre.', sospensione: true },
};
const RATE: Servizio = {
  invia: 'chiediRate',
  codice: 'SF200',
  ownFields: { rate: 5, prima_scadenza: '2026-12-31', motivo: 'Ho perso il lavoro.', difficolta: true },
};
const PROROGA: Servizio = {
  invia: 'chiediProroga',
  codice: 'SF210',
  ownFields: { nuova_scadenza: '2027-01-10', motivo: 'Aspetto lo stipendio.' },
};
const SERVIZI = [RIESAME, RATE, PROROGA];
const otherThan = (s: Servizio) => SERVIZI.find((other) => other !== s) as Servizio;

/** The action of a document that stands for the request of a code. */
const actionOf = (codice: string) => serviceOf(SERVICE_ROWS, codice)?.documents?.action ?? codice;
type SeenDocumento = { azioni: string[]; richieste: unknown[] };

/** Makes the position Bruno's as well. */
const addBruno = ({ house }: Rig, posizione: string) =>
  house.db
    .insertInto('rappresentanze')
    .values({
      id: `di-bruno-${posizione}`,
      posizione,
      ruolo: 'altro',
      creata: house.now(),
      tolta: null,
      codice_fiscale: BRUNO_CODICE.codice_fiscale,
    })
    .execute();

const IN_PROGRESS = /c’è già una richiesta dello stesso tipo in corso/;

describe.each(SERVIZI)('$codice', (servizio) => {
  const { invia, codice, ownFields } = servizio;

  onOneInTurn('about documents', (rig) => {
    test('a guest with the two codes sends a request, which becomes a case of the ente about these documents', async () => {
      const { documenti } = await oweDocumenti(rig);
      const sent = await sendRichiesta(await guestWithLettera(rig), servizio);
      expect([sent.status, sent.body.message]).toEqual([201, undefined]);
      const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
      expect(pratica).toMatchObject({ id: sent.body.data.id, ente: 'borgo', codice, tipo: 'richiesta', utente: null });
      const rows = await rig.house.db.selectFrom('richieste_documenti').selectAll().execute();
      expect(new Set(rows.map((r) => r.documento))).toEqual(new Set(documenti.map((d) => d.id)));
      expect(rows.every((r) => r.codice === codice && r.pratica === pratica.id && r.aperta === 1)).toBe(true);
    });

    test('a logged-in citizen needs neither codes nor identity document, and the login gives their name', async () => {
      await oweDocumenti(rig);
      const anna = await loginAnna(rig);
      const other = { ...RICHIEDENTE, nome: 'Altra', codice_fiscale: BRUNO_CODICE.codice_fiscale };
      const sent = await anna.call(
        invia,
        await filledRichiesta(anna, servizio, { richiedente: other }, [await uploadAllegato(anna)]),
      );
      expect(sent.status).toBe(201);
      const { nome, codice_fiscale } = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
      expect([nome, codice_fiscale]).toEqual(['Anna', ANNA.codice_fiscale]);
    });

    test('a form sent empty is answered field by field, the fields of the service before those of the applicant', async () => {
      const { status, body } = await (await guestWithDebt(rig)).call(invia, {});
      expect(status).toBe(422);
      const missing = Object.keys(body.errors);
      expect(missing.slice(0, 3)).toEqual(['ente', 'servizio', 'documenti']);
      const required = Object.keys(ownFields).filter((name) => name !== 'sospensione');
      expect(missing).toEqual(expect.arrayContaining([...required, 'richiedente', 'privacy']));
      expect(body.errors).toMatchObject({
        ente: ['Scegli l’ente a cui scrivere.'],
        servizio: ['Indica da quale servizio vengono i documenti.'],
        documenti: ['Scegli almeno un documento.'],
      });
    });

    test.each([
      [{ documenti: [] }, { documenti: ['Scegli almeno un documento.'] }],
      [{ documenti: 'D-1,D 2' }, { 'documenti.1': ['Il numero di un documento non è valido.'] }],
      [{ ente: 'nessuno' }, { ente: ['Scegli l’ente a cui scrivere.'] }],
      [{ privacy: false }, expect.objectContaining({ privacy: [expect.stringMatching(/informativa/)] })],
      [
        { richiedente: { ...RICHIEDENTE, telefono: '' } },
        { 'richiedente.telefono': [expect.stringMatching(/telefono/)] },
      ],
    ])('%j is refused at its field', async (over, errors) => {
      await oweDocumenti(rig);
      const sent = await sendRichiesta(await guestWithLettera(rig), servizio, over);
      expect([sent.status, sent.body.errors]).toEqual([422, errors]);
      expect(await countRows(rig, 'pratiche')).toBe(0);
    });

    test('an ente that takes no such requests is named in the refusal', async () => {
      const valle = await writePosizione(rig, { ente: 'valle' });
      await writeDocumento(rig, valle, { numero: 'D-1' });
      const sent = await sendRichiesta(await guestWithLettera(rig), servizio, { ente: 'valle', documenti: ['D-1'] });
      expect([sent.status, sent.body.errors]).toEqual([422, { ente: [expect.stringContaining('Comune di Valle')] }]);
    });

    test('a document with an open request does not offer it again, and leads its sender to the case and others only to the fact', async () => {
      const { posizione } = await oweDocumenti(rig);
      rig.clock.pass(60_000);
      await addBruno(rig, posizione.id);
      const anna = await loginAnna(rig);
      const sent = await anna.call(invia, await filledRichiesta(anna, servizio, {}, [await uploadAllegato(anna)]));
      const { id, protocollo, chat } = sent.body.data;
      const azione = actionOf(codice);
      const seenBy = async (who: RigCaller) =>
        (await who.call('mieiDocumenti')).body.data.map((d: SeenDocumento) => [d.azioni.includes(azione), d.richieste]);
      const bruno = callerOf(rig, { user: BRUNO_CODICE });
      const own = { protocollo, chat, inviata_il: new Date(rig.house.now()).toISOString() };
      expect(await seenBy(anna)).toEqual(Array(2).fill([false, [{ azione, pratica: own }]]));
      expect(await seenBy(bruno)).toEqual(Array(2).fill([false, [{ azione, pratica: null }]]));
      expect(JSON.stringify(await seenBy(bruno))).not.toContain(id);

      await decidePratica(rig, id, { stato: 'rifiutata' });
      expect(await seenBy(anna)).toEqual(Array(2).fill([true, []]));
    });

    test('a request without a file of its own is refused with "No files to upload"', async () => {
      await oweDocumenti(rig);
      const who = await guestWithLettera(rig);
      for (const files of [[], [await uploadAllegato(who, 'documento_identita')]]) {
        await who.confirm(RICHIEDENTE.email);
        rig.clock.pass(61_000);
        const sent = await who.call(invia, await filledRichiesta(who, servizio, {}, files));
        expect([sent.status, sent.body.message, sent.body.errors]).toEqual([
          422,
          'No files to upload',
          { filesAllegati: ['No files to upload'] },
        ]);
      }
    });

    test('a guest sends an identity document, and a person with a role sends its proof', async () => {
      await oweDocumenti(rig);
      const who = await guestWithLettera(rig);
      await who.confirm(RICHIEDENTE.email);
      const without = await who.call(invia, await filledRichiesta(who, servizio, {}, [await uploadAllegato(who)]));
      expect([without.status, without.body.errors]).toEqual([
        422,
        { filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'] },
      ]);
      const firm = { ruolo: 'legale_rappresentante', ragione_sociale: 'Insegne S.r.l.', partita_iva: '12345678903' };
      const ruolo = { richiedente: { ...RICHIEDENTE, ...firm } };
      const files = [await uploadAllegato(who), await uploadAllegato(who, 'documento_identita')];
      const silent = await who.call(invia, await filledRichiesta(who, servizio, ruolo, files));
      expect([silent.status, silent.body.errors]).toEqual([
        422,
        { filesAllegati: [expect.stringContaining('prova il tuo ruolo')] },
      ]);
      files.push(await uploadAllegato(who, 'titolo_rappresentanza'));
      expect((await who.call(invia, await filledRichiesta(who, servizio, ruolo, files))).status).toBe(201);
      const { dati_json } = await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
      expect(JSON.parse(dati_json).inQualitaDi).toEqual([
        ['In qualità di', 'Legale rappresentante'],
        ['Ragione sociale', 'Insegne S.r.l.'],
        ['Partita IVA o codice fiscale della ditta', '12345678903'],
      ]);
    });

    test('files of another person, or more than ten files, are refused', async () => {
      await oweDocumenti(rig);
      const who = await guestWithLettera(rig);
      await who.confirm(RICHIEDENTE.email);
      const others = await uploadAllegato(callerOf(rig));
      const mine = [await uploadAllegato(who), await uploadAllegato(who, 'documento_identita')];
      const foreign = await who.call(invia, await filledRichiesta(who, servizio, {}, [...mine, others]));
      expect([foreign.status, await countRows(rig, 'pratiche')]).toEqual([404, 0]);
      const eleven = await Promise.all(Array.from({ length: 9 }, () => uploadAllegato(who)));
      const tooMany = await who.call(invia, await filledRichiesta(who, servizio, {}, [...mine, ...eleven]));
      expect([tooMany.status, tooMany.body.errors]).toEqual([
        422,
        { filesAllegati: ['Puoi allegare al massimo 10 file.'] },
      ]);
    });

    test('an address that was not confirmed needs its code', async () => {
      await oweDocumenti(rig);
      const who = await guestWithLettera(rig);
      const fields = await filledRichiesta(who, servizio, { 'g-recaptcha-response': await who.human() });
      const sent = await who.call(invia, fields);
      expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['otp']]);
    });

    test('documents that are unknown, another person’s or no longer open get the same answer', async () => {
      await oweDocumenti(rig);
      const others = await writePosizione(rig, { codice_utente: 'ALTRA-1' }, [BRUNO_CODICE.codice_fiscale]);
      await writeDocumento(rig, others, { numero: 'D-9' });
      const who = await guestWithLettera(rig);
      for (const documenti of [['D-404'], ['D-1', 'D-9'], ['D-9']]) {
        rig.clock.pass(61_000);
        const sent = await sendRichiesta(who, servizio, { documenti });
        expect([sent.status, sent.body.message]).toEqual([404, 'Non abbiamo trovato questo documento.']);
      }
      const sistema = await who.call(invia, await filledRichiesta(who, servizio, { servizio: 'ICP' }));
      expect(sistema.status).toBe(404);
      const bruno = callerOf(rig, {
        user: await createAccount(rig, { ...persona(BRUNO_CODICE.codice_fiscale), email: RICHIEDENTE.email }),
      });
      expect((await bruno.call(invia, await filledRichiesta(bruno, servizio))).status).toBe(404);

      rig.clock.pass(HOUR);
      const late = await sendRichiesta(who, servizio);
      expect(late.status).toBe(404);
      expect(await countRows(rig, 'pratiche')).toBe(0);
    });

    test('documents of two enti, or of another ente than the request is sent to, are refused', async () => {
      await oweDocumenti(rig);
      const valle = await writePosizione(rig, { ente: 'valle', codice_utente: 'V-1' }, [ANNA.codice_fiscale]);
      await writeDocumento(rig, valle, { numero: 'V-1' });
      const anna = await loginAnna(rig);
      for (const documenti of [['D-1', 'V-1'], ['V-1']])
        expect((await anna.call(invia, await filledRichiesta(anna, servizio, { documenti }))).status).toBe(404);
      expect(await countRows(rig, 'pratiche')).toBe(0);
    });

    test.each(['in_pagamento', 'rateizzato', 'annullato', ...(codice === 'SF220' ? [] : ['pagato'])])(
      'a document that is %s is refused with its reason',
      async (stato) => {
        await oweDocumenti(rig);
        await rig.house.db.updateTable('documenti').set({ stato }).where('numero', '=', 'D-2').execute();
        const sent = await sendRichiesta(await guestWithLettera(rig), servizio);
        expect([sent.status, sent.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: /)]);
        expect(sent.body.message).toMatch(stato === 'in_pagamento' ? /è in corso/ : new RegExp(`«${stato}»`));
        expect(await countRows(rig, 'pratiche')).toBe(0);
      },
    );

    test('a document has one open request of each kind', async () => {
      await oweDocumenti(rig);
      const anna = await loginAnna(rig);
      const sendOne = async (s: Servizio, documenti: string[]) =>
        (await anna.call(s.invia, await filledRichiesta(anna, s, { documenti }))).status;
      expect(await sendOne(servizio, ['D-1', 'D-2'])).toBe(201);
      const again = await anna.call(invia, await filledRichiesta(anna, servizio, { documenti: ['D-2', 'D-1'] }));
      expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(IN_PROGRESS)]);
      expect(await sendOne(otherThan(servizio), ['D-1', 'D-2'])).toBe(201);
    });

    test('a request about a document whose payment may be under way is refused, except for an open cart at pagoPA', async () => {
      const { documenti } = await oweDocumenti(rig);
      const [one, two] = await Promise.all(
        documenti.map(async (d, n) => {
          const numero_avviso = `30100000000000000${n}`;
          await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('id', '=', d.id).execute();
          return numero_avviso;
        }),
      );
      const expires = rig.house.now() + HOUR;
      await writeOpenCarrello(rig, { ente: 'borgo', numero_avviso: one as string, scade: expires });
      const anna = await loginAnna(rig);
      await writeOpenCarrello(rig, {
        ente: 'borgo',
        numero_avviso: two as string,
        scade: expires,
        fornitore: 'mooney',
      });
      const no = await anna.call(invia, await filledRichiesta(anna, servizio));
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: Un pagamento/)]);
      await rig.house.db
        .updateTable('pagamenti')
        .set({ stato: 'annullato' })
        .where('fornitore', '=', 'mooney')
        .execute();
      expect((await anna.call(invia, await filledRichiesta(anna, servizio))).status).toBe(201);
    });

    test('a cart of a stranger at pagoPA stops neither the request nor its decision, whatever their browser reports', async () => {
      await oweDocumenti(rig);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      const cart = { ente: 'borgo', numero_avviso, scade: RIG_NOW + HOUR, stato: 'in_verifica' } as const;
      for (const di of ['uno', 'due', 'tre']) await writeOpenCarrello(rig, { ...cart, owner: di });
      const anna = await guestWithLettera(rig);
      const { body, status } = await sendRichiesta(anna, servizio);
      expect(status).toBe(201);
      expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('a cart of a holder of the position, by codes or by login, stops request and decision, even after carts of strangers', async () => {
      await oweDocumenti(rig);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      const cart = { ente: 'borgo', numero_avviso, scade: RIG_NOW + HOUR, stato: 'in_verifica' } as const;
      const anna = await guestWithLettera(rig);
      await writeOpenCarrello(rig, { ...cart, owner: anna.visitor });
      rig.clock.pass(1000);
      for (const di of ['uno', 'due', 'tre']) await writeOpenCarrello(rig, { ...cart, owner: di });
      const no = await sendRichiesta(anna, servizio);
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: Un pagamento/)]);

      await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
      rig.clock.pass(HOUR / 30);
      const { body } = await sendRichiesta(anna, servizio);
      const { id } = await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale });
      await rig.house.db
        .updateTable('pagamenti')
        .set({ stato: 'in_verifica', utente: id, proprietario: 'login' })
        .where('proprietario', '=', anna.visitor)
        .execute();
      expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(409);
    });

    test('a request sent twice with one key becomes one case', async () => {
      await oweDocumenti(rig);
      const who = await guestWithLettera(rig);
      await who.confirm(RICHIEDENTE.email);
      const fields = await filledRichiesta(who, servizio);
      const key = crypto.randomUUID();
      const [one, two] = [await who.call(invia, fields, { key }), await who.call(invia, fields, { key })];
      expect([one.status, two.status, two.body.data.id]).toEqual([201, 201, one.body.data.id]);
      expect(await countRows(rig, 'pratiche')).toBe(1);
    });

    test('of two sends at once about the same document one becomes a case, and the other is told that it is taken', async () => {
      await oweDocumenti(rig);
      const anna = await loginAnna(rig);
      const [a, b] = [await filledRichiesta(anna, servizio), await filledRichiesta(anna, servizio)];
      const answers = await Promise.all([
        anna.call(invia, { ...a, documenti: ['D-1', 'D-2'] }, { key: crypto.randomUUID() }),
        anna.call(invia, { ...b, documenti: ['D-2', 'D-1'] }, { key: crypto.randomUUID() }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(IN_PROGRESS);
      expect([await countRows(rig, 'pratiche'), await countRows(rig, 'richieste_documenti')]).toEqual([1, 2]);
    });

    test.each([
      [
        'withdrawn',
        (id: string) => callerOf(rig).call('commenta', { id, email: RICHIEDENTE.email, stato: 'ritirata' }),
      ],
      ['refused', (id: string) => decidePratica(rig, id, { stato: 'rifiutata' })],
    ])('%s it leaves the documents as they were, free for another', async (_, fine) => {
      await oweDocumenti(rig);
      const before = await readDocumenti(rig);
      const anna = await loginAnna(rig);
      const { body } = await anna.call(invia, await filledRichiesta(anna, servizio));
      expect((await fine(body.data.id)).status).toBe(201);
      expect(await readDocumenti(rig)).toEqual(before);
      expect((await anna.call(invia, await filledRichiesta(anna, servizio))).status).toBe(201);
    });

    test('a request cannot be accepted while a document is being paid, and can be once the payment has failed', async () => {
      await oweDocumenti(rig);
      const { body } = await sendRichiesta(await guestWithLettera(rig), servizio);
      const becomes = (stato: string) =>
        rig.house.db.updateTable('documenti').set({ stato }).where('numero', '=', 'D-2').execute();
      await becomes('in_pagamento');
      const before = await readDocumenti(rig);
      const no = await decidePratica(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/D-2 è in pagamento/)]);
      expect(await readDocumenti(rig)).toEqual(before);
      await becomes('da_pagare');
      expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('the refusal to accept says since when a document is being paid and until when; a cancelled cart does not stop the decision', async () => {
      await oweDocumenti(rig);
      const anna = await guestWithLettera(rig);
      const { body } = await sendRichiesta(anna, servizio);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      await writeOpenCarrello(rig, { ente: 'borgo', numero_avviso, scade: RIG_NOW + HOUR / 6, owner: anna.visitor });
      const no = await decidePratica(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([
        409,
        'Il documento D-2 è in pagamento dal 20 novembre 2026, ore 10:00: l’esito si saprà al più tardi il 20 novembre 2026, ore 10:40. Attendilo prima di accettare.',
      ]);
      await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
      expect((await decidePratica(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('a request cannot be accepted once the state of a document does not allow it any more', async () => {
      await oweDocumenti(rig);
      const { body } = await sendRichiesta(await guestWithLettera(rig), servizio);
      await rig.house.db.updateTable('documenti').set({ stato: 'rateizzato' }).where('numero', '=', 'D-1').execute();
      const no = await decidePratica(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([
        409,
        expect.stringMatching(/D-1 intanto è diventato «rateizzato»/),
      ]);
      expect((await decidePratica(rig, body.data.id, { stato: 'rifiutata' })).status).toBe(201);
    });

    test('of several operators at once one decides', async () => {
      await oweDocumenti(rig);
      const { body } = await sendRichiesta(await guestWithLettera(rig), servizio);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => decidePratica(rig, body.data.id, { stato: 'accettata' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await countRows(rig, 'eventi')).toBe(2);
    });
  });
});

async function guestWithDebt(rig: Parameters<typeof oweDocumenti>[0]) {
  await oweDocumenti(rig);
  return guestWithLettera(rig);
}
