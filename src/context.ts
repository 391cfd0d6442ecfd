import type { BotCheck } from './platform/bot-check/bot-check.ts';
import type { Identity } from './platform/identity.ts';
import type { MailPort } from './platform/mail/message.ts';
import type { Monitoring } from './platform/monitoring/monitoring.ts';
import type { Fornitore, Payments } from './platform/payments.ts';
import type { Scan } from './platform/scanner.ts';
import type { Screens } from './platform/screens.ts';
import type { Signer } from './platform/signer.server.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';
import type { Db } from './store/open.server.ts';
import type { Dialect } from './store/tables.ts';

/** What lives as long as the process: the store, the ports to the outside world, the clock. Made once by the wiring. */
export type House = {
  db: Db;
  dialect: Dialect;
  settings: Settings;
  /** Every service as a row, and every screen of the portal */
  services: readonly Service[];
  screens: Screens;
  signer: Signer;
  mail: MailPort;
  botCheck: BotCheck;
  identity: Identity;
  /** A provider that is not set is not offered */
  payments: Readonly<Partial<Record<Fornitore, Payments>>>;
  monitoring: Monitoring;
  /** Finds every file clean when no scanner is set */
  scan: Scan;
  /** Milliseconds since the epoch */
  now(): number;
};

/** Who is logged in: name and tax code come from the identity and cannot be changed here. */
export type User = {
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
export type Session = { id: string; idle: number; limit: number; first: boolean };

/** One call: who makes it, when, with what in hand. Handlers see this and no HTTP. */
export type Ctx = {
  house: House;
  /** The transaction when the operation creates something, else the store */
  db: Db;
  now: number;
  /** Hash of the visitor cookie: owns drafts, files, proofs. Null when the caller has none */
  visitor: string | null;
  user: User | null;
  /** Null when nobody is logged in */
  session: Session | null;
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
type Caller = {
  visitor?: string | null | undefined;
  login?: { user: User; session: Session } | null;
  operatorKeys?: readonly string[];
  address?: string | undefined;
  host?: string;
};

/** One call on a house, now. */
export const ctxOf = (house: House, caller: Caller = {}): Ctx => ({
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
export function owner(ctx: Ctx): string {
  return ctx.user ? `u:${ctx.user.id}` : (ctx.visitor ?? '');
}
