/** Reminds the offices and the people of an ente once a working day, by mail, of the cases that are late. */
import * as z from 'zod/mini';
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { addDays, dateInWords, midnightInRome, todayInRome } from '../../../platform/atoms/date.ts';
import { isGiornoLavorativo } from '../../../platform/atoms/giorni-lavorativi.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { type OutboxEntry, outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { enteOfPage, enti, siteOf } from '../ente/ente.server.ts';
import { casellaOf, type Ente } from '../ente/ente.ts';
import { officeNameOf } from '../ente/servizi.ts';
import { protocollo, ufficioPath } from '../pratica/pratica-names.ts';
import { isAway, listUffici } from '../ufficio/ufficio.server.ts';
import {
  claimDay,
  type DueDays,
  type DueGroup,
  type DueOwner,
  type DuePratica,
  groupDue,
  listDue,
  readReminded,
  selectAssigned,
} from './promemoria.db.ts';
import { promemoriaMail, type RemindedPratica } from './promemoria.mail.ts';

/** When the working day begins, as an hour after midnight, and what is due within so many days is named, too. */
const MORNING_MS = 7 * 3600_000;
const NEAR_DAYS = 3;
/** A list has so many cases with their links. */
const MAX_LISTED = 20;

/** A row holds ids, and the address of an office or a mailbox. */
const PROMEMORIA = outboxKind(
  'ente.promemoria',
  'offices',
  z.union([z.object({ ente: z.string(), casella: z.string() }), z.object({ ente: z.string(), utente: z.string() })]),
);
type PromemoriaData = z.infer<typeof PROMEMORIA.dati>;

/**
 * Stores the reminders of today, from the morning of a working day on. Several hosts may ask at once: each ente is reminded by the one
 * that writes its day, in the same transaction as the mails.
 */
export async function sendPromemoria(house: PortalHouse): Promise<void> {
  const now = house.now();
  const today = todayInRome(now);
  if (now < midnightInRome(today) + MORNING_MS) return;
  const reminded = new Set(await readReminded(house.db, today));
  const open = (await enti(house)).filter((ente) => !reminded.has(ente.id) && isGiornoLavorativo(today, ente));
  for (const ente of open) {
    await house.db.transaction().execute(async (tx) => {
      if (!(await claimDay(tx, ente.id, today))) return;
      const entries = await entriesOf(tx, ente, today);
      if (entries.length > 0) await enqueueEntries(tx, house.now, ...entries);
    });
  }
}

/** One for each address and each person who has something late. */
async function entriesOf(db: StoreDb, ente: Ente, today: string): Promise<OutboxEntry[]> {
  const groups = (await groupDue(db, daysOf(ente, today))).filter(({ late }) => late > 0);
  const caselle = new Set<string>();
  if (groups.length > 0) for (const [casella] of await groupsByCasella(db, ente, groups)) caselle.add(casella);
  const utenti = await listPresent(db, ente, { groups, today });
  return [
    ...Array.from(caselle, (casella) => outboxEntry(PROMEMORIA, { ente: ente.id, casella })),
    ...utenti.map(({ id }) => outboxEntry(PROMEMORIA, { ente: ente.id, utente: id })),
  ];
}

const daysOf = (ente: Ente, today: string): DueDays => ({ ente: ente.id, today, until: addDays(today, NEAR_DAYS) });

/** The address of each group: the office's own, else the mailbox of the service, as for all mails about its cases. */
async function groupsByCasella(db: StoreDb, ente: Ente, groups: readonly DueGroup[]): Promise<Map<string, DueGroup[]>> {
  const uffici = await listUffici(db, ente.id);
  const found = new Map<string, DueGroup[]>();
  for (const group of groups) {
    const own = uffici.find(({ id, attivo }) => attivo && id === group.ufficio)?.email;
    const casella = own || casellaOf(ente, group.codice);
    if (casella) found.set(casella, [...(found.get(casella) ?? []), group]);
  }
  return found;
}

const idList = z.array(z.string());

/** Those who have such cases, an address, still work for the ente, and are not absent. */
async function listPresent(
  db: StoreDb,
  ente: Ente,
  { groups, today }: { groups: readonly DueGroup[]; today: string },
): Promise<{ id: string; email: string }[]> {
  const ids = [...new Set(groups.flatMap(({ persona }) => persona ?? []))];
  if (ids.length === 0) return [];
  const rows = await selectAssigned(db, ids, ente.id);
  const away = new Set(rows.filter((row) => isAway(row, today)).map(({ id }) => id));
  const present = rows.flatMap(({ id, email, enti_json }) =>
    email && !away.has(id) && idList.parse(JSON.parse(enti_json)).includes(ente.id) ? [{ id, email }] : [],
  );
  return [...new Map(present.map((person) => [person.id, person])).values()];
}

/** Makes the mail of an outbox row, from the cases as they are then; null when nothing is late any more. */
export const PROMEMORIA_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(PROMEMORIA, async (data, house) => {
    const ente = await enteOfPage(house, '', data.ente);
    const today = todayInRome(house.now());
    const groups = await groupDue(house.db, daysOf(ente, today));
    const to = await recipientOf(house.db, ente, { data, groups, today });
    if (!to) return null;
    const late = await readList(house, ente, { owner: to.owner, to: addDays(today, -1) });
    if (late.total === 0) return null;
    const near = await readList(house, ente, { owner: to.owner, from: today, to: addDays(today, NEAR_DAYS) });
    const deskUrl = `${await siteOf(house, ente.host)}/operatore?coda=${'utente' in data ? 'mie' : 'in_ritardo'}`;
    const isOwn = 'utente' in data;
    return { to: to.address, ente, testo: promemoriaMail({ ente, late, near, deskUrl, isOwn }) };
  }),
];

async function recipientOf(
  db: StoreDb,
  ente: Ente,
  { data, groups, today }: { data: PromemoriaData; groups: readonly DueGroup[]; today: string },
): Promise<{ address: string; owner: DueOwner } | undefined> {
  if ('utente' in data) {
    const own = groups.filter(({ persona }) => persona === data.utente);
    const [person] = await listPresent(db, ente, { groups: own, today });
    return person && { address: person.email, owner: { persona: person.id } };
  }
  const own = (await groupsByCasella(db, ente, groups)).get(data.casella);
  return own && { address: data.casella, owner: { groups: own } };
}

async function readList(
  house: PortalHouse,
  ente: Ente,
  { owner, ...days }: { owner: DueOwner; from?: string; to: string },
): Promise<{ pratiche: RemindedPratica[]; total: number }> {
  const { pratiche, total } = await listDue(house.db, owner, { ente: ente.id, limit: MAX_LISTED, ...days });
  return { total, pratiche: await Promise.all(pratiche.map((pratica) => showDue(house, ente, pratica))) };
}

async function showDue(house: PortalHouse, ente: Ente, pratica: DuePratica): Promise<RemindedPratica> {
  return {
    protocollo: protocollo(pratica),
    servizio: officeNameOf(house.services, pratica.codice),
    dueOn: dateInWords(pratica.termine_il),
    url: `${await siteOf(house, pratica.host)}${ufficioPath(pratica, ente)}`,
  };
}
