/** What a service says of itself, as one row. Rows are gathered in services.ts; whoever needs them finds them in the house. */
import type * as z from 'zod/mini';
import type { Ctx, House } from './context.ts';
import type { Lettera } from './features/ente/ente.ts';
import type { DocumentoAperto } from './features/posizione/aperte.server.ts';
import type { StatoDocumento } from './features/posizione/documenti.ts';
import type { CampoDecisione, Decisione } from './features/pratica/decisione.ts';
import type { PagamentoPratica } from './features/pratica/pratica.contract.ts';
import type { Parte } from './features/pratica/stati.ts';
import type { Operation } from './platform/contract.ts';
import type { Handlers } from './platform/run.server.ts';
import type { Screen } from './platform/screens.ts';
import type { Pratica } from './store/tables.ts';

/** The groups of the home page, in their order. */
export const GROUPS = ['Pagamenti', 'Città e territorio', 'Tributi', 'Uffici e assistenza'] as const;

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
    against?(ctx: Ctx, documents: readonly DocumentoAperto[]): Promise<string | null>;
    /** Where one asks without any document */
    withoutDocuments?: { href: string; label: string };
  };
};

/**
 * What a decision on a request asks and does, in its transaction (`ctx.db`), with the case held and in the state of before.
 * What it throws takes the decision back: the operator reads the words of a PortalError.
 */
export type Decision<Data = unknown> = {
  /** What the operator may grant otherwise than it was asked; empty means as the citizen asked */
  asks?: readonly CampoDecisione[];
  /** @returns words for the citizen that stand with the decision: what it has changed, or nothing */
  accepted?(ctx: Ctx, pratica: Pratica, given: Decisione & { dati: Data }): Promise<string | undefined>;
  /** Refused or withdrawn */
  dropped?(ctx: Ctx, pratica: Pratica): Promise<void>;
};

/** A notice, as a document of a position has one */
type Debt = { ente: string; numero_avviso: string | null };

/** What the service that takes payments tells the others. */
export type Money = {
  /** For which of these money may be on its way. @returns what tells of each */
  onItsWay(ctx: Pick<Ctx, 'db'>, debts: readonly Debt[]): Promise<(of: Debt) => boolean>;
  /** @returns since when somebody is paying it, and when at the latest its end is known; undefined: nobody is */
  beingPaid(ctx: Pick<Ctx, 'db' | 'now'>, debt: Debt): Promise<{ dal: number; fino_a: number } | undefined>;
  /** What is to be paid for a case, as one of its two sides sees it */
  ofCase(ctx: Ctx, pratica: Pratica, parte: Parte): Promise<PagamentoPratica[]>;
};

export type Service<Ops extends Record<string, Operation> = Record<string, Operation>, Data = unknown> = {
  /** Codes of the cases it opens, each with its name on every screen, in every mail and receipt. None: it opens no case */
  codes: Readonly<Record<string, string>>;
  /** Where it begins, and other addresses that lead into the same form */
  path: string;
  alsoAt?: readonly string[];
  /** On the home page */
  card: { group: (typeof GROUPS)[number]; name: string; text: string };
  screens: readonly Screen[];
  documents?: OnDocuments;
  /** Schema of what a municipality offers, by code; `needed`: without an offer nobody can ask for it */
  offers?: Readonly<Record<string, { schema: z.ZodMiniType<Record<string, unknown>>; needed?: true }>>;
  /** Schema of what a case of it keeps for programs */
  data?: z.ZodMiniType<Data>;
  decision?: Decision<Data>;
  money?: Money;
  /** Kinds of outbox rows that it writes; null: nothing to mail */
  mails?: Readonly<Record<string, (dati: unknown, house: House) => Promise<Lettera | null>>>;
  operations: Ops;
  handlers: Handlers<Ops>;
};

/** Writes down a service. A row without its handlers does not compile. */
export const service = <const Ops extends Record<string, Operation>, Data>(row: Service<Ops, Data>): Service<Ops> =>
  row as Service<Ops>;

/** The two screens of a request about documents: their choice, and the form. @param form what differs for the form */
export function screensOnDocuments(path: string, title: string, form: Pick<Screen, 'login' | 'botCheck'>): Screen[] {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  return [
    // The choice of documents: by login or by the two codes.
    {
      ...{ path, title, login: 'optional', botCheck: false, form: 'text' },
      loggedIn: `/area-riservata?servizio=${slug}`,
    },
    { path: `${path}/{ws_service}/{docs}`, title, ...form, form: 'file' },
  ];
}

/** Address of the form about one document. */
export const formOn =
  (path: string): OnDocuments['link'] =>
  ({ sistema, numero }) =>
    `${path}/${encodeURIComponent(sistema)}/${encodeURIComponent(numero)}`;
