/** The context of a call: the house with its store and adapters, the caller, the clock. */
import type * as z from 'zod/mini';
import type { IoNotice } from './features/cases/app-io/io-notice.ts';
import type { PraticaDetail } from './features/cases/chat/chat.contract.ts';
import type { EnteMail } from './features/cases/ente/ente.ts';
import type { StatoDocumento } from './features/cases/posizione/documenti.ts';
import type { Decisione, DecisioneField } from './features/cases/pratica/decisione.ts';
import type { PagamentoPratica } from './features/cases/pratica/pratica.contract.ts';
import type { AfterStep } from './features/cases/pratica/progress.ts';
import type { PraticaEnding, PraticaSide, TipoPratica } from './features/cases/pratica/stati.ts';
import type { ReminderKind } from './features/cases/utente/promemoria.ts';
import type { AppIoPort } from './platform/app-io.ts';
import type { TableRows } from './platform/atoms/summary-item.ts';
import type { BackEndCaller, BackEndPort } from './platform/back-end/back-end.ts';
import type { BotCheck } from './platform/bot-check/bot-check.ts';
import type { ProgramScope } from './platform/contract.ts';
import type { PortalFiles } from './platform/files.ts';
import type { GeocodingPort } from './platform/geocoding.ts';
import type { IdentityPort } from './platform/identity.ts';
import type { MailPort } from './platform/mail/message.ts';
import type { MetricsPort } from './platform/monitoring/metrics.ts';
import type { MonitoringPort } from './platform/monitoring/monitoring.server.ts';
import type { Fornitore, PaymentsPort } from './platform/payments.ts';
import type { ProgramTokens } from './platform/program-tokens.ts';
import type { ProtocolPort } from './platform/protocol.ts';
import type { ScanFile } from './platform/scanner.ts';
import type { PortalScreen, ScreenTable } from './platform/screens.ts';
import type { PortalSigner } from './platform/signer.server.ts';
import type { StillPages } from './platform/still.server.ts';
import type { TilePort } from './platform/tiles.ts';
import type { PortalSettings } from './settings.ts';
import type { CaseChanges } from './store/changes.ts';
import type { Documento, PerConto, Pratica, StoreDb, StoreDialect } from './store/tables.ts';
import type { IconName } from './ui/icons.ts';

/**
 * The house: everything that a process assembles once, at its first request, and keeps until it ends: the store, the ports to the
 * outside world, the clock. Other comments use the word for this alone.
 */
export type PortalHouse = {
  db: StoreDb;
  dialect: StoreDialect;
  settings: PortalSettings;
  /** Every service as a row, and every screen of the portal */
  services: readonly ServiceDefinition[];
  screens: ScreenTable;
  signer: PortalSigner;
  mail: MailPort;
  botCheck: BotCheck;
  identity: IdentityPort;
  /** Without it programs call with keys alone */
  programTokens?: ProgramTokens | undefined;
  /** A provider that is not set is not offered */
  payments: Readonly<Partial<Record<Fornitore, PaymentsPort>>>;
  /** Systems that register what enti receive. `cartella` only where a place for it is set */
  protocol: Readonly<Partial<Record<'rest' | 'cartella', ProtocolPort>>>;
  /** By which people are told on their phone; absent where a back end tells them */
  appIo?: AppIoPort | undefined;
  monitoring: MonitoringPort;
  metrics: MetricsPort;
  /** Without one no address is suggested */
  geocoding?: GeocodingPort | undefined;
  /** Pages wait for it to ask again */
  changes: CaseChanges;
  /** Pages that are the same for every visitor without a cookie */
  still: StillPages;
  /** Finds every file clean when no scanner is set */
  scan: ScanFile;
  /** Where the bytes of files are */
  files: PortalFiles;
  /** Where the tiles for pictures of maps come from */
  tiles: TilePort;
  /** Answers the calls of the specification in place of the store; `noBackEnd` in store mode */
  backEnd: BackEndPort;
  /** Milliseconds since the epoch */
  now(): number;
};

/** The logged-in person. Name and tax code come from the identity and cannot be changed here. */
export type LoggedInUser = {
  id: string;
  ruolo: 'cittadino' | 'operatore';
  nome: string;
  cognome: string;
  codice_fiscale: string;
  /** From the identity provider */
  email: string | null;
  /** Where to write to; the e-mail address is confirmed */
  contatti: { email: string | null; telefono: string | null };
  /** Ids of the enti an operator works for */
  enti: string[];
  /** Ids of those that they administer, and of the offices they work in */
  amministra: string[];
  uffici: string[];
  /** Ids of the enti whose books they keep: what came in there is theirs to read */
  incassi: string[];
  /** Ids of the enti in which they read only the cases of their own offices */
  riservati: string[];
};

/**
 * An active login. @property id hash of its cookie @property idle, @property limit when it ends without action, and at the latest
 * @property first the first login to this account
 */
export type LoginSession = { id: string; idle: number; limit: number; first: boolean };

/**
 * The person at the counter for whom an operator fills in the forms of an ente. @property id owner of drafts and files meanwhile
 * @property documento kind of document by which the operator has checked who they are, see counter.ts
 */
export type PersonAtCounter = Omit<PerConto, 'utente' | 'scade'>;

/** A program that calls with the key of an ente. @property servizi codes of the cases that it sees; none: all */
export type CallingProgram = {
  id: string;
  nome: string;
  ente: string;
  permessi: readonly ProgramScope[];
  servizi: readonly string[];
};

/** One call: its caller, its time, its transaction. Handlers see this and no HTTP. */
export type CallContext = {
  house: PortalHouse;
  /** The transaction when the operation creates something, else the store */
  db: StoreDb;
  now: number;
  /** Hash of the visitor cookie: owner of drafts, files, proofs. Null when the caller has none */
  visitor: string | null;
  user: LoggedInUser | null;
  /** Null unless an operator fills in forms for somebody */
  perConto: PersonAtCounter | null;
  /** Null without a login, and where the login is a back end's */
  session: LoginSession | null;
  /** The caller, when it is a program: `user` then stands for it as an operator of its ente */
  programma: CallingProgram | null;
  /** Operator keys that this browser has opened (from the mails to the mailbox of an ente) */
  operatorKeys: readonly string[];
  /** Client address, as far as TRUST_PROXY lets the portal trust it */
  address: string;
  /** Host name of the request, without port: may belong to an ente */
  host: string;
  /** A valid bot-check token came with this call */
  human: boolean;
  /** Key of the one send that this call is */
  sendKey?: string | undefined;
  /** The browser, as the back end knows it; null in store mode */
  browser: BackEndCaller | null;
};

/** The facts about a caller; missing ones default to an anonymous caller on this machine. */
type CallerDetails = {
  visitor?: string | null | undefined;
  login?: { user: LoggedInUser; session: LoginSession | null } | null;
  programma?: CallingProgram | null;
  operatorKeys?: readonly string[];
  address?: string | undefined;
  host?: string;
  browser?: BackEndCaller | null;
};

const PROGRAM_MARK = 'programma:';
/** The id under which the store has what a program did, which is no person's. */
export const programActor = (id: string): string => PROGRAM_MARK + id;
export const isProgramActor = (actor: string): boolean => actor.startsWith(PROGRAM_MARK);

/** A program works as an operator of its ente does, under its own name. */
const asOperatore = ({ id, nome, ente, permessi }: CallingProgram): LoggedInUser => ({
  id: programActor(id),
  ruolo: 'operatore',
  nome,
  cognome: '',
  codice_fiscale: '',
  email: null,
  contatti: { email: null, telefono: null },
  enti: [ente],
  amministra: [],
  uffici: [],
  incassi: permessi.some((scope) => scope.startsWith('pagamenti:')) ? [ente] : [],
  riservati: [],
});

/** A call on a house, at the present time. */
export const ctxOf = (house: PortalHouse, caller: CallerDetails = {}): CallContext => ({
  house,
  db: house.db,
  now: house.now(),
  visitor: caller.visitor ?? null,
  user: caller.programma ? asOperatore(caller.programma) : (caller.login?.user ?? null),
  perConto: null,
  session: caller.login?.session ?? null,
  programma: caller.programma ?? null,
  operatorKeys: caller.operatorKeys ?? [],
  address: caller.address ?? '127.0.0.1',
  host: caller.host ?? 'localhost',
  human: false,
  browser: caller.browser ?? null,
});

/** The owner of what a call writes: the person at the counter, the one who is logged in, or the visitor. */
export function ownerOf(ctx: CallContext): string {
  if (ctx.perConto) return `c:${ctx.perConto.id}`;
  return ctx.user ? `u:${ctx.user.id}` : (ctx.visitor ?? '');
}

/** The groups of the home page, in their order. */
export const HOME_GROUPS = ['Pagamenti', 'Città e territorio', 'Tributi', 'Uffici e assistenza'] as const;

/** The facts that a rule about the documents of one request reads. */
export type AboutDocument = Pick<Documento, 'ente' | 'sistema' | 'numero' | 'tipo' | 'importo_cent' | 'scadenza'>;

/** A request that can be made about documents of a position. */
type OnDocuments = {
  /** Name of the action in the calls, and its words on the button */
  action: string;
  label: string;
  /** States of a document that allow it (product rule) */
  states: readonly StatoDocumento[];
  /** Where the request for one document begins. @param payee tax code of its municipality */
  link(document: { numero: string; sistema: string; numero_avviso?: string | undefined }, payee?: string): string;
  /** True for a request, which begins with the choice of documents; false for a payment */
  request?: {
    /** The infinitive after "Per": "chiedere più tempo per pagare" */
    purpose: string;
    /** Shown at a document with an open request: "Nuova scadenza chiesta" */
    asked: string;
    /** Why these documents cannot go into one request, though each could alone */
    against?(ctx: CallContext, documents: readonly AboutDocument[]): Promise<string | null>;
    /** The total that the documents have to exceed, in cents, by the rules of an ente; undefined when any total may be asked about */
    aboveCents?(ctx: CallContext, ente: string): Promise<number | undefined>;
    /** Where a request without any document begins */
    withoutDocuments?: { href: string; label: string };
  };
};

/**
 * The fields and the effect of a decision on a request, in its transaction (`ctx.db`), with the case locked and still in its old
 * state.
 * An exception undoes the decision: the operator reads the words of a PortalError.
 */
export type DecisioneRule<Data = unknown> = {
  /** Fields by which the operator may grant something else than was requested; empty means as requested */
  asks?: readonly DecisioneField[];
  /** @returns words for the citizen about what the decision has changed, or nothing */
  accepted?(ctx: CallContext, pratica: Pratica, given: Decisione & { data: Data }): Promise<string | undefined>;
  /** Refused or withdrawn */
  dropped?(ctx: CallContext, pratica: Pratica): Promise<void>;
};

/** A notice, as a document of a position has one */
type OwedAvviso = { ente: string; numero_avviso: string | null };

/** The interface of the service that takes payments, for the other services. */
type PaymentsReader = {
  /** Finds those for which money may be on its way. @returns how to recognise each */
  onItsWay(ctx: Pick<CallContext, 'db' | 'now'>, debts: readonly OwedAvviso[]): Promise<(of: OwedAvviso) => boolean>;
  /** @returns since when it is being paid, and when its outcome is known at the latest; undefined: it is not being paid */
  beingPaid(
    ctx: Pick<CallContext, 'db' | 'now'>,
    debt: OwedAvviso,
  ): Promise<{ dal: number; fino_a: number } | undefined>;
  /** The payment of a case, as one of its two sides sees it */
  ofCase(ctx: CallContext, pratica: Pratica, side: PraticaSide): Promise<PagamentoPratica[]>;
};

/** Of a case, beside its files and receipt. @property main what the case was for: a button above its messages @property isPage to be opened @property icon of a page, unless it is about a day */
export type PraticaDownload = { href: string; label: string; main?: true; isPage?: true; icon?: IconName };

/** What a service costs at one municipality, read from its data. @property rows a table of prices */
type SheetPrices = { text?: string; rows?: TableRows };

/** The start page of a service: what a citizen knows before they begin, in the order of the national model. */
export type ServiceSheet = {
  /** The people who may ask for it */
  who: string;
  /** What the button says that leads to the service, unless something is filled in there */
  begin?: string;
  /** Whether a login or codes are needed */
  access: string;
  needed: readonly string[];
  /** How long the form takes */
  minutes: number;
  /** When the answer comes, for a service that is not answered within the days of its codes */
  answer?: string;
  cost: string;
  /** Follows the words about the cost. @param ente id of the page's municipality */
  prices?(house: PortalHouse, ente: string): Promise<SheetPrices | undefined>;
  gets: string;
  how: readonly string[];
};

/** How outbox rows of a kind are delivered. @property deliver makes the mail to send; null: other work was done, or there is none to send */
export type OutboxDelivery = {
  tipo: string;
  deliver(dati_json: string, house: PortalHouse): Promise<EnteMail | null>;
};

/**
 * What App IO says beside the mail of outbox rows of a kind.
 * @property reminder of this kind: its citizen chooses whether and where they get it
 * @property tell as things are now; null: there is nothing to tell, or nobody to be told
 */
export type IoAlert = {
  tipo: string;
  reminder?: ReminderKind | undefined;
  tell(dati_json: string, house: PortalHouse): Promise<IoNotice | null>;
};

/** What a service says of itself; a row of services.ts has its operations and handlers as well. */
export type ServiceDefinition<Data = unknown> = {
  /** Codes of the cases it opens, each with its name on every screen, in every mail and receipt of a citizen. Empty: it opens no case */
  codes: Readonly<Record<string, string>>;
  /** Names by code for those who work for an ente, where they differ */
  officeNames?: Readonly<Record<string, string>>;
  /** Where it begins, and other addresses that lead to the same form */
  path: string;
  alsoAt?: readonly string[];
  /**
   * On the home page. @property words what people type who look for it, singular, separated by blanks
   * @property officialName by which offices and letters call it, where citizens call it otherwise: on its start page
   * @property tile makes it one of the large tiles, at this place
   */
  card: {
    group: (typeof HOME_GROUPS)[number];
    name: string;
    officialName?: string;
    text: string;
    icon: IconName;
    words: string;
    tile?: { name: string; at: 1 | 2 | 4 };
  };
  sheet: ServiceSheet;
  screens: readonly PortalScreen[];
  documents?: OnDocuments;
  /** Its requests may name a position */
  onPositions?: true;
  /** Schema of an ente's offer, by code; `needed`: without an offer it cannot be requested */
  offers?: Readonly<Record<string, { schema: z.ZodMiniType<Record<string, unknown>>; needed?: true }>>;
  /** Ids of the municipalities that have what it needs; without it, every one that answers for its codes offers it */
  offeredBy?(db: StoreDb): Promise<ReadonlySet<string>>;
  /**
   * Of the service by which people book an appointment: where they begin, with what is known.
   * @param known.per code of the service whose page leads there @param known.da path of that page, to come back to
   */
  booking?(known: { ente?: string | undefined; per?: string | undefined; da?: string | undefined }): string;
  /** What its cases are: requests, unless it says otherwise */
  tipo?: TipoPratica;
  /** How its requests end: by a decision, unless it says otherwise */
  ending?: PraticaEnding;
  /** What the citizen does once a request is accepted, in this order; the progress of a case shows it */
  afterwards?: readonly AfterStep[];
  /** @param email address by which the reader sees the case */
  downloads?(pratica: PraticaDetail, email: string): readonly PraticaDownload[];
  /** Schema of what a case of it keeps for programs */
  data?: z.ZodMiniType<Data>;
  decision?: DecisioneRule<Data>;
  money?: PaymentsReader;
  /** Of the outbox rows that it writes */
  deliveries?: readonly OutboxDelivery[];
  /** What of them people are told in App IO, too */
  alerts?: readonly IoAlert[];
};
