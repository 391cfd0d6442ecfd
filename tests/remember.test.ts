/** What a portal in front of a back end keeps of its answers: a draft's files, a confirmed address, what was sent. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ctxOf } from '../src/context.ts';
import { isEmailConfirmed } from '../src/features/cases/otp/otp.server.ts';
import { findLastSent, findSentPratica } from '../src/features/cases/pratica/sent-pratica.server.ts';
import { type Front, startFront } from './front.ts';
import { callerOf, countRows, pdfFile, type RigCaller, segnalazione } from './rig.ts';

const FORM = '/segnalazione';
const EMAIL = 'anna@esempio.it';

let front: Front;
beforeAll(async () => {
  front = await startFront();
});
beforeEach(() => front.reset());
afterAll(() => front?.close());

/** A guest who has begun a report with one file. @returns the key of its send, and the file's id */
async function beginReport(guest: RigCaller): Promise<{ sendKey: string; file: string }> {
  const kept = await guest.call('salvaBozza', { percorso: FORM, passo: 'dati', valori: { oggetto: 'Lampione' } });
  const headers = { 'x-percorso': encodeURIComponent(FORM), 'x-categoria': 'documento_identita' };
  const sent = await guest.call('caricaFile', { file: pdfFile('planimetria.pdf') }, { headers });
  expect([kept.status, sent.status]).toEqual([200, 201]);
  return { sendKey: kept.body.data.chiave, file: sent.body.data.Id };
}

const readDraft = async (guest: RigCaller) => (await guest.call('leggiBozza', { percorso: FORM })).body.data;

test('a draft shows the file whose bytes went behind, its note, and no longer one that was removed', async () => {
  const guest = callerOf(front.rig);
  const { file } = await beginReport(guest);
  expect(await readDraft(guest)).toMatchObject({
    allegati: [{ Id: file, nome: 'planimetria.pdf', categoria: 'documento_identita' }],
  });
  await guest.call('annotaFile', { id: file, nota: 'Dal basso' });
  expect(await readDraft(guest)).toMatchObject({ allegati: [{ Id: file, nota: 'Dal basso' }] });
  expect(await readDraft(callerOf(front.rig))).toBeNull();
  await guest.call('togliFile', { id: file });
  expect(await readDraft(guest)).toMatchObject({ allegati: [] });
});

test('once a form is taken behind its draft is gone, and its sender alone finds what was sent', async () => {
  const guest = callerOf(front.rig);
  const { sendKey, file } = await beginReport(guest);
  await guest.confirm(EMAIL);
  const ctx = ctxOf(front.rig.house, { visitor: guest.visitor });
  expect(await isEmailConfirmed(ctx, EMAIL)).toBe(true);
  expect(await isEmailConfirmed(ctxOf(front.rig.house, { visitor: 'altri' }), EMAIL)).toBe(false);
  const body = segnalazione({ email: EMAIL, filesAllegati: [{ Id: file }] });
  const sent = await guest.call('inviaSegnalazione', body, { key: sendKey });
  expect(sent.status).toBe(201);
  expect(await readDraft(guest)).toBeNull();
  expect(await isEmailConfirmed(ctx, EMAIL)).toBe(false);
  expect(await countRows(front.own, 'pratiche')).toBe(0);
  const { id, protocollo } = sent.body.data;
  expect(await findSentPratica(ctx, id)).toMatchObject({ id, protocollo, email: EMAIL, tipo: 'segnalazione' });
  expect(await findLastSent(ctx, [String(body.codice)])).toMatchObject({ id });
  expect(await findSentPratica(ctxOf(front.rig.house, { visitor: 'altri' }), id)).toBeNull();
  // The same press again: the same case, and nothing is noted twice.
  expect((await guest.call('inviaSegnalazione', body, { key: sendKey })).body.data.id).toBe(id);
  // Once what was sent, and once its key.
  expect(await countRows(front.own, 'invii')).toBe(2);
});

test('a form that is refused behind keeps its draft with its files', async () => {
  const guest = callerOf(front.rig);
  const { sendKey, file } = await beginReport(guest);
  const refused = await guest.call('inviaSegnalazione', segnalazione({ email: EMAIL }), { key: sendKey });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['otp']]);
  expect(await readDraft(guest)).toMatchObject({ allegati: [{ Id: file }] });
});

test('a file that left with a message waits for none any more', async () => {
  const guest = callerOf(front.rig);
  await guest.confirm(EMAIL);
  const { id } = (await guest.call('inviaSegnalazione', segnalazione({ email: EMAIL }))).body.data;
  const headers = { 'x-percorso': encodeURIComponent(`/segnalazione/chat/${EMAIL}/${id}`) };
  const { Id } = (await guest.call('caricaFile', { file: pdfFile('foto.pdf') }, { headers })).body.data;
  expect(await countRows(front.own, 'allegati')).toBe(1);
  const message = { id, email: EMAIL, testo: 'Ecco la foto.', filesAllegati: [{ Id }] };
  expect((await guest.call('commenta', message)).status).toBe(201);
  expect(await countRows(front.own, 'allegati')).toBe(0);
});
