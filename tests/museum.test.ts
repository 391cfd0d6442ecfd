/** Every exhibit of docs/museum goes through the portal as its person would bring it: login, form, search, CSV, receipt, mail and wire. */
import { expect, test } from 'vitest';
import { personOf } from '../src/adapters/identity/person.server.ts';
import { cleanFileName } from '../src/features/cases/allegati/file-name.server.ts';
import { parseCents } from '../src/platform/atoms/cents.ts';
import { codiceFiscaleSchema } from '../src/platform/atoms/codice-fiscale.ts';
import { dateSchema } from '../src/platform/atoms/date-schema.ts';
import { fullName } from '../src/platform/atoms/nome.ts';
import { normaliseTarga } from '../src/platform/atoms/targa-format.ts';
import { telefonoSchema } from '../src/platform/atoms/telefono.ts';
import { museum, pdfNames } from './museum.ts';
import { textOf } from './pdf-text.ts';
import { callerOf, createAccount, onBoth, operatore, pdfFile, sendSegnalazione, ufficioIdOf } from './rig.ts';

const CITIZEN = { provider: 'cittadini', abroad: false, claims: {}, role: undefined, enti: [] } as const;

test.each(museum.names)('a login tells $kept', ({ given, family, kept }) => {
  const claims = { iss: 'https://i.example', sub: 'a', fiscal_number: 'TINIT-RSSMRA80A01H501U' };
  const names = { given_name: given, family_name: family };
  expect(fullName(personOf({ ...claims, ...names }, CITIZEN)).normalize()).toBe(kept);
});

test.each(museum.codici_fiscali)('the tax code $typed is kept as $kept', ({ typed: code, kept }) => {
  expect(codiceFiscaleSchema().parse(code)).toBe(kept);
});
test.each(museum.telefoni)('the number $typed is kept as $kept', ({ typed: number, kept }) => {
  expect(telefonoSchema().parse(number)).toBe(kept);
});
test.each(museum.targhe)('the plate $typed is kept as $kept', ({ typed: plate, kept }) => {
  expect(normaliseTarga(plate)).toBe(kept);
});
test.each(museum.date)('the day $typed is kept as $kept', ({ typed: day, kept }) => {
  expect(dateSchema().parse(day)).toBe(kept);
});
test.each(museum.importi)('the amount $typed is $kept cents', ({ typed: amount, kept }) => {
  expect(parseCents(amount)).toBe(kept);
});

onBoth('a person of the museum', (rig) => {
  const OFFICE = operatore('borgo');
  /** The longest word: a search is for one that says something. */
  const wordOf = (name: string) => name.split(/[\s’'-]+/).toSorted((a, b) => b.length - a.length)[0] ?? '';

  test.each(museum.names)(
    '$kept sends a report, and is found, listed, written to and printed by name',
    async ({ given, family, kept }) => {
      const citizen = callerOf(rig);
      const sent = await sendSegnalazione(citizen, { nome: given, cognome: family });
      const office = callerOf(rig, { user: OFFICE });
      const word = wordOf(kept);
      const found = await office.call('praticheOperatore', word.length >= 2 ? { q: word } : {});
      expect(JSON.stringify(found.body.data)).toContain(sent.protocollo);
      const csv = (await office.call('esportaPratiche')).bytes.toString('utf8');
      const parts = kept.split(' ').filter((part) => part.length > 1);
      expect(parts.filter((part) => !csv.includes(part))).toEqual([]);
      const receipt = await citizen.call('ricevutaPratica', { id: sent.id, email: sent.email });
      expect(receipt.status).toBe(200);
      expect(textOf(receipt.bytes).replaceAll(/\s+/g, ' ')).toContain(kept);
      while ((await rig.deliver()) > 0);
      expect(rig.mails.some(({ to, subject }) => to === sent.email && subject.includes(sent.protocollo))).toBe(true);
      expect(rig.reports).toEqual([]);
    },
  );

  test.each(museum.codici_fiscali)(
    'with the tax code $typed is found by it, and takes the case home',
    async ({ typed: code, kept }) => {
      const sent = await sendSegnalazione(callerOf(rig), { codice_fiscale: code });
      const found = await callerOf(rig, { user: OFFICE }).call('praticheOperatore', { q: code });
      expect(JSON.stringify(found.body.data)).toContain(sent.protocollo);
      const row = await rig.house.db.selectFrom('pratiche').select('codice_fiscale').executeTakeFirstOrThrow();
      expect(row.codice_fiscale).toBe(kept);
    },
  );

  test.each(museum.indirizzi)('writes from $typed', async ({ typed: indirizzo, kept }) => {
    const sent = await sendSegnalazione(callerOf(rig), { indirizzo });
    const id = await ufficioIdOf(rig, sent.id);
    const seen = await callerOf(rig, { user: OFFICE }).call('dettaglioPratica', { id, email: '', vista: 'operatore' });
    expect(JSON.stringify(seen.body.data)).toContain(JSON.stringify(kept).slice(1, -1));
  });

  test.each(museum.telefoni)('is called back at $typed', async ({ typed: telefono, kept }) => {
    await sendSegnalazione(callerOf(rig), { telefono });
    const row = await rig.house.db.selectFrom('pratiche').select('telefono').executeTakeFirstOrThrow();
    expect(row.telefono).toBe(kept);
  });

  test.each(pdfNames)('attaches $typed', async ({ typed: name, kept }) => {
    const citizen = callerOf(rig, { user: await createAccount(rig) });
    const { status, body } = await citizen.call('caricaFile', { file: pdfFile(name), percorso: '/segnalazione' });
    expect([status, body.data.nome]).toEqual([201, kept]);
  });
});

test.each(museum.file)('the file $typed is shown as $kept', ({ typed: name, kept }) => {
  expect(cleanFileName(name)).toBe(kept);
});
