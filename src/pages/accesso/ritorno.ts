/** The return address of a login: hands the identity provider's answer to the accesso feature. */
import type { APIRoute } from 'astro';
import { finishLogin } from '../../features/people/accesso/accesso.page.server.ts';

export const prerender = false;

/** The address to which the identity provider sends the browser back. */
export const GET: APIRoute = (context) => finishLogin(context);
