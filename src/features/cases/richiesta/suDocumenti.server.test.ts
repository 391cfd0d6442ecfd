/** What holds for each form about documents: who may send it, about what, with which files, once; and what frees the documents. */
import { describe, expect, test } from 'vitest';
import { ANNA, BRUNO, persona, scriviDocumento, scriviPosizione } from '../../../../tests/posizioni.ts';
import {
  allegato,
  carrelloAperto,
  compilata,
  debito,
  decidi,
  EMAIL,
  intestataria,
  manda,
  nelloStore,
  ospite,
  richiedente,
  type Servizio,
} from '../../../../tests/richieste.ts';
import { type Caller, caller, conto, count, HOUR, NOW, onBoth, type Rig } from '../../../../tests/rig.ts';
import { SERVICES } from '../../../services.ts';
import { serviceOf } from '../ente/servizi.ts';

const RIESAME: Servizio = {
  ...{ invia: 'inviaRiesame', codice: 'SF220' },
  propri: { motivo: 'gia_pagato', fatti: 'Ho pagato il 3 ottobre.', sospensione: true },
};
const RATE: Servizio = {
  ...{ invia: 'chiediRate', codice: 'SF200' },
  propri: { rate: 5, prima_scadenza: '2026-12-31', motivo: 'Ho perso il lavoro.', difficolta: true },
};
const PROROGA: Servizio = {
  ...{ invia: 'chiediProroga', codice: 'SF210' },
  propri: { nuova_scadenza: '2027-01-10', motivo: 'Aspetto lo stipendio.' },
};
const SERVIZI = [RIESAME, RATE, PROROGA];
const altroDa = (s: Servizio) => SERVIZI.find((altro) => altro !== s) as Servizio;

/** What the request of a code is called among the actions of a document. */
const actionOf = (codice: string) => serviceOf(SERVICES, codice)?.documents?.action ?? codice;
type DocumentoVisto = { azioni: string[]; richieste: unknown[] };

/** The position is Bruno's as well. */
const aggiungiBruno = ({ house }: Rig, posizione: string) =>
  house.db
    .insertInto('rappresentanze')
    .values({
      ...{ id: `di-bruno-${posizione}`, posizione, ruolo: 'altro', creata: house.now(), tolta: null },
      codice_fiscale: BRUNO.codice_fiscale,
    })
    .execute();

const APERTA = /c’è già una richiesta dello stesso tipo in corso/;

describe.each(SERVIZI)('$codice', (servizio) => {
  const { invia, codice, propri } = servizio;

  onBoth('about documents', (rig) => {
    test('a guest with the two codes sends it: a case of the body, about these documents', async () => {
      const { documenti } = await debito(rig);
      const sent = await manda(await ospite(rig), servizio);
      expect([sent.status, sent.body.message]).toEqual([201, undefined]);
      const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
      expect(pratica).toMatchObject({ id: sent.body.data.id, ente: 'borgo', codice, tipo: 'richiesta', utente: null });
      const righe = await rig.house.db.selectFrom('richieste_documenti').selectAll().execute();
      expect(new Set(righe.map((r) => r.documento))).toEqual(new Set(documenti.map((d) => d.id)));
      expect(righe.every((r) => r.codice === codice && r.pratica === pratica.id && r.aperta === 1)).toBe(true);
    });

    test('who is logged in needs neither code nor identity document, and is who the login says', async () => {
      await debito(rig);
      const anna = await intestataria(rig);
      const altra = richiedente({ nome: 'Altra', codice_fiscale: BRUNO.codice_fiscale });
      const sent = await anna.call(
        invia,
        await compilata(anna, servizio, { richiedente: altra }, [await allegato(anna)]),
      );
      expect(sent.status).toBe(201);
      const { nome, codice_fiscale } = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
      expect([nome, codice_fiscale]).toEqual(['Anna', ANNA.codice_fiscale]);
    });

    test('nothing filled in is told field by field, the own fields before who asks', async () => {
      const { status, body } = await (await ospite0(rig)).call(invia, {});
      expect(status).toBe(422);
      const mancano = Object.keys(body.errors);
      expect(mancano.slice(0, 3)).toEqual(['ente', 'servizio', 'documenti']);
      const obbligatori = Object.keys(propri).filter((nome) => nome !== 'sospensione');
      expect(mancano).toEqual(expect.arrayContaining([...obbligatori, 'richiedente', 'privacy']));
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
      [{ richiedente: richiedente({ telefono: '' }) }, { 'richiedente.telefono': [expect.stringMatching(/telefono/)] }],
    ])('%j is refused at its field', async (over, errors) => {
      await debito(rig);
      const sent = await manda(await ospite(rig), servizio, over);
      expect([sent.status, sent.body.errors]).toEqual([422, errors]);
      expect(await count(rig, 'pratiche')).toBe(0);
    });

    test('a body that takes no such requests is told by name', async () => {
      const valle = await scriviPosizione(rig, { ente: 'valle' });
      await scriviDocumento(rig, valle, { numero: 'D-1' });
      const sent = await manda(await ospite(rig), servizio, { ente: 'valle', documenti: ['D-1'] });
      expect([sent.status, sent.body.errors]).toEqual([422, { ente: [expect.stringContaining('Comune di Valle')] }]);
    });

    test('while it is open the document does not offer it again, and leads its sender to the case, others only to the fact', async () => {
      const { posizione } = await debito(rig);
      rig.clock.pass(60_000);
      await aggiungiBruno(rig, posizione.id);
      const anna = await intestataria(rig);
      const sent = await anna.call(invia, await compilata(anna, servizio, {}, [await allegato(anna)]));
      const { id, protocollo, chat } = sent.body.data;
      const azione = actionOf(codice);
      const visti = async (chi: Caller) =>
        (await chi.call('mieiDocumenti')).body.data.map((d: DocumentoVisto) => [
          d.azioni.includes(azione),
          d.richieste,
        ]);
      const bruno = caller(rig, { user: BRUNO });
      const suo = { protocollo, chat, inviata_il: new Date(rig.house.now()).toISOString() };
      expect(await visti(anna)).toEqual(Array(2).fill([false, [{ azione, pratica: suo }]]));
      expect(await visti(bruno)).toEqual(Array(2).fill([false, [{ azione, pratica: null }]]));
      expect(JSON.stringify(await visti(bruno))).not.toContain(id);

      await decidi(rig, id, { stato: 'rifiutata' });
      expect(await visti(anna)).toEqual(Array(2).fill([true, []]));
    });

    test('without a file of its own there is nothing to look at: "No files to upload"', async () => {
      await debito(rig);
      const chi = await ospite(rig);
      for (const files of [[], [await allegato(chi, 'documento_identita')]]) {
        await chi.confirm(EMAIL);
        rig.clock.pass(61_000);
        const sent = await chi.call(invia, await compilata(chi, servizio, {}, files));
        expect([sent.status, sent.body.message, sent.body.errors]).toEqual([
          422,
          'No files to upload',
          { filesAllegati: ['No files to upload'] },
        ]);
      }
    });

    test('a guest shows a document of identity, a role is proved', async () => {
      await debito(rig);
      const chi = await ospite(rig);
      await chi.confirm(EMAIL);
      const senza = await chi.call(invia, await compilata(chi, servizio, {}, [await allegato(chi)]));
      expect([senza.status, senza.body.errors]).toEqual([
        422,
        { filesAllegati: ['Allega un tuo documento di identità, fronte e retro.'] },
      ]);
      const ditta = { ruolo: 'legale_rappresentante', ragione_sociale: 'Insegne S.r.l.', partita_iva: '12345678903' };
      const ruolo = { richiedente: richiedente(ditta) };
      const files = [await allegato(chi), await allegato(chi, 'documento_identita')];
      const muto = await chi.call(invia, await compilata(chi, servizio, ruolo, files));
      expect([muto.status, muto.body.errors]).toEqual([
        422,
        { filesAllegati: [expect.stringContaining('prova il tuo ruolo')] },
      ]);
      files.push(await allegato(chi, 'titolo_rappresentanza'));
      expect((await chi.call(invia, await compilata(chi, servizio, ruolo, files))).status).toBe(201);
      const { dati_json } = await rig.house.db.selectFrom('pratiche').select('dati_json').executeTakeFirstOrThrow();
      expect(JSON.parse(dati_json).inQualitaDi).toEqual([
        ['In qualità di', 'Legale rappresentante'],
        ['Ragione sociale', 'Insegne S.r.l.'],
        ['Partita IVA o codice fiscale della ditta', '12345678903'],
      ]);
    });

    test('files of somebody else, or eleven of them, are refused', async () => {
      await debito(rig);
      const chi = await ospite(rig);
      await chi.confirm(EMAIL);
      const altrui = await allegato(caller(rig));
      const miei = [await allegato(chi), await allegato(chi, 'documento_identita')];
      const straniero = await chi.call(invia, await compilata(chi, servizio, {}, [...miei, altrui]));
      expect([straniero.status, await count(rig, 'pratiche')]).toEqual([404, 0]);
      const undici = await Promise.all(Array.from({ length: 9 }, () => allegato(chi)));
      const troppi = await chi.call(invia, await compilata(chi, servizio, {}, [...miei, ...undici]));
      expect([troppi.status, troppi.body.errors]).toEqual([
        422,
        { filesAllegati: ['Puoi allegare al massimo 10 file.'] },
      ]);
    });

    test('an address that was not confirmed is asked for its code', async () => {
      await debito(rig);
      const chi = await ospite(rig);
      const fields = await compilata(chi, servizio, { 'g-recaptcha-response': await chi.human() });
      const sent = await chi.call(invia, fields);
      expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['otp']]);
    });

    test('documents that are unknown, another’s, or no longer open are not there, one answer for all', async () => {
      await debito(rig);
      const altrui = await scriviPosizione(rig, { codice_utente: 'ALTRA-1' }, [BRUNO.codice_fiscale]);
      await scriviDocumento(rig, altrui, { numero: 'D-9' });
      const chi = await ospite(rig);
      for (const documenti of [['D-404'], ['D-1', 'D-9'], ['D-9']]) {
        rig.clock.pass(61_000);
        const sent = await manda(chi, servizio, { documenti });
        expect([sent.status, sent.body.message]).toEqual([404, 'Non abbiamo trovato questo documento.']);
      }
      const sistema = await chi.call(invia, await compilata(chi, servizio, { servizio: 'ICP' }));
      expect(sistema.status).toBe(404);
      const bruno = caller(rig, { user: await conto(rig, { ...persona(BRUNO.codice_fiscale), email: EMAIL }) });
      expect((await bruno.call(invia, await compilata(bruno, servizio))).status).toBe(404);

      rig.clock.pass(HOUR);
      const tardi = await manda(chi, servizio);
      expect(tardi.status).toBe(404);
      expect(await count(rig, 'pratiche')).toBe(0);
    });

    test('documents of two bodies, or of another body than the one written to, do not go together', async () => {
      await debito(rig);
      const valle = await scriviPosizione(rig, { ente: 'valle', codice_utente: 'V-1' }, [ANNA.codice_fiscale]);
      await scriviDocumento(rig, valle, { numero: 'V-1' });
      const anna = await intestataria(rig);
      for (const documenti of [['D-1', 'V-1'], ['V-1']])
        expect((await anna.call(invia, await compilata(anna, servizio, { documenti }))).status).toBe(404);
      expect(await count(rig, 'pratiche')).toBe(0);
    });

    test.each(['in_pagamento', 'rateizzato', 'annullato', ...(codice === 'SF220' ? [] : ['pagato'])])(
      'a document that is %s is refused with its reason',
      async (stato) => {
        await debito(rig);
        await rig.house.db.updateTable('documenti').set({ stato }).where('numero', '=', 'D-2').execute();
        const sent = await manda(await ospite(rig), servizio);
        expect([sent.status, sent.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: /)]);
        expect(sent.body.message).toMatch(stato === 'in_pagamento' ? /è in corso/ : new RegExp(`«${stato}»`));
        expect(await count(rig, 'pratiche')).toBe(0);
      },
    );

    test('one open request of a kind per document; of another kind there may be one', async () => {
      await debito(rig);
      const anna = await intestataria(rig);
      const manda1 = async (s: Servizio, documenti: string[]) =>
        (await anna.call(s.invia, await compilata(anna, s, { documenti }))).status;
      expect(await manda1(servizio, ['D-1', 'D-2'])).toBe(201);
      const ancora = await anna.call(invia, await compilata(anna, servizio, { documenti: ['D-2', 'D-1'] }));
      expect([ancora.status, ancora.body.message]).toEqual([409, expect.stringMatching(APERTA)]);
      expect(await manda1(altroDa(servizio), ['D-1', 'D-2'])).toBe(201);
    });

    test('not about a document whose money may be on its way; an open cart of pagoPA stops nobody', async () => {
      const { documenti } = await debito(rig);
      const [uno, due] = await Promise.all(
        documenti.map(async (d, n) => {
          const numero_avviso = `30100000000000000${n}`;
          await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('id', '=', d.id).execute();
          return numero_avviso;
        }),
      );
      const scade = rig.house.now() + HOUR;
      await carrelloAperto(rig, { ente: 'borgo', numero_avviso: uno as string, scade });
      const anna = await intestataria(rig);
      await carrelloAperto(rig, { ente: 'borgo', numero_avviso: due as string, scade, fornitore: 'mooney' });
      const no = await anna.call(invia, await compilata(anna, servizio));
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: Un pagamento/)]);
      await rig.house.db
        .updateTable('pagamenti')
        .set({ stato: 'annullato' })
        .where('fornitore', '=', 'mooney')
        .execute();
      expect((await anna.call(invia, await compilata(anna, servizio))).status).toBe(201);
    });

    test('a stranger’s cart at pagoPA stops neither the request nor its decision, whatever its browser tells', async () => {
      await debito(rig);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      const cart = { ente: 'borgo', numero_avviso, scade: NOW + HOUR, stato: 'in_verifica' } as const;
      for (const di of ['uno', 'due', 'tre']) await carrelloAperto(rig, { ...cart, di });
      const anna = await ospite(rig);
      const { body, status } = await manda(anna, servizio);
      expect(status).toBe(201);
      expect((await decidi(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('a cart of who holds the position, by its codes or by login, stops both, behind those of strangers, too', async () => {
      await debito(rig);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      const cart = { ente: 'borgo', numero_avviso, scade: NOW + HOUR, stato: 'in_verifica' } as const;
      const anna = await ospite(rig);
      await carrelloAperto(rig, { ...cart, di: anna.visitor });
      rig.clock.pass(1000);
      for (const di of ['uno', 'due', 'tre']) await carrelloAperto(rig, { ...cart, di });
      const no = await manda(anna, servizio);
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/^Documento D-2: Un pagamento/)]);

      await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
      rig.clock.pass(HOUR / 30);
      const { body } = await manda(anna, servizio);
      const { id } = await conto(rig, { codice_fiscale: ANNA.codice_fiscale });
      await rig.house.db
        .updateTable('pagamenti')
        .set({ stato: 'in_verifica', utente: id, proprietario: 'login' })
        .where('proprietario', '=', anna.visitor)
        .execute();
      expect((await decidi(rig, body.data.id, { stato: 'accettata' })).status).toBe(409);
    });

    test('sent twice with one key it is one case', async () => {
      await debito(rig);
      const chi = await ospite(rig);
      await chi.confirm(EMAIL);
      const fields = await compilata(chi, servizio);
      const key = crypto.randomUUID();
      const [uno, due] = [await chi.call(invia, fields, { key }), await chi.call(invia, fields, { key })];
      expect([uno.status, due.status, due.body.data.id]).toEqual([201, 201, uno.body.data.id]);
      expect(await count(rig, 'pratiche')).toBe(1);
    });

    test('of two sends at once about the same document one is a case, the other finds it taken', async () => {
      await debito(rig);
      const anna = await intestataria(rig);
      const [a, b] = [await compilata(anna, servizio), await compilata(anna, servizio)];
      const answers = await Promise.all([
        anna.call(invia, { ...a, documenti: ['D-1', 'D-2'] }, { key: crypto.randomUUID() }),
        anna.call(invia, { ...b, documenti: ['D-2', 'D-1'] }, { key: crypto.randomUUID() }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      expect(answers.find(({ status }) => status === 409)?.body.message).toMatch(APERTA);
      expect([await count(rig, 'pratiche'), await count(rig, 'richieste_documenti')]).toEqual([1, 2]);
    });

    test.each([
      ['withdrawn', (id: string) => caller(rig).call('commenta', { id, email: EMAIL, stato: 'ritirata' })],
      ['refused', (id: string) => decidi(rig, id, { stato: 'rifiutata' })],
    ])('%s it leaves the documents as they were, free for another', async (_, fine) => {
      await debito(rig);
      const prima = await nelloStore(rig);
      const anna = await intestataria(rig);
      const { body } = await anna.call(invia, await compilata(anna, servizio));
      expect((await fine(body.data.id)).status).toBe(201);
      expect(await nelloStore(rig)).toEqual(prima);
      expect((await anna.call(invia, await compilata(anna, servizio))).status).toBe(201);
    });

    test('it is not accepted while a document is being paid; it is when that has come to nothing', async () => {
      await debito(rig);
      const { body } = await manda(await ospite(rig), servizio);
      const diventa = (stato: string) =>
        rig.house.db.updateTable('documenti').set({ stato }).where('numero', '=', 'D-2').execute();
      await diventa('in_pagamento');
      const prima = await nelloStore(rig);
      const no = await decidi(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([409, expect.stringMatching(/D-2 è in pagamento/)]);
      expect(await nelloStore(rig)).toEqual(prima);
      await diventa('da_pagare');
      expect((await decidi(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('nor while somebody pays one, since when and until when; a cart that its owner left holds nobody up', async () => {
      await debito(rig);
      const anna = await ospite(rig);
      const { body } = await manda(anna, servizio);
      const numero_avviso = '301000000000000019';
      await rig.house.db.updateTable('documenti').set({ numero_avviso }).where('numero', '=', 'D-2').execute();
      await carrelloAperto(rig, { ente: 'borgo', numero_avviso, scade: NOW + HOUR / 6, di: anna.visitor });
      const no = await decidi(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([
        409,
        'Il documento D-2 è in pagamento dal 20 novembre 2026, ore 10:00: l’esito si saprà al più tardi il 20 novembre 2026, ore 10:40. Attendilo prima di accettare.',
      ]);
      await rig.house.db.updateTable('pagamenti').set({ stato: 'annullato' }).execute();
      expect((await decidi(rig, body.data.id, { stato: 'accettata' })).status).toBe(201);
    });

    test('nor once a document has come into a state that no longer allows it', async () => {
      await debito(rig);
      const { body } = await manda(await ospite(rig), servizio);
      await rig.house.db.updateTable('documenti').set({ stato: 'rateizzato' }).where('numero', '=', 'D-1').execute();
      const no = await decidi(rig, body.data.id, { stato: 'accettata' });
      expect([no.status, no.body.message]).toEqual([
        409,
        expect.stringMatching(/D-1 intanto è diventato «rateizzato»/),
      ]);
      expect((await decidi(rig, body.data.id, { stato: 'rifiutata' })).status).toBe(201);
    });

    test('of several operators at once one decides', async () => {
      await debito(rig);
      const { body } = await manda(await ospite(rig), servizio);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => decidi(rig, body.data.id, { stato: 'accettata' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      expect(await count(rig, 'eventi')).toBe(2);
    });
  });
});

async function ospite0(rig: Parameters<typeof debito>[0]) {
  await debito(rig);
  return ospite(rig);
}
