/// <reference types="astro/client" />
declare namespace App {
  /** What the gate (middleware) hands to pages. */
  interface Locals {
    /** Client address, from the host; absent in development */
    address?: string;
    /** The 500 page, from the host; absent in development */
    brokenPage?: () => Response;
    /** The 503 page, from the host; absent in development. @param again what was sent to the page that cannot answer */
    awayPage?: (again: import('./platform/page.server.ts').ResendForm | undefined) => Response;
    /** The store could not say who makes this call of the API */
    away?: import('./platform/errors.ts').PortalError;
    /** What was sent to this page, once it has been read */
    posted?: import('./platform/body.server.ts').ReceivedFields;
    ctx: import('./context.ts').CallContext;
    /** The body by host name, else the portal's own record */
    ente: import('./features/cases/ente/ente.ts').Ente;
    /** Adds the visitor cookie to the answer when there is none, and gives a fresh anti-forgery token */
    token(): string;
    /** The visitor cookie lives this many seconds instead of the browser session */
    keepVisitor(seconds: number): void;
    /** Anti-forgery token or origin of this POST is not good */
    refusal(token: unknown): import('./platform/errors.ts').PortalError | null;
    /** Stands for who is logged in, see personMark; '' for nobody */
    mark: string;
    /** The browser came with a login that has ended: what it asks for may be somebody's */
    loginOver: boolean;
    /** What the browser keeps of that login goes with this answer; never because another site asks */
    leftOver: boolean;
    /** The login page that leads back to this one; absent where the address is personal, or no place to come back to */
    loginHref?: string;
    /** A file may come with the form of this page */
    takesFile: boolean;
    /** Sets a cookie on the answer */
    setCookie(cookie: string): void;
    /** What the Content-Security-Policy of this page must allow besides our own */
    allow: { img: Set<string>; style: Set<string> };
  }
}
