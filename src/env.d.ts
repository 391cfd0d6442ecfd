/// <reference types="astro/client" />
declare namespace App {
  /** The values that the middleware passes to pages. */
  interface Locals {
    /** Client address, from the host; absent in development */
    address?: string;
    /** The 500 page, from the host; absent in development */
    brokenPage?: () => Response;
    /**
     * The 503 page, from the host; absent in development. @param again the form that was posted to the page that cannot answer
     */
    awayPage?: (again: import('./platform/page.server.ts').ResendForm | undefined) => Response;
    /** Why this call of the API is not let in: the store could not tell who makes it, or the key of its program is not valid */
    notLetIn?: import('./platform/errors.ts').PortalError;
    /** Why this person may not do what the page is for, in words for them */
    notAllowed?: string;
    /** The form posted to this page, once it has been read */
    posted?: import('./platform/body.server.ts').ReceivedFields;
    ctx: import('./context.ts').CallContext;
    /** The ente of the host name, else the portal's own record */
    ente: import('./features/cases/ente/ente.ts').Ente;
    /** Adds the visitor cookie to the answer when there is none, and returns a fresh anti-forgery token */
    token(): string;
    /** Lifetime of the visitor cookie in seconds, instead of the browser session */
    keepVisitor(seconds: number): void;
    /** Anti-forgery token or origin of this POST is invalid */
    refusal(token: unknown): import('./platform/errors.ts').PortalError | null;
    /** Stands for the user of this page's forms, see personMark; '' for a guest */
    mark: string;
    /** The posted form was begun by a person who is not logged in now: owner of what they typed, see formerOwner */
    formerOwner?: string | null;
    /** The browser came with a login that has ended: the requested page may be personal */
    loginOver: boolean;
    /** This answer clears the browser's data of that login; never at the request of another site */
    leftOver: boolean;
    /** The login page that leads back to this one; absent where the address is personal, or cannot be returned to */
    loginHref?: string;
    /** A file may come with the form of this page */
    takesFile: boolean;
    /** Sets a cookie on the answer */
    setCookie(cookie: string): void;
    /** Sources that the Content-Security-Policy of this page must allow besides our own */
    allow: { img: Set<string>; style: Set<string> };
  }
}
