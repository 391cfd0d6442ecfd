/** What a call is given: the house with its store and adapters, the caller, the clock. */
import type * as z from 'zod/mini';
import type { PraticaDetail } from './features/cases/chat/chat.contract.ts';
import type { EnteMail } from './features/cases/ente/ente.ts';
import type { StatoDocumento } from './features/cases/posizione/documenti.ts';
import type { Decisione, DecisioneField } from './features/cases/pratica/decisione.ts';
import type { PagamentoPratica } from './features/cases/pratica/pratica.contract.ts';
import type { PraticaEnding, PraticaSide } from './features/cases/pratica/stati.ts';
import type { BotCheck } from './platform/bot-check/bot-check.ts';
import type { IdentityPort } from './platform/identity.ts';
import type { MailPort } from './platform/mail/message.ts';
import type { MonitoringPort } from './platform/monitoring/monitoring.ts';
import type { Fornitore, PaymentsPort } from './platform/payments.ts';
import type { ScanFile } from './platform/scanner.ts';
import type { PortalScreen, ScreenTable } from './platform/screens.ts';
import type { PortalSigner } from './platform/signer.server.ts';
import type { PortalSettings } from './settings.ts';
import type { StoreDb } from './store/open.server.ts';
import type { Documento, Pratica, StoreDialect } from './store/tables.ts';

/** What lives as long as the process: the store, the ports to the outside world, the clock. Made once by the wiring. */
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
  /** A provider that is not set is not offered */
  payments: Readonly<Partial<Record<Fornitore, PaymentsPort>>>;
  monitoring: MonitoringPort;
  /** Finds every file clean when no scanner is set */
  scan: ScanFile;
  /** Milliseconds since the epoch */
  now(): number;
};

/** Who is logged in: name and tax code come from the identity and cannot be changed here. */
export type LoggedInUser = {
  id: string;
  ruolo: 'cittadino' | 'operatore';
  nome: string;
  cognome: string;
  codice_fiscale: string;
  /** As the identity provider tells it */
  email: string | null;
  /** Where to write to: the e-mail counts as confirmed */
  contatti: { email: string | null; telefono: string | null };
  /** Ids of the bodies an operator works for */
  enti: string[];
};

/**
 * A login in force. @property id hash of its cookie @property idle, @property limit when it ends without action, and at the latest
 * @property first nobody logged in to this account before
 */
export type LoginSession = { id: string; idle: number; limit: number; first: boolean };

/** One call: who makes it, when, with what in hand. Handlers see this and no HTTP. */
export type CallContext = {
  house: PortalHouse;
  /** The transaction when the operation creates something, else the store */
  db: StoreDb;
  now: number;
  /** Hash of the visitor cookie: owns drafts, files, proofs. Null when the caller has none */
  visitor: string | null;
  user: LoggedInUser | null;
  /** Null when nobody is logged in */
  session: LoginSession | null;
  /** Operator keys this browser opened (from the mails to the body's mailbox) */
  operatorKeys: readonly string[];
  /** Client address as far as TRUST_PROXY lets us know it */
  address: string;
  /** Host name the page was asked at, without port: may belong to a body */
  host: string;
  /** A bot-check token was given with this call and found good */
  human: boolean;
};

/** What is known of a caller; what is not told is nobody's, on this machine. */
type CallerDetails = {
  visitor?: string | null | undefined;
  login?: { user: LoggedInUser; session: LoginSession } | null;
  operatorKeys?: readonly string[];
  address?: string | undefined;
  host?: string;
};

/** One call on a house, now. */
export const ctxOf = (house: PortalHouse, caller: CallerDetails = {}): CallContext => ({
  house,
  db: house.db,
  now: house.now(),
  visitor: caller.visitor ?? null,
  user: caller.login?.user ?? null,
  session: caller.login?.session ?? null,
  operatorKeys: caller.operatorKeys ?? [],
  address: caller.address ?? '127.0.0.1',
  host: caller.host ?? 'localhost',
  human: false,
});

/** Who owns what is written: the citizen when logged in, else the visitor. */
export function ownerOf(ctx: CallContext): string {
  return ctx.user ? `u:${ctx.user.id}` : (ctx.visitor ?? '');
}

/** The groups of the home page, in their order. */
export const HOME_GROUPS = ['Pagamenti', 'Città e territorio', 'Tributi', 'Uffici e assistenza'] as const;

/** What a rule about documents of one request looks at. */
export type AboutDocument = Pick<Documento, 'ente' | 'numero' | 'tipo' | 'importo_cent' | 'scadenza'>;

/** What can be asked for about documents of a position. */
export type OnDocuments = {
  /** Name of the action in the calls, and its words on the button */
  action: string;
  label: string;
  /** States of a document that allow it (product rule) */
  states: readonly StatoDocumento[];
  /** Where it begins for one document. @param payee tax code of its municipality */
  link(document: { numero: string; sistema: string; numero_avviso?: string | undefined }, payee?: string): string;
  /** A request, which begins with the choice of documents; a payment is none */
  request?: {
    /** The infinitive after "Per": "chiedere più tempo per pagare" */
    purpose: string;
    /** Said of a document with an open request: "Nuova scadenza chiesta" */
    asked: string;
    /** Why these documents cannot go into one request, though each could alone */
    against?(ctx: CallContext, documents: readonly AboutDocument[]): Promise<string | null>;
    /** Where one asks without any document */
    withoutDocuments?: { href: string; label: string };
  };
};

/**
 * What a decision on a request asks and does, in its transaction (`ctx.db`), with the case held and in the state of before.
 * What it throws takes the decision back: the operator reads the words of a PortalError.
 */
export type DecisioneRule<Data = unknown> = {
  /** What the operator may grant otherwise than it was asked; empty means as the citizen asked */
  asks?: readonly DecisioneField[];
  /** @returns words for the citizen that stand with the decision: what it has changed, or nothing */
  accepted?(ctx: CallContext, pratica: Pratica, given: Decisione & { data: Data }): Promise<string | undefined>;
  /** Refused or withdrawn */
  dropped?(ctx: CallContext, pratica: Pratica): Promise<void>;
};

/** A notice, as a document of a position has one */
type OwedAvviso = { ente: string; numero_avviso: string | null };

/** What the service that takes payments tells the others. */
export type PaymentsReader = {
  /** For which of these money may be on its way. @returns what tells of each */
  onItsWay(ctx: Pick<CallContext, 'db'>, debts: readonly OwedAvviso[]): Promise<(of: OwedAvviso) => boolean>;
  /** @returns since when somebody is paying it, and when at the latest its end is known; undefined: nobody is */
  beingPaid(
    ctx: Pick<CallContext, 'db' | 'now'>,
    debt: OwedAvviso,
  ): Promise<{ dal: number; fino_a: number } | undefined>;
  /** What is to be paid for a case, as one of its two sides sees it */
  ofCase(ctx: CallContext, pratica: Pratica, side: PraticaSide): Promise<PagamentoPratica[]>;
};

/** Of a case, beside its files and receipt. @property main what the case was for: a button above its messages */
export type PraticaDownload = { href: string; label: string; main?: true };

/** What a service says of itself; a row of services.ts has its operations and handlers as well. */
export type ServiceDefinition<Data = unknown> = {
  /** Codes of the cases it opens, each with its name on every screen, in every mail and receipt. None: it opens no case */
  codes: Readonly<Record<string, string>>;
  /** Where it begins, and other addresses that lead into the same form */
  path: string;
  alsoAt?: readonly string[];
  /** On the home page */
  card: { group: (typeof HOME_GROUPS)[number]; name: string; text: string };
  screens: readonly PortalScreen[];
  documents?: OnDocuments;
  /** Schema of what a municipality offers, by code; `needed`: without an offer nobody can ask for it */
  offers?: Readonly<Record<string, { schema: z.ZodMiniType<Record<string, unknown>>; needed?: true }>>;
  /** Ids of the municipalities that have what it needs; without it, every one that answers for its codes offers it */
  offeredBy?(db: StoreDb): Promise<ReadonlySet<string>>;
  /** How its requests end: by a decision, unless it says otherwise */
  ending?: PraticaEnding;
  /** @param email address by which the reader sees the case */
  downloads?(pratica: PraticaDetail, email: string): readonly PraticaDownload[];
  /** Schema of what a case of it keeps for programs */
  data?: z.ZodMiniType<Data>;
  decision?: DecisioneRule<Data>;
  money?: PaymentsReader;
  /** Kinds of outbox rows that it writes; null: nothing to mail */
  mails?: Readonly<Record<string, (data: unknown, house: PortalHouse) => Promise<EnteMail | null>>>;
};
