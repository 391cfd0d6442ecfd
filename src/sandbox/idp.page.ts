/** Pages of the sandbox's identity provider, in the portal's colours, each with a policy that allows its own style. */

import { createHash } from 'node:crypto';
import { firstName, fullName } from '../platform/atoms/nome.ts';
import { escapeHtml } from '../platform/html.ts';
import type { Cittadino, Dipendente, Straniero } from './persone.ts';

const PAGE_STYLE = `
*{box-sizing:border-box}
body{margin:0;font:1.125rem/1.5 "Titillium Web",Geneva,Tahoma,sans-serif;color:#19191a;background:#fff;overflow-wrap:anywhere}
header{padding:1rem;background:#06c;color:#fff}header p{max-width:48rem;margin:0 auto}
main{max-width:48rem;margin:0 auto;padding:1rem}
h1{font-size:2rem;line-height:1.2}
ul{padding:0;list-style:none}
li{margin:0 0 1rem;padding:1rem;border:1px solid #c5c7c9;border-radius:4px}
li p{margin:.25rem 0 .75rem}
button{min-height:44px;padding:.5rem 1.25rem;border:2px solid #06c;border-radius:4px;background:#06c;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button.altro{background:#fff;color:#06c}
:focus-visible{outline:3px solid #ff9900;outline-offset:2px}
`;
/** Submits the one form of the page; without scripts its button does. */
const SUBMIT_SCRIPT = `document.forms[0].requestSubmit(document.forms[0].querySelector('button'))`;

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const PAGE_POLICY = `default-src 'none'; style-src ${hashSource(PAGE_STYLE)}; base-uri 'none'; frame-ancestors 'none'`;

export type SandboxPage = { html: string; policy: string };

const IDP_BANNER = 'Qui non c’è nessuna identità vera: scegli chi vuoi essere.';

type FrameOptions = {
  script?: string;
  /** Says what is not real here */
  banner?: string;
  /** Addresses to which a form of this page may lead in the end; the policy of a page also holds for redirects */
  returnUrls?: readonly string[];
};

/** A page of the sandbox's test providers. @param content HTML */
export function renderFrame(
  title: string,
  content: string,
  { script = '', banner = IDP_BANNER, returnUrls = [] }: FrameOptions = {},
): SandboxPage {
  const targets = ["'self'", ...new Set(returnUrls.map((url) => new URL(url).origin))];
  const policy = `${PAGE_POLICY}; form-action ${targets.join(' ')}`;
  const html = `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Ambiente di prova</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header><p><strong>Ambiente di prova.</strong> ${escapeHtml(banner)}</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
${script && `<script>${script}</script>`}
</body>
</html>`;
  return { html, policy: script ? `${policy}; script-src ${hashSource(script)}` : policy };
}

export function peoplePage(people: readonly (Cittadino | Straniero | Dipendente)[], operatori: boolean): SandboxPage {
  const rows = people.map(
    ({ id, nome, cognome, codice_fiscale, description, ...person }) => `<li>
<h2 id="${id}-nome">${escapeHtml(fullName({ nome, cognome }))}</h2>
<p>${escapeHtml(description)}<br>${'identificativo' in person ? `Identificativo: ${person.identificativo}` : `Codice fiscale: ${codice_fiscale}`}</p>
<button type="submit" name="persona" value="${id}">Entra come ${escapeHtml(firstName({ nome, cognome }))}</button>
</li>`,
  );
  return renderFrame(
    operatori ? 'Con quale dipendente vuoi entrare?' : 'Con quale persona vuoi entrare?',
    `<p>Al posto di SPID, CIE, eIDAS o dell’accesso dell’ente, in prova si entra scegliendo una persona inventata.</p>
<form method="post">
<ul>
${rows.join('\n')}
</ul>
<p><button class="altro" type="submit" name="persona" value="">Annulla e torna al portale</button></p>
</form>`,
  );
}

/** @param form the provider's own, complete but for the button */
export function logoutPage(form: string): SandboxPage {
  const button = '<button type="submit" name="logout" value="yes">Esci e torna al portale</button>';
  return renderFrame(
    'Esci',
    `<p>Dal portale sei già uscito. Resta da chiudere l’accesso di prova.</p>${form.replace('</form>', `${button}</form>`)}`,
    { script: SUBMIT_SCRIPT },
  );
}

export const wordsPage = (title: string, words: string): SandboxPage =>
  renderFrame(title, `<p>${escapeHtml(words)}</p>`);
