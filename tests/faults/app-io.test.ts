/**
 * Every message to App IO arrives once, or is known as one of which nobody can say whether it did: hosts are killed while they send as many
 * as the quota lets through, three on PostgreSQL, and IO answers late, wrongly or not at all. `MESSAGES=10000 KILLS=20` is the long form.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealIoKey } from '../../src/features/cases/app-io/chiavi-io.server.ts';
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { engineInTurn } from '../engines.ts';
import { type BookedAppIo, startBookedAppIo } from './app-io-books.ts';
import { type PortalHosts, startHosts } from './start-hosts.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const MESSAGES = Number(process.env.MESSAGES ?? 150);
const ENTE = 'borgosereno';
const KEY = 'chiave-di-app-io-0123456789';
const PERSON = 'VRDLCU72P15Z999A';
/** Of those that are sent at once when a host dies. */
const IN_FLIGHT = 3;
/** By the quota of IO, two requests a message; and the waits of what failed. */
const MESSAGE_MS = 70;

describe.each(engineInTurn('app-io'))('a portal that is killed while it writes to App IO, on %s', (engine) => {
  let hosts: PortalHosts;
  let io: BookedAppIo;

  beforeAll(async () => {
    io = await startBookedAppIo();
    hosts = await startHosts(engine, {
      database: 'appio',
      env: { IO_URL: io.url, REACHABLE_NETWORKS: '127.0.0.0/8' },
    });
    const of = { ente: ENTE, servizio: '*' };
    await hosts.store.db
      .updateTable('chiavi_io')
      .set(sealIoKey(createSigner([FAULTS_SECRET]), of, KEY))
      .execute();
  }, 120_000);

  afterAll(async () => {
    await hosts.end();
    await io.close();
  });

  const numeroOf = (n: number) => `3019${String(n).padStart(14, '0')}`;

  /** A person owes so many notices, of each of which they are to be told once. */
  const oweNotices = async () => {
    const { db } = hosts.store;
    const now = Date.now();
    const scadenza = addDays(todayInRome(now), 5);
    const person = { nome: 'Luca', cognome: 'Verdi', codice_fiscale: PERSON, ruolo: 'cittadino' as const };
    const empty = { email: null, email_comunicazione: null, telefono_comunicazione: null };
    await db
      .insertInto('utenti')
      .values({
        ...person,
        ...empty,
        id: 'luca',
        identita: 'prova luca',
        residenza_json: '{}',
        enti_json: '[]',
        uffici_da_accesso: 0,
        amministra_da_accesso: 0,
        creato: now,
        ultimo_accesso: now,
      })
      .execute();
    for (let from = 0; from < MESSAGES; from += 500) {
      const numbers = Array.from({ length: Math.min(500, MESSAGES - from) }, (_, n) => numeroOf(from + n));
      const avvisi = numbers.map((numero_avviso) => ({
        ente: ENTE,
        numero_avviso,
        iuv: numero_avviso.slice(1),
        causale: 'Tassa sui rifiuti',
        importo_cent: 100_00,
        scadenza,
        stato: 'da_pagare',
        stato_da: 'import' as const,
        debitore: PERSON,
        dati_json: '{}',
        creato: now,
        bollo_cent: null,
        pagabile_fino: null,
        posizione: null,
        pratica: null,
        servizio: null,
        proprietario: null,
        scade: null,
      }));
      await db.insertInto('avvisi').values(avvisi).execute();
      const rows = numbers.map((numero_avviso) => ({
        id: `scadenza-${numero_avviso}`,
        tipo: 'cittadino.avviso-in-scadenza',
        corsia: 'receipts' as const,
        dati_json: JSON.stringify({ ente: ENTE, numero_avviso, utente: 'luca', scadenza }),
        creata: now,
        da_inviare: now,
        tentativi: 0,
        presa_fino: 0,
        inviata: null,
        errore: null,
      }));
      await db.insertInto('posta_in_uscita').values(rows).execute();
    }
  };

  /** What waits to be sent is due now, but for what is in hand. */
  const passMinutes = async (isKilled = false) => {
    const now = Date.now();
    const due = hosts.store.db
      .updateTable('posta_in_uscita')
      .where('inviata', 'is', null)
      .where('tipo', '<>', 'io.esito');
    await (isKilled
      ? due.set({ da_inviare: now, presa_fino: 0 }).where('presa_fino', '>', 0)
      : due.set({ da_inviare: now }).where('presa_fino', '<=', now).where('da_inviare', '>', now)
    ).execute();
  };

  const readRows = () =>
    hosts.store.db
      .selectFrom('messaggi_io')
      .select(['id', 'stato', 'id_io'])
      .where('tipo', '=', 'cittadino.avviso-in-scadenza')
      .execute();

  test(
    'sends each message once, as fast as IO lets it, or says that nobody knows',
    async () => {
      await oweNotices();
      const began = performance.now();
      for (let kill = 0; kill < KILLS; kill++) {
        const wanted = Math.floor((MESSAGES * (kill + 1)) / (KILLS + 1));
        await expect
          .poll(() => io.book.size, { timeout: 60_000 + MESSAGES * MESSAGE_MS * 2, interval: 50 })
          .toBeGreaterThanOrEqual(wanted);
        await pause(randomInt(100)); // at any moment of a call
        const house = hosts.houses[kill % hosts.houses.length];
        await house?.kill();
        await house?.start();
        await passMinutes(true);
      }
      const waiting = async () => {
        await passMinutes();
        const rows = await readRows();
        return MESSAGES - rows.filter(({ stato }) => stato !== 'da_inviare' && stato !== 'in_partenza').length;
      };
      await expect.poll(waiting, { timeout: 60_000 + MESSAGES * MESSAGE_MS * 2, interval: 2_000 }).toBe(0);
      const seconds = (performance.now() - began) / 1000;

      const rows = await readRows();
      const numeroIn = ({ id }: { id: string }) => id.slice('scadenza-'.length);
      const unknown = rows.filter(({ stato }) => stato === 'non_noto').map(numeroIn);
      const sent = rows.filter(({ stato }) => stato === 'inviato' || stato === 'consegnato');
      // None twice; what the portal calls sent has arrived, with an id; what has not arrived is known as one of which nobody knows.
      expect([...io.book].filter(([, times]) => times > 1)).toEqual([]);
      expect(sent.filter((row) => !io.book.has(numeroIn(row)) || row.id_io === null)).toEqual([]);
      expect(sent.length + unknown.length).toBe(MESSAGES);
      expect(unknown.filter((numero) => !io.book.has(numero)).length).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
      const lost = io.answers.get(504) ?? 0;
      expect(unknown.length).toBeLessThanOrEqual(KILLS * IN_FLIGHT + lost);
      console.log(
        `${engine}, ${KILLS} kills: ${sent.length} messages sent once in ${Math.round(seconds)} s, ${unknown.length} not known (${
          unknown.filter((numero) => io.book.has(numero)).length
        } of them had arrived), none twice; IO answered ${[...io.answers].map(([status, n]) => `${n} × ${status}`).join(', ')}.`,
      );
    },
    180_000 + MESSAGES * MESSAGE_MS * 4 + KILLS * 15_000,
  );
});
