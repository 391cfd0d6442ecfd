/** Files that the built portal is sent: they are read in the thread and decoded in the process that came with the build. */
import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Citizen } from './citizen.ts';
import { heic, tracesIn } from './heic.ts';
import { type Portal, portal } from './portal.ts';

let house: Portal;
let citizen: Citizen;
beforeAll(async () => {
  house = await portal();
  citizen = await new Citizen(house.base).arrive();
}, 30_000);
afterAll(() => house.end());

function upload(name: string, bytes: BlobPart) {
  const body = new FormData();
  body.append('file', new File([bytes], name));
  return citizen.request('POST', '/api/v1/generic/documento/upload', { body });
}

test('while a file made to take long is read, the portal answers everybody else', async () => {
  // Objects that hold one another, thousands of packed ones, and names without end.
  const names = Array.from({ length: 1_300_000 }, (_, n) => `/${n.toString(16)}`).join('');
  const crafted = `%PDF-1.4\n${'1 0 obj['.repeat(200)}${names}`;
  let answered = 0;
  let done = false;
  const sent = upload('lungo.pdf', crafted).finally(() => {
    done = true;
  });
  while (!done) {
    expect((await fetch(`${house.local}/healthz`)).status).toBe(200);
    answered += 1;
  }
  expect(await sent).toMatchObject({ status: 422, message: expect.stringMatching(/Non riusciamo a leggere/) });
  expect(answered).toBeGreaterThan(5);
});

test('a photo of a phone is stored without the place where it was taken', async () => {
  const original = heic();
  expect(tracesIn(original).length).toBeGreaterThan(0);
  const { status, data } = await upload('IMG_0001.heic', new Uint8Array(original));
  expect(status).toBe(201);
  const stored = await fetch(`${house.local}/api/v1/portale/allegati/${(data as { Id: string }).Id}`, {
    headers: { cookie: citizen.cookies },
  });
  const bytes = Buffer.from(await stored.arrayBuffer());
  expect([stored.status, bytes.length, tracesIn(bytes)]).toEqual([200, original.length, []]);
});

/** Processes that decode uploaded pictures for the host and are still there, as Linux lists them. */
function startedBy(host: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);
    } catch (error) {
      // Gone since it was listed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'ESRCH')
        return 0;
      throw error;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  // Another one paints the maps of the demo’s reports.
  const decodes = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('picture-child');
  return pids.filter((pid) => parentOf(pid) === host && decodes(pid)).map(Number);
}

test('a picture that holds up its decoder costs that process only: the next is decoded, and SIGTERM ends the portal meanwhile', async () => {
  const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
  const send = () => upload('foto.png', new Uint8Array(png));
  const host = house.pid();
  expect((await send()).status).toBe(201);
  const [decoder = 0, ...others] = startedBy(host);
  expect(others).toEqual([]);

  process.kill(decoder, 'SIGSTOP');
  expect(await send()).toMatchObject({ status: 422, message: expect.stringMatching(/Non riusciamo ad aprire/) });
  expect((await send()).status).toBe(201);
  const [next = 0, ...more] = startedBy(host);
  expect([next === decoder, more]).toEqual([false, []]);

  process.kill(next, 'SIGSTOP');
  const waiting = send();
  await fetch(`${house.local}/healthz`);
  expect(await house.stop()).toBe(0);
  expect((await waiting).status).toBe(422);
  expect(readdirSync('/proc')).not.toContain(String(next));
}, 60_000);
