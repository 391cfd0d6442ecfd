/** A citizen's right to be forgotten (GDPR art. 17): what is deleted, what is made anonymous, what stays and why. */
import { expressionBuilder, sql } from 'kysely';
import { removeBozzaAllegati } from '../features/cases/allegati/allegati.db.ts';
import { removeBozza, removeUnsentMezzi } from '../features/cases/bozza/bozza.db.ts';
import { OFF_THE_LIST, offerOwner } from '../features/cases/calendario/waiting-list.ts';
import { renewWords } from '../features/cases/pratica/pratica.db.ts';
import { parsePraticaData, shownPraticaData } from '../features/cases/pratica/pratica-data.ts';
import { protocollo } from '../features/cases/pratica/pratica-names.ts';
import { nameToSort } from '../features/cases/pratica/pratica-search.ts';
import { ESTERNA, OPEN_PRATICA_STATI } from '../features/cases/pratica/stati.ts';
import { FAILED_STATI, LIVE_STATI } from '../features/services/paga-online/esiti.ts';
import { attesaFilesPath } from '../features/services/segnalazione/segnalazione.fields.ts';
import { readCatalog } from '../store/catalog.server.ts';
import type { PortalStore } from '../store/open.server.ts';
import type { StoreDb, StoreTables } from '../store/tables.ts';
import { recordDeletions } from './cancellazioni.db.ts';
import { removeLinksOf } from './deleghe-delete.server.ts';
import { clearPratiche, deleteWaitingMails, removePubbliche } from './pratiche-delete.server.ts';

/** By the tax code all that is theirs; by an e-mail address what was sent and paid from it without a login. */
export type ForgottenPerson = { codice_fiscale: string } | { email: string };
/** @property why for what stays */
export type ForgetLine = { fate: 'deleted' | 'anonymous' | 'stays'; what: string; quante: number; why?: string };

type OpenedStore = Pick<PortalStore, 'db' | 'dialect'>;
type OwnPratica = { id: string; ente: string; anno: number; numero: number; tipo: string; stato: string };
type OwnPagamento = { id: string; stato: string };
/** @property addresses of the person, in lower case */
type OwnData = { utente: string | null; addresses: string[]; pratiche: OwnPratica[]; pagamenti: OwnPagamento[] };

const FORGOTTEN_TEXT = '[cancellato su richiesta della persona]';

const isOpen = ({ stato }: { stato: string }) => (OPEN_PRATICA_STATI as readonly string[]).includes(stato);
const isLive = ({ stato }: { stato: string }) => (LIVE_STATI as readonly string[]).includes(stato);
const hasFailed = ({ stato }: { stato: string }) => (FAILED_STATI as readonly string[]).includes(stato);

/** What would happen, or with `apply` what has happened, in one transaction per case and a last one for the rest. */
export async function forgetPerson(
  { db, dialect }: OpenedStore,
  person: ForgottenPerson,
  { now, apply }: { now: number; apply: boolean },
): Promise<ForgetLine[]> {
  const { pratiche, ...own } = await readOwn(db, person);
  const imported = await countImported(db, person);
  // What the portal has of a case of another program is a copy.
  const copies = pratiche.filter(({ stato }) => stato === ESTERNA);
  const open = pratiche.filter(isOpen);
  const closed = pratiche.filter((pratica) => !isOpen(pratica) && !copies.includes(pratica));
  const reports = closed.filter(({ tipo }) => tipo === 'segnalazione');
  const requests = closed.filter(({ tipo }) => tipo !== 'segnalazione');
  const live = own.pagamenti.filter(isLive).length;

  let forgotten = reports.length;
  if (apply) {
    await deleteCopies({ db, dialect }, copies, now);
    forgotten = 0;
    for (const { id } of reports) {
      const done = await db.transaction().execute((tx) => forgetPratica({ db: tx, dialect }, id, now));
      if (done) forgotten += 1;
    }
  }
  const account = await (apply
    ? db.transaction().execute((tx) => removeAccount(tx, person, now))
    : countAccount(db, person, { pratiche, ...own }));

  const again = own.utente ? 'Resta anche il profilo: ripeti il comando' : 'Ripeti il comando';
  const lines: ForgetLine[] = [
    { fate: 'deleted', what: 'profilo con contatti e residenza, e i suoi accessi', quante: account.utenti },
    { fate: 'deleted', what: 'bozze e dichiarazioni non inviate', quante: account.bozze },
    {
      fate: 'deleted',
      what: 'segnalazioni inviate da un programma e non ancora confermate',
      quante: account.segnalazioni_attese,
    },
    {
      fate: 'deleted',
      what: 'copie di pratiche seguite da altri programmi: restano in quei programmi, che le possono rimandare',
      quante: copies.length,
    },
    { fate: 'deleted', what: 'file non inviati', quante: account.allegati },
    { fate: 'deleted', what: 'legami con le posizioni', quante: account.rappresentanze },
    { fate: 'deleted', what: 'deleghe date e ricevute', quante: account.deleghe },
    { fate: 'deleted', what: 'segnalazioni pubbliche seguite per e-mail', quante: account.segnalazioni_seguite },
    {
      fate: 'deleted',
      what: 'liste d’attesa per un appuntamento prima: l’appuntamento resta com’è',
      quante: account.appuntamenti,
    },
    {
      fate: 'anonymous',
      what: 'segnalazioni chiuse: restano tipo, luogo, date e stati; nome, contatti, testi, file, note e la pagina pubblica spariscono',
      quante: forgotten,
    },
    { fate: 'anonymous', what: 'pagamenti non riusciti: senza e-mail e senza persona', quante: account.pagamenti },
    {
      fate: 'stays',
      what: `pratiche aperte: ${open.map(protocollo).join(', ')}`,
      quante: open.length,
      why: `il procedimento è in corso (L. 241/1990; GDPR art. 17(3)(b)). ${again} quando sono chiuse.`,
    },
    {
      fate: 'stays',
      what: `richieste concluse: ${requests.map(protocollo).join(', ')}`,
      quante: requests.length,
      why: 'sono atti di un ente pubblico, conservati e scartati secondo il suo piano (D.Lgs. 42/2004 art. 21; GDPR art. 17(3)(b) e (d)).',
    },
    {
      fate: 'stays',
      what: 'pagamenti riusciti con le ricevute',
      quante: own.pagamenti.filter(({ stato }) => stato === 'pagato').length,
      why: 'scritture e prove di pagamento, dieci anni (art. 2220 e 2946 c.c.; GDPR art. 17(3)(b) ed (e)).',
    },
    {
      fate: 'stays',
      what: 'pagamenti in corso',
      quante: live,
      why: `il loro esito non è ancora noto. ${again} domani.`,
    },
    {
      fate: 'stays',
      what: 'posizioni, dichiarazioni e avvisi che vengono dai sistemi dell’ente',
      quante: imported,
      why: 'l’ente li cancella da lì, e l’importazione successiva li riporta finché ci sono.',
    },
  ];
  return lines.filter(({ quante }) => quante > 0);
}

/** Cases and payments of the account, and cases that were sent with this tax code, or as a guest from this address. */
async function readOwn(db: StoreDb, person: ForgottenPerson): Promise<OwnData> {
  const pratiche = db
    .selectFrom('pratiche')
    .select(['id', 'ente', 'anno', 'numero', 'tipo', 'stato'])
    .orderBy('inviata_il');
  const pagamenti = db.selectFrom('pagamenti').select(['id', 'stato']);
  if ('email' in person) {
    const isFromHere = sql<boolean>`utente is null and lower(email) = ${person.email.toLowerCase()}`;
    return {
      utente: null,
      addresses: [person.email.toLowerCase()],
      pratiche: await pratiche.where(isFromHere).execute(),
      pagamenti: await pagamenti.where(isFromHere).execute(),
    };
  }
  const account = await db
    .selectFrom('utenti')
    .select(['id', 'email', 'email_comunicazione'])
    .where('identita', '=', `cf:${person.codice_fiscale}`)
    .executeTakeFirst();
  const utente = account?.id ?? null;
  const addresses = [account?.email, account?.email_comunicazione].flatMap((address) => address?.toLowerCase() ?? []);
  return {
    utente,
    addresses,
    pratiche: await pratiche
      .where((e) =>
        e.or([e('codice_fiscale', '=', person.codice_fiscale), ...(utente ? [e('utente', '=', utente)] : [])]),
      )
      .execute(),
    pagamenti: utente ? await pagamenti.where('utente', '=', utente).execute() : [],
  };
}

async function deleteCopies(store: OpenedStore, copies: readonly OwnPratica[], now: number): Promise<void> {
  if (copies.length === 0) return;
  const catalog = await readCatalog(store);
  const ids = copies.map(({ id }) => id);
  await store.db.transaction().execute(async (tx) => {
    await clearPratiche(tx, ids, catalog);
    await tx.deleteFrom('pratiche').where('id', 'in', ids).execute();
    const counts = copies.map(({ ente, anno }) => ({ ente, anno, quante: 1 }));
    await recordDeletions(tx, now, { motivo: 'oblio', tipo: 'pratiche' }, counts);
  });
}

/** @returns false when the case was opened again meanwhile */
async function forgetPratica({ db, dialect }: OpenedStore, id: string, now: number): Promise<boolean> {
  const query = db.selectFrom('pratiche').selectAll().where('id', '=', id);
  const pratica = await (dialect === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  if (!pratica || isOpen(pratica)) return false;
  const { indirizzo, lat, lon } = parsePraticaData(shownPraticaData, pratica);
  const blank = { nome: 'Dati', cognome: 'cancellati' };
  await db
    .updateTable('pratiche')
    .set({
      ...blank,
      richiedente: nameToSort(blank),
      oggetto: FORGOTTEN_TEXT,
      descrizione: FORGOTTEN_TEXT,
      email: '',
      telefono: null,
      codice_fiscale: null,
      utente: null,
      proprietario: '',
      pubblica: null,
      etichette: '',
      dati_json: JSON.stringify({ indirizzo, lat, lon }),
    })
    .where('id', '=', id)
    .execute();
  await renewWords(db, id);
  // Also the office's words: they answer a person, often by name.
  await db
    .updateTable('eventi')
    .set({ testo: FORGOTTEN_TEXT })
    .where('pratica', '=', id)
    .where('testo', 'is not', null)
    .where('da', '!=', 'sistema')
    .execute();
  // What everybody read may be the citizen's own words and photos.
  await removePubbliche(db, pratica.pubblica === null ? [] : [pratica.pubblica]);
  await db.updateTable('valutazioni').set({ testo: null }).where('pratica', '=', id).execute();
  // Notes and reasons. Nothing changes the rest of the trail.
  await db.deleteFrom('atti').where('pratica', '=', id).where('testo', '!=', '').execute();
  for (const table of ['allegati', 'chiavi_operatore', 'bozze_operatori', 'ditte'] as const)
    await db.deleteFrom(table).where('pratica', '=', id).execute();
  await deleteWaitingMails(db, (data, { tipo }) => data.pratica === id && tipo.startsWith('cittadino.'));
  const { ente, anno } = pratica;
  await recordDeletions(db, now, { motivo: 'oblio', tipo: 'segnalazioni' }, [{ ente, anno, quante: 1 }]);
  return true;
}

/** By the names of their tables. */
type AccountCounts = Record<
  | 'utenti'
  | 'bozze'
  | 'segnalazioni_attese'
  | 'allegati'
  | 'rappresentanze'
  | 'deleghe'
  | 'pagamenti'
  | 'segnalazioni_seguite'
  | 'appuntamenti',
  number
>;

const ownerOf = (utente: string) => `u:${utente}`;

/** Drafts and links go at once; the account goes when nothing is under way that its owner has to follow. */
async function removeAccount(db: StoreDb, person: ForgottenPerson, now: number): Promise<AccountCounts> {
  const own = await readOwn(db, person);
  const counts = await countAccount(db, person, own);
  const failed = own.pagamenti.filter(hasFailed).map(({ id }) => id);
  if (failed.length > 0)
    await db
      .updateTable('pagamenti')
      .set({ email: '', utente: null, proprietario: '' })
      .where('id', 'in', failed)
      .execute();
  await removeWaiting(db, own.addresses);
  await removeTravelling(db, own.addresses);
  if ('codice_fiscale' in person) {
    await removeDeleghe(db, person.codice_fiscale);
    await db.deleteFrom('rappresentanze').where('codice_fiscale', '=', person.codice_fiscale).execute();
  }
  const followed = followedBy(own);
  if (followed) await db.deleteFrom('segnalazioni_seguite').where(followed).execute();
  for (const { id } of await listWaiting(db, own.pratiche)) await takeOffLists(db, id);
  if (own.utente) await removeUtente(db, own.utente, counts.utenti === 1);
  for (const [tipo, quante] of Object.entries(counts))
    await recordDeletions(db, now, { motivo: 'oblio', tipo }, [{ quante }]);
  return counts;
}

/** Delegations name both: they go with either. */
async function removeDeleghe(db: StoreDb, codice_fiscale: string): Promise<void> {
  const own = await listDeleghe(db, codice_fiscale);
  if (own.length === 0) return;
  await db
    .deleteFrom('deleghe')
    .where(
      'id',
      'in',
      own.map(({ id }) => id),
    )
    .execute();
  await removeLinksOf(
    db,
    own.map(({ delegato }) => delegato),
  );
}

const listDeleghe = (db: StoreDb, codice_fiscale: string) =>
  db
    .selectFrom('deleghe')
    .select(['id', 'delegato'])
    .where((e) => e.or([e('delegante', '=', codice_fiscale), e('delegato', '=', codice_fiscale)]))
    .execute();

/** Reports that wait to be confirmed, with their files. */
async function removeWaiting(db: StoreDb, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const gone = await db.deleteFrom('segnalazioni_attese').where('email', 'in', addresses).returning('id').execute();
  for (const { id } of gone)
    await db.deleteFrom('allegati').where('bozza', '=', attesaFilesPath(id)).where('pratica', 'is', null).execute();
}

/** Drafts of guests that were left for an address of the person. */
const listTravelling = async (db: StoreDb, addresses: readonly string[]) =>
  addresses.length === 0
    ? []
    : db.selectFrom('bozze').select(['proprietario', 'percorso']).where('email', 'in', addresses).execute();

async function removeTravelling(db: StoreDb, addresses: readonly string[]): Promise<void> {
  for (const { proprietario, percorso } of await listTravelling(db, addresses)) {
    await removeUnsentMezzi(db, proprietario, percorso);
    await removeBozzaAllegati(db, proprietario, percorso);
    await removeBozza(db, { owner: proprietario, path: percorso });
  }
}

async function removeUtente(db: StoreDb, utente: string, withProfile: boolean): Promise<void> {
  const owner = ownerOf(utente);
  for (const table of ['dichiarazioni_mezzi', 'allegati'] as const)
    await db.deleteFrom(table).where('proprietario', '=', owner).where('pratica', 'is', null).execute();
  for (const table of ['bozze', 'concessioni', 'invii', 'prove_email', 'codici'] as const)
    await db.deleteFrom(table).where('proprietario', '=', owner).execute();
  if (!withProfile) return;
  await db.updateTable('pratiche').set({ utente: null }).where('utente', '=', utente).execute();
  await db.deleteFrom('accessi').where('utente', '=', utente).execute();
  await db.deleteFrom('utenti').where('id', '=', utente).execute();
}

async function countAccount(db: StoreDb, person: ForgottenPerson, data: OwnData): Promise<AccountCounts> {
  const { utente, addresses, pratiche, pagamenti } = data;
  const links = 'email' in person ? [] : await listLinks(db, person.codice_fiscale);
  const waiting =
    addresses.length === 0
      ? []
      : await db.selectFrom('segnalazioni_attese').select('id').where('email', 'in', addresses).execute();
  const own = {
    rappresentanze: links.length,
    deleghe: 'email' in person ? 0 : (await listDeleghe(db, person.codice_fiscale)).length,
    segnalazioni_attese: waiting.length,
    segnalazioni_seguite: await countFollowed(db, data),
    appuntamenti: (await listWaiting(db, pratiche)).length,
    pagamenti: pagamenti.filter(hasFailed).length,
  };
  const travelling = (await listTravelling(db, addresses)).length;
  if (!utente) return { utenti: 0, bozze: travelling, allegati: 0, ...own };
  const owner = ownerOf(utente);
  const drafts = await db.selectFrom('bozze').select('percorso').where('proprietario', '=', owner).execute();
  const files = await db
    .selectFrom('allegati')
    .select('id')
    .where('proprietario', '=', owner)
    .where('pratica', 'is', null)
    .execute();
  const isBusy = pratiche.some(isOpen) || pagamenti.some(isLive);
  return { utenti: isBusy ? 0 : 1, bozze: drafts.length + travelling, allegati: files.length, ...own };
}

/** By their account or their address. @returns undefined where neither is known */
function followedBy({ utente, addresses }: OwnData) {
  const e = expressionBuilder<StoreTables, 'segnalazioni_seguite'>();
  const those = [
    ...(utente ? [e('utente', '=', utente)] : []),
    ...(addresses.length > 0 ? [e('casella', 'in', addresses)] : []),
  ];
  return those.length > 0 ? e.or(those) : undefined;
}

async function countFollowed(db: StoreDb, own: OwnData): Promise<number> {
  const followed = followedBy(own);
  if (!followed) return 0;
  return (await db.selectFrom('segnalazioni_seguite').select('id').where(followed).execute()).length;
}

/** The appointments of these cases whose citizen waits for an earlier time. */
async function listWaiting(db: StoreDb, pratiche: readonly OwnPratica[]): Promise<{ id: string }[]> {
  const ids = pratiche.map(({ id }) => id);
  if (ids.length === 0) return [];
  return db
    .selectFrom('appuntamenti')
    .select('id')
    .where('pratica', 'in', ids)
    .where('in_lista_dal', 'is not', null)
    .execute();
}

/** What was offered to them goes to the next one. */
async function takeOffLists(db: StoreDb, appuntamento: string): Promise<void> {
  await db.deleteFrom('appuntamenti').where('proprietario', '=', offerOwner(appuntamento)).execute();
  await db.updateTable('appuntamenti').set(OFF_THE_LIST).where('id', '=', appuntamento).execute();
}

const listLinks = (db: StoreDb, codice_fiscale: string) =>
  db.selectFrom('rappresentanze').select('posizione').where('codice_fiscale', '=', codice_fiscale).execute();

/** What the next import would bring back. */
async function countImported(db: StoreDb, person: ForgottenPerson): Promise<number> {
  if ('email' in person) return 0;
  const { codice_fiscale } = person;
  const own = await db.selectFrom('dichiarazioni').select('id').where('codice_fiscale', '=', codice_fiscale).execute();
  const avvisi = await db.selectFrom('avvisi').select('iuv').where('debitore', '=', codice_fiscale).execute();
  const posizioni = new Set((await listLinks(db, codice_fiscale)).map(({ posizione }) => posizione));
  return own.length + avvisi.length + posizioni.size;
}
