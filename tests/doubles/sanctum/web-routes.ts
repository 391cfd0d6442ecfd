/** Routes for a browser, outside the API: the anti-forgery cookie, login and logout, and files of the public storage. */
import { htmlReply, notFound, redirectTo } from './laravel.ts';
import type { BackEndCall, BackEndRoute } from './route.ts';
import { textAt } from './validate.ts';

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Only to a page of the application, so that nobody is led elsewhere. */
function onwards({ fields, url, isOwnPage }: BackEndCall) {
  const returnAddress = textAt(fields, 'ritorno');
  return redirectTo(returnAddress && isOwnPage(returnAddress) ? returnAddress : `${url}/`);
}

export const WEB_ROUTES: readonly BackEndRoute[] = [
  { method: 'GET', path: '/sanctum/csrf-cookie', web: true, answer: () => ({ status: 204 }) },
  {
    method: 'GET',
    path: '/',
    web: true,
    answer: () => htmlReply(200, '<!DOCTYPE html><title>Servizi comunali</title><h1>Servizi comunali</h1>'),
  },
  {
    method: 'GET',
    path: '/login',
    web: true,
    answer: ({ town, url, fields }) => {
      const returnAddress = encodeURIComponent(textAt(fields, 'ritorno'));
      const links = town.citizens.map(
        ({ nome, cognome, codice_fiscale }) =>
          `<li><a href="${url}/login/${codice_fiscale}?ritorno=${returnAddress}">${escaped(`${nome} ${cognome}`)}</a></li>`,
      );
      return htmlReply(200, `<!DOCTYPE html><title>Accedi</title><h1>Accedi</h1><ul>${links.join('')}</ul>`);
    },
  },
  {
    method: 'GET',
    path: '/login/{codice_fiscale}',
    web: true,
    answer: (call) => {
      const { town, sessions, session, params } = call;
      const person = town.citizens.find(({ codice_fiscale }) => codice_fiscale === params.codice_fiscale);
      if (!person) throw notFound();
      sessions.logIn(session, person);
      return onwards(call);
    },
  },
  {
    method: 'GET',
    path: '/logout',
    web: true,
    answer: (call) => {
      call.sessions.logOut(call.session);
      return onwards(call);
    },
  },
  ...(['ricevute', 'documenti', 'moduli'] as const).map(
    (folder): BackEndRoute => ({
      method: 'GET',
      path: `/storage/${folder}/{file}`,
      answer: () => ({ status: 200, body: PDF, type: 'application/pdf', bare: true }),
    }),
  ),
];
