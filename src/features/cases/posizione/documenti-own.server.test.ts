import { expect, test } from 'vitest';
import { ANNA, BRUNO_CODICE, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { callerOf, ENTI, onOneInTurn, operatore, sendRichiesta } from '../../../../tests/rig.ts';
import { writeEnte } from '../ente/ente.db.ts';

onOneInTurn('all documents of a citizen', (rig) => {
  test('a citizen’s documents are those of all their positions, latest first, each with its ente and position', async () => {
    await writeEnte(rig.house.db, { ...ENTI.valle, categorie: ['SF220', 'SF200'] }, 2);
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const valle = await writePosizione(rig, { ente: 'valle', codice_utente: 'ZZ9' }, [ANNA.codice_fiscale]);
    await writeDocumento(rig, borgo, { data: '2026-01-10', scadenza: '2026-02-10' });
    await writeDocumento(rig, valle, { data: '2026-03-10', stato: 'pagato' });
    const { body } = await callerOf(rig, { user: ANNA }).call('mieiDocumenti');

    expect(body.data).toMatchObject([
      {
        ente: 'valle',
        nome_ente: 'Comune di Valle',
        codice_utente: 'ZZ9',
        stato: 'pagato',
        // The Comune di Valle takes no petitions.
        azioni: ['riesame'],
        richieste: [],
      },
      // The due date has passed.
      { ente: 'borgo', nome_ente: 'Comune di Borgo', codice_utente: 'AB12-34', stato: 'scaduto' },
    ]);
    const { body: positions } = await callerOf(rig, { user: ANNA }).call('listaPosizioni');
    const links = positions.data.map((p: { idRappresentanza: string }) => p.idRappresentanza);
    expect(links).toContain(body.data[0].idRappresentanza);
  });

  test('a citizen sees no documents of others, nor those of a position they removed', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    await writeDocumento(rig, borgo);
    expect((await callerOf(rig, { user: BRUNO_CODICE }).call('mieiDocumenti')).body.data).toEqual([]);
    expect((await callerOf(rig).call('mieiDocumenti')).status).toBe(401);
    expect((await callerOf(rig, { user: operatore('borgo') }).call('mieiDocumenti')).status).toBe(403);

    await callerOf(rig, { user: ANNA }).call('togliPosizione', { id: borgo.id });
    expect((await callerOf(rig, { user: ANNA }).call('mieiDocumenti')).body.data).toEqual([]);
  });
});

onOneInTurn('one document of a citizen', (rig) => {
  test('a citizen reads a document of theirs, and nobody else’s requests about it', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale, BRUNO_CODICE.codice_fiscale]);
    const { id, numero } = await writeDocumento(rig, borgo);
    const { id: pratica, protocollo } = await sendRichiesta(rig, 'anna@esempio.it');
    const { db } = rig.house;
    await db.updateTable('pratiche').set({ utente: ANNA.id }).where('id', '=', pratica).execute();
    await db.insertInto('richieste_documenti').values({ pratica, documento: id, codice: 'SF200', aperta: 0 }).execute();
    const own = await callerOf(rig, { user: ANNA }).call('mioDocumento', { id });
    expect(own.body.data.documento).toMatchObject({ Id: id, numero });
    expect(own.body.data.pratiche).toMatchObject([{ codice: 'SF200', stato: 'inviata', protocollo }]);
    const other = await callerOf(rig, { user: BRUNO_CODICE }).call('mioDocumento', { id });
    expect([other.status, other.body.data.pratiche]).toEqual([200, []]);
  });

  test('a document of another citizen is not there, like one that does not exist', async () => {
    const borgo = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const { id } = await writeDocumento(rig, borgo);
    expect((await callerOf(rig, { user: BRUNO_CODICE }).call('mioDocumento', { id })).status).toBe(404);
    expect((await callerOf(rig, { user: ANNA }).call('mioDocumento', { id: 'x' })).status).toBe(404);
    expect((await callerOf(rig).call('mioDocumento', { id })).status).toBe(401);
  });
});
