/**
 * Every case and every message has one number in the register, and the register has each once: hosts are killed while the protocol of
 * their enti answers late, wrongly or not at all. `KILLS=30` is the long form.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealProtocolKey } from '../../src/features/cases/protocollo/sistema-protocollo.server.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { openStore, type PortalStore } from '../../src/store/open.server.ts';
import { engineInTurn } from '../engines.ts';
import { type Portal, portal } from '../portal.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type BookedProtocol, startBookedProtocol } from './protocol-books.ts';
import { citizenSends } from './sends.ts';
import { FAULTS_SECRET } from './trouble.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const CLIENTS = 4;
/** As in kill.test.ts. */
const SENT_TWICE_PER_KILL = 5;
const KEY = 'chiave-del-protocollo-0123456789';
const NUMBER_MAIL = /ha il numero di protocollo/;

describe.each(engineInTurn('protocol'))('a portal that is killed while it registers cases, on %s', (engine) => {
  let server: PostgresServer | undefined;
  let mailboxes: SmtpMailboxes;
  let house: Portal;
  let store: PortalStore;
  let protocol: BookedProtocol;

  beforeAll(async () => {
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined;
    const databaseUrl = await server?.database('protocollo');
    mailboxes = await startMailboxes();
    protocol = await startBookedProtocol();
    house = await portal({
      PORTAL_SECRET: FAULTS_SECRET,
      LIMITS_FACTOR: '100000',
      SMTP_URL: mailboxes.url,
      REACHABLE_NETWORKS: '127.0.0.0/8',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    store = await openStore({ dataDir: house.dataDir, databaseUrl });
    const signer = createSigner([FAULTS_SECRET]);
    const codes = { codice_ipa: '', codice_aoo: '', classifica: '', servizi: '' };
    const rows = (await store.db.selectFrom('enti').select('id').execute()).map(({ id: ente }) => ({
      ...sealProtocolKey(signer, ente, KEY),
      ...codes,
      ente,
      sistema: 'rest' as const,
      indirizzo: protocol.url,
      chiave_del: Date.now(),
      messaggi: 1,
    }));
    await store.db.insertInto('sistemi_protocollo').values(rows).execute();
  }, 60_000);

  afterAll(async () => {
    await store.close();
    await house.end();
    await protocol.close();
    await mailboxes.close();
    await server?.stop();
  });

  /** What waits is due now, but for what is in hand. */
  const passMinutes = async (isKilled = false) => {
    const now = Date.now();
    const due = store.db.updateTable('posta_in_uscita').where('inviata', 'is', null);
    await (isKilled
      ? due.set({ da_inviare: now, presa_fino: 0 })
      : due.set({ da_inviare: now }).where('presa_fino', '<=', now)
    )
      .where('da_inviare', '<', now + 3_600_000)
      .execute();
  };

  /** What was asked for before the test, by the demonstration, is not waited for. */
  const readRows = () =>
    store.db
      .selectFrom('protocolli as r')
      .innerJoin('pratiche as p', 'p.id', 'r.pratica')
      .select([
        'r.evento',
        'r.tipo',
        'r.numero',
        'r.altro_json',
        'p.protocollo_ente',
        'p.protocollo_atteso_dal',
        'p.email',
      ])
      .execute();

  test(
    'registers each case and message once, and has the number that the register has',
    async () => {
      const citizens = await citizenSends(store, FAULTS_SECRET, () => house.base);
      let over = false;
      const clients = Array.from({ length: CLIENTS }, () => citizens.send(() => over));
      const registeredMore = (howMany: number) => {
        const wanted = protocol.book.size + howMany;
        const reached = async () => {
          await passMinutes();
          return protocol.book.size;
        };
        return expect.poll(reached, { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(wanted);
      };
      for (let kill = 0; kill < KILLS; kill++) {
        await registeredMore(randomInt(1, CLIENTS));
        await house.kill();
        await house.start();
        await passMinutes(true);
      }
      await registeredMore(CLIENTS);
      over = true;
      await Promise.all(clients);

      const waiting = async () => {
        await passMinutes();
        return (await readRows()).filter(({ numero }) => numero === null).length;
      };
      await expect.poll(waiting, { timeout: 120_000, interval: 500 }).toBe(0);
      const rows = await readRows();
      // No number is in the register that the portal does not have, and none that belongs to something else.
      expect([...protocol.book.keys()].toSorted()).toEqual(rows.map(({ evento }) => evento).toSorted());
      expect(rows.filter(({ evento, numero }) => protocol.book.get(evento)?.numero !== numero)).toEqual([]);
      expect(rows.filter(({ altro_json }) => altro_json !== null)).toEqual([]);
      const cases = rows.filter(({ tipo }) => tipo === 'pratica');
      expect(cases.filter((row) => row.protocollo_ente !== row.numero || row.protocollo_atteso_dal !== null)).toEqual(
        [],
      );
      expect(protocol.orphans).toEqual([]);

      const mails = () => mailboxes.all().filter(({ subject = '' }) => NUMBER_MAIL.test(subject));
      const told = async () => {
        await passMinutes();
        return new Set(mails().map(({ messageId }) => messageId)).size;
      };
      await expect.poll(told, { timeout: 60_000, interval: 500 }).toBe(cases.length);
      expect(mails().length - cases.length).toBeLessThanOrEqual(KILLS * SENT_TWICE_PER_KILL);
      const asked = [...protocol.book.values()].reduce((sum, one) => sum + one.asked, 0);
      console.log(
        `${engine}, ${KILLS} kills: ${cases.length} cases and ${rows.length - cases.length} messages, each registered once; asked ${asked} times with success; ${mails().length} mails.`,
      );
    },
    240_000 + KILLS * 15_000,
  );
});
