import { beforeAll, expect, test } from 'vitest';
import { ANNA, BRUNO_CODICE, LETTERA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import {
  callerOf,
  ENTI,
  HOUR,
  onOneInTurn,
  operatore,
  type Rig,
  type RigCaller,
  sendRichiesta,
} from '../../../../tests/rig.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { writeEnte } from '../ente/ente.db.ts';
import { codeOf, requestsOn } from '../posizione/azioni.ts';

/** The slug of the form with this code. */
const slugOf = (codice: string) =>
  requestsOn(SERVICE_ROWS).find(({ action }) => codeOf(SERVICE_ROWS, action) === codice)?.slug;

/** Borgo answers for all requests, Valle for petitions only. */
async function enableEnti({ house }: Rig): Promise<void> {
  await writeEnte(house.db, { ...ENTI.borgo, categorie: ['SF200', 'SF210', 'SF220', 'ISTANZA'] }, 1);
  await writeEnte(house.db, { ...ENTI.valle, categorie: ['ISTANZA'] }, 2);
}

const numeri = async (client: RigCaller, servizio: string) => {
  const { body } = await client.call('documentiDaScegliere', { servizio });
  return body.data.map((p: { documenti: { numero: string }[] }) => p.documenti.map((d) => d.numero));
};

onOneInTurn('documents to choose from', (rig) => {
  beforeAll(() => enableEnti(rig));

  test('a visitor with the two codes sees the documents for an hour, with paid ones where the request may be about them', async () => {
    const borgo = await writePosizione(rig);
    await writeDocumento(rig, borgo, { numero: 'A-1', stato: 'pagato' });
    await writeDocumento(rig, borgo, { numero: 'A-2' });
    await writeDocumento(rig, borgo, { numero: 'A-3', stato: 'annullato' });
    const guest = callerOf(rig);
    expect(await numeri(guest, 'riesame')).toEqual([]);

    await guest.call('controllaPosizione', LETTERA);
    expect(await numeri(guest, 'riesame')).toEqual([['A-2', 'A-1']]);
    expect(await numeri(guest, 'istanza-contribuente')).toEqual([['A-3', 'A-2', 'A-1']]);
    expect(await numeri(guest, 'rateizza-un-pagamento')).toEqual([['A-2']]);
    for (const other of [callerOf(rig), callerOf(rig, { user: ANNA }), callerOf(rig, { user: operatore('borgo') })])
      expect(await numeri(other, 'riesame')).toEqual([]);
    rig.clock.pass(HOUR);
    expect(await numeri(guest, 'riesame')).toEqual([]);
  });

  test('a citizen sees the documents of all their positions, each with the reason when it cannot be used', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const valle = await writePosizione(rig, { ente: 'valle', codice_utente: 'V1' }, [ANNA.codice_fiscale]);
    await writeDocumento(rig, borgo, { numero: 'A-1', stato: 'in_pagamento' });
    await writeDocumento(rig, borgo, { numero: 'A-2' });
    await writeDocumento(rig, valle, { numero: 'V-1' });
    const { body } = await callerOf(rig, { user: ANNA }).call('documentiDaScegliere', { servizio: 'riesame' });
    expect(
      body.data.flatMap((p: { documenti: { numero: string; perche: string | null }[] }) =>
        p.documenti.map((d) => [d.numero, d.perche]),
      ),
    ).toEqual([
      ['A-2', null],
      ['A-1', 'Un pagamento di questo documento è in corso: attendi che si concluda.'],
      ['V-1', 'Il Comune di Valle non riceve online questo tipo di richiesta: usa i suoi contatti.'],
    ]);
    expect(await numeri(callerOf(rig, { user: BRUNO_CODICE }), 'riesame')).toEqual([]);
  });

  test('documents are listed only for a form that exists', async () => {
    const { status, body } = await callerOf(rig).call('documentiDaScegliere', { servizio: 'condono' });
    expect([status, body.errors]).toEqual([422, { servizio: ['Scegli che cosa vuoi chiedere.'] }]);
  });
});

onOneInTurn('a choice of documents', (rig) => {
  beforeAll(() => enableEnti(rig));
  const servizio = 'istanza-contribuente';

  test('documents of one ente and system lead to the form, each once and in the order chosen', async () => {
    const borgo = await writePosizione(rig, { sistema: 'Rifiuti TARI' }, [ANNA.codice_fiscale]);
    const otherPosizione = await writePosizione(rig, { codice_utente: 'B2', sistema: 'Rifiuti TARI' }, [
      ANNA.codice_fiscale,
    ]);
    const first = await writeDocumento(rig, borgo, { numero: 'A-1' });
    const second = await writeDocumento(rig, otherPosizione, { numero: 'A.2_x' });
    const documenti = [second.id, first.id, second.id].join(',');
    const { body } = await callerOf(rig, { user: ANNA }).call('scegliDocumenti', { servizio, documenti });
    expect(body.data.percorso).toBe('/servizio/istanza-contribuente/Rifiuti%20TARI/A.2_x,A-1');
  });

  test('documents that do not go together are each given the reason, and lead to no form', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const valle = await writePosizione(rig, { ente: 'valle', codice_utente: 'V1' }, [ANNA.codice_fiscale]);
    const parking = await writePosizione(rig, { codice_utente: 'P1', sistema: 'PAR' }, [ANNA.codice_fiscale]);
    const docs = [
      await writeDocumento(rig, borgo),
      await writeDocumento(rig, valle),
      await writeDocumento(rig, parking),
    ];
    const requested = await sendRichiesta(rig, 'anna@esempio.it');
    const taken = await writeDocumento(rig, borgo);
    await rig.house.db
      .insertInto('richieste_documenti')
      .values({ pratica: requested.id, documento: taken.id, codice: 'ISTANZA', aperta: 1 })
      .execute();
    const documenti = [taken, ...docs].map((d) => d.id).join(',');
    const { status, body } = await callerOf(rig, { user: ANNA }).call('scegliDocumenti', { servizio, documenti });
    expect([status, body.data.percorso]).toEqual([200, null]);
    expect(body.data.documenti.map((d: { perche: string | null }) => d.perche)).toEqual([
      'Per questo documento c’è già una richiesta dello stesso tipo in corso: attendi che si concluda.',
      null,
      'L’ente è Comune di Valle, per il primo che hai scelto è Comune di Borgo: fai due richieste separate.',
      'Riguarda Parcheggi, mentre il primo che hai scelto riguarda TARI (tassa rifiuti): fai due richieste separate.',
    ]);
  });

  test.each([
    [
      'SF200',
      { importo_cent: 49_00 },
      'Il totale di questi documenti è troppo basso per pagarlo a rate: puoi pagarlo in una volta, o scegliere più documenti insieme.',
    ],
    [
      'SF210',
      { scadenza: '2027-06-01' },
      'Questi documenti scadono in giorni troppo lontani tra loro: fai una richiesta per ciascuno.',
    ],
  ])('for %s that its own rule is against is told why, and leads nowhere', async (codice, over, parole) => {
    const servizio = slugOf(codice);
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const firstDocumento = await writeDocumento(rig, borgo, { numero: 'A-1', importo_cent: 51_00 });
    const [no, accepted] = [
      await writeDocumento(rig, borgo, { numero: 'A-2', importo_cent: 51_00, ...over }),
      await writeDocumento(rig, borgo, { numero: 'A-3', importo_cent: 51_00 }),
    ];
    const choose = (companion: { id: string }) =>
      callerOf(rig, { user: ANNA }).call('scegliDocumenti', {
        servizio,
        documenti: `${firstDocumento.id},${companion.id}`,
      });
    const refused = await choose(no);
    expect([refused.status, refused.body.errors]).toEqual([422, { documenti: [parole] }]);
    expect((await choose(accepted)).body.data.percorso).toBe(`/servizio/${servizio}/TARMB/A-1,A-3`);
  });

  test('a choice with a document that is another person’s, unknown or malformed is not found, even among good ones', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const { id } = await writeDocumento(rig, borgo);
    const anna = callerOf(rig, { user: ANNA });
    for (const documenti of [`${id},aaaaaaaaaaaaaaaaaaaaaaaa`, `${id},*`, `${id},' or 1=1`])
      expect((await anna.call('scegliDocumenti', { servizio, documenti })).status).toBe(404);
    for (const other of [
      callerOf(rig),
      callerOf(rig, { user: BRUNO_CODICE }),
      callerOf(rig, { user: operatore('borgo') }),
    ])
      expect((await other.call('scegliDocumenti', { servizio, documenti: id })).status).toBe(404);
  });

  test('a choice of nothing, or of more than a hundred documents, is refused in words', async () => {
    const tooMany = Array.from({ length: 101 }, (_, i) => `id-${i}`).join(',');
    for (const [documenti, parole] of [
      ['', 'Scegli almeno un documento.'],
      [tooMany, 'I documenti sono troppi.'],
    ]) {
      const { status, body } = await callerOf(rig).call('scegliDocumenti', { servizio, documenti });
      expect([status, body.errors]).toEqual([422, { documenti: [parole] }]);
    }
  });
});
