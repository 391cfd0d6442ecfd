import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  codeIn,
  countRows,
  HOUR,
  MINUTE,
  onOneInTurn,
  RIG_NOW,
  type Rig,
} from '../../../../tests/rig.ts';
import { PortalError } from '../../../platform/errors.ts';

const EMAIL = 'anna@esempio.it';
const INVALID = {
  message: 'Codice non valido',
  code: 'invalid',
  errors: { otp: ['Il codice non è valido o è scaduto. Controllalo, oppure chiedine un altro.'] },
};
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

/** Asks for a code and reads it from the mail. */
async function codeFor(rig: Rig, who: ReturnType<typeof callerOf>, email = EMAIL): Promise<string> {
  const asked = await who.call('codiceEmail', { email });
  expect([asked.status, asked.body]).toEqual([201, { data: 'Codice inviato' }]);
  return codeIn(rig.mails.at(-1));
}

/** Counts each limit that holds for the whole portal `times` more. @returns how many such limits there are */
async function fill(rig: Rig, name: string, times: number): Promise<{ limiti: number }> {
  const chiave = rig.house.signer.sign('limit', `${name}\0`);
  const tempi_json = JSON.stringify(Array(times + 1).fill(rig.house.now()));
  const [done] = await rig.house.db.updateTable('limiti').set({ tempi_json }).where('chiave', '=', chiave).execute();
  return { limiti: Number(done?.numUpdatedRows) };
}

onOneInTurn('the one-time code', (rig) => {
  test('a code is sent to the address, and typing it gives the exact answer', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    expect(rig.mails.map((m) => m.to)).toEqual([EMAIL]);
    const typed = await anna.call('codiceEmail', { email: EMAIL, otp });
    expect([typed.status, typed.body]).toEqual([200, { data: 'Codice valido' }]);
  });

  test('the portal sends at most two thousand codes an hour in all; then a visitor reads when to come back', async () => {
    const anna = callerOf(rig);
    await codeFor(rig, anna, 'prima@esempio.it');
    // As if 1,999 others had asked at the same moment, each from another network.
    const { limiti } = await fill(rig, 'codici:portale', 1999);
    expect(limiti).toBe(1);
    rig.clock.pass(MINUTE);
    const late = callerOf(rig, { peer: '198.51.100.1' });
    const refused = await late.call('codiceEmail', { email: EMAIL });
    expect([refused.status, refused.body.message, refused.headers.get('retry-after')]).toEqual([
      429,
      'Stiamo inviando moltissimi codici. Riprova tra 59 minuti.',
      '3540',
    ]);
    expect(rig.mails).toHaveLength(1);
    // A refused send does not count for the visitor.
    rig.clock.pass(59 * MINUTE);
    await codeFor(rig, late);
  });

  test('wrong, expired, used and never sent codes get the same answer', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    const answers = [await anna.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) })];
    answers.push(await anna.call('codiceEmail', { email: 'mai@esempio.it', otp }));
    rig.clock.pass(10 * MINUTE);
    answers.push(await anna.call('codiceEmail', { email: EMAIL, otp }));
    const second = await codeFor(rig, anna);
    expect((await anna.call('codiceEmail', { email: EMAIL, otp: second })).status).toBe(200);
    answers.push(await anna.call('codiceEmail', { email: EMAIL, otp: second }));
    for (const { status, body } of answers) expect([status, body]).toEqual([422, INVALID]);
  });

  test('a code works up to the last moment of its ten minutes', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    rig.clock.pass(10 * MINUTE - 1);
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).status).toBe(200);
  });

  test('a code is void after five wrong tries, even when it is then typed correctly', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    for (let i = 0; i < 5; i++) await anna.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) });
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).body).toEqual(INVALID);
  });

  test('a code typed correctly after four wrong tries is valid', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    for (let i = 0; i < 4; i++) await anna.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) });
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).status).toBe(200);
  });

  test('fifty wrong guesses at once use up the five tries: the right code fails after them', async () => {
    const anna = callerOf(rig).as({ user: cittadino('anna') });
    const otp = await codeFor(rig, anna);
    const guesses = Array.from({ length: 50 }, () => anna.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) }));
    await Promise.all(guesses);
    const { tentativi } = await rig.house.db.selectFrom('codici').select('tentativi').executeTakeFirstOrThrow();
    expect(tentativi).toBe(5);
    rig.clock.pass(MINUTE);
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).status).not.toBe(200);
  });

  test('of fifty sends of the right code at once, one is accepted', async () => {
    const anna = callerOf(rig).as({ user: cittadino('anna') });
    const otp = await codeFor(rig, anna);
    const typed = await Promise.all(Array.from({ length: 50 }, () => anna.call('codiceEmail', { email: EMAIL, otp })));
    expect(typed.filter((t) => t.status === 200)).toHaveLength(1);
  });

  test('a code does not work for another address or another visitor', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const otp = await codeFor(rig, anna);
    expect((await anna.call('codiceEmail', { email: 'bruno@esempio.it', otp })).body).toEqual(INVALID);
    expect((await bruno.call('codiceEmail', { email: EMAIL, otp })).body).toEqual(INVALID);
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).status).toBe(200);
  });

  test('a new code replaces the old one', async () => {
    const anna = callerOf(rig);
    const first = await codeFor(rig, anna);
    rig.clock.pass(MINUTE);
    const second = await codeFor(rig, anna);
    if (first !== second) expect((await anna.call('codiceEmail', { email: EMAIL, otp: first })).status).toBe(422);
    expect((await anna.call('codiceEmail', { email: EMAIL, otp: second })).status).toBe(200);
  });

  test('values that only look like the code are refused', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    const arabic = [...otp].map((d) => String.fromCharCode(0x660 + Number(d))).join('');
    const full = [...otp].map((d) => String.fromCharCode(0xff10 + Number(d))).join('');
    const alike = [true, 0, Number(otp), [otp], { $ne: 1 }, `${otp}0`, arabic, full, null];
    for (const value of alike) {
      const typed = await anna.call('codiceEmail', { email: EMAIL, otp: value });
      expect([value, typed.status, Object.keys(typed.body.errors)]).toEqual([value, 422, ['otp']]);
    }
    // None of them was even counted as a try.
    expect((await rig.house.db.selectFrom('codici').select('tentativi').executeTakeFirstOrThrow()).tentativi).toBe(0);
  });

  test('the store holds a code only as an HMAC, nowhere in clear', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    const dump = await rig.dump();
    expect(dump).toContain('"hash"');
    // Neither as a value of its own nor inside another text.
    expect(dump).not.toMatch(new RegExp(`(?<!\\d)${otp}(?!\\d)`));
    const { hash } = await rig.house.db.selectFrom('codici').select('hash').executeTakeFirstOrThrow();
    expect(Buffer.from(hash, 'base64url')).toHaveLength(32);
  });

  test('while the mail server does not answer the answer is 503 with a time to come back, and no code is stored', async () => {
    rig.mail.broken = true;
    const asked = await callerOf(rig).call('codiceEmail', { email: EMAIL });
    expect([asked.status, asked.body.message]).toEqual([503, 'Failed to send OTP']);
    expect(asked.headers.get('retry-after')).toBe('60');
    expect(await countRows(rig, 'codici')).toBe(0);
    expect(rig.reports).toEqual([]);
  });

  test('a mail that the server refuses is answered with 502, and no code is stored', async () => {
    const send = () => Promise.reject(new PortalError('send_failed'));
    const house = { ...rig.house, mail: { ...rig.house.mail, send } };
    const asked = await callerOf(rig).at(house).call('codiceEmail', { email: EMAIL });
    expect([asked.status, asked.body.message]).toEqual([502, 'Failed to send OTP']);
    expect(await countRows(rig, 'codici')).toBe(0);
  });

  test('a code goes before all other mails', async () => {
    await codeFor(rig, callerOf(rig));
    expect(rig.mails.map(({ urgent }) => urgent)).toEqual([true]);
  });

  test('a second code within 60 seconds is refused, with the wait in Retry-After and in words', async () => {
    await codeFor(rig, callerOf(rig));
    rig.clock.pass(15_000);
    const asked = await callerOf(rig).call('codiceEmail', { email: EMAIL });
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([429, '45']);
    expect(asked.body.message).toBe('Hai fatto troppi tentativi. Riprova tra 45 secondi.');
  });

  test('an address gets at most three codes in 15 minutes and ten a day, whichever visitor asks', async () => {
    const sent: number[] = [];
    for (let i = 0; i < 60; i++) {
      const visitor = callerOf(rig, { peer: `203.0.113.${i}` });
      if ((await visitor.call('codiceEmail', { email: EMAIL })).status === 201) sent.push(rig.house.now() - RIG_NOW);
      rig.clock.pass(5 * MINUTE);
    }
    expect(sent).toHaveLength(10);
    for (const t of sent) expect(sent.filter((u) => u >= t && u < t + 15 * MINUTE).length).toBeLessThanOrEqual(3);
  });

  test('a visitor gets at most five codes an hour', async () => {
    const anna = callerOf(rig);
    for (let i = 0; i < 5; i++) await codeFor(rig, anna, `a${i}@esempio.it`);
    const asked = await anna.call('codiceEmail', { email: 'a6@esempio.it' });
    expect([asked.status, asked.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(rig.mails).toHaveLength(5);
  });

  test('a network gets at most sixty codes an hour, whatever X-Forwarded-For claims', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) {
      const headers = { 'x-forwarded-for': `6.6.6.${i}` };
      statuses.push((await callerOf(rig).call('codiceEmail', { email: `v${i}@esempio.it` }, { headers })).status);
    }
    expect(statuses.filter((s) => s === 201)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    const elsewhere = await callerOf(rig, { peer: '198.51.100.1' }).call('codiceEmail', { email: 'w@esempio.it' });
    expect(elsewhere.status).toBe(201);
  });

  test('an address has at most fifty wrong codes a day, over all codes and visitors', async () => {
    for (let i = 0; i < 10; i++) {
      const guesser = callerOf(rig, { peer: `198.51.100.${i}` });
      const otp = await codeFor(rig, guesser);
      for (let wrong = 0; wrong < 5; wrong++) {
        expect((await guesser.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) })).status).toBe(422);
      }
      rig.clock.pass(6 * MINUTE);
    }
    const next = await callerOf(rig).call('codiceEmail', { email: EMAIL, otp: '123456' });
    expect([next.status, Number(next.headers.get('retry-after')) > 3600]).toEqual([429, true]);
  });

  test('guesses by visitors who were sent no code lock nobody out', async () => {
    const anna = callerOf(rig);
    const otp = await codeFor(rig, anna);
    for (let i = 0; i < 70; i++) {
      const stranger = callerOf(rig, { peer: '198.51.100.1' });
      expect((await stranger.call('codiceEmail', { email: EMAIL, otp: wrongFor(otp) })).status).toBe(422);
    }
    expect((await anna.call('codiceEmail', { email: EMAIL, otp })).status).toBe(200);
  });

  test('a code that could not be sent does not count as sent', async () => {
    rig.mail.broken = true;
    expect((await callerOf(rig).call('codiceEmail', { email: EMAIL })).status).toBe(503);
    rig.mail.broken = false;
    expect((await callerOf(rig).call('codiceEmail', { email: EMAIL })).status).toBe(201);
  });

  test.each([
    'ANNA@ESEMPIO.IT',
    'anna+uno@esempio.it',
    'an.na@esempio.it',
    'anna@ESEMPIO.it',
    'anna@ｅｓｅｍｐｉｏ.it',
  ])('other spellings of one mailbox share its limits: %s', async (spelling) => {
    await codeFor(rig, callerOf(rig));
    expect((await callerOf(rig).call('codiceEmail', { email: spelling })).status).toBe(429);
    expect(rig.mails).toHaveLength(1);
  });

  test.each([
    'a@x.it,b@y.it',
    'a@x.it;b@y.it',
    'a@x.it b@y.it',
    'Anna <a@x.it>',
    'a@x.it\r\nBcc: b@y.it',
    'a@x.it\nb@y.it',
    'a@',
    'a',
    `${'a'.repeat(65)}@x.it`,
  ])('an address that could reach somebody else is refused: %j', async (email) => {
    const asked = await callerOf(rig).call('codiceEmail', { email });
    expect([asked.status, asked.body.errors]).toEqual([
      422,
      { email: ['Controlla l’indirizzo e-mail: ad esempio nome@esempio.it.'] },
    ]);
    expect(rig.mails).toEqual([]);
  });

  test('the answer is the same for an address known to the portal and for any other', async () => {
    const anna = callerOf(rig);
    await anna.confirm(EMAIL);
    rig.clock.pass(HOUR);
    const [one, two] = [
      await callerOf(rig).call('codiceEmail', { email: EMAIL }),
      await callerOf(rig).call('codiceEmail', { email: 'mai@esempio.it' }),
    ];
    expect([one.status, one.body]).toEqual([two.status, two.body]);
  });

  test('the mail has the name of the ente whose page it is, and no host of another ente in its id', async () => {
    await codeFor(rig, callerOf(rig));
    expect(rig.mails[0]?.fromName).toBe('Portale di prova');
    await codeFor(rig, callerOf(rig, { host: 'borgo.example' }), 'bruno@esempio.it');
    expect(rig.mails[1]?.fromName).toBe('Comune di Borgo');
    expect(rig.mails[0]?.messageId).toMatch(/^<codice\.[\w-]+@127\.0\.0\.1>$/);
  });
});
