/** The page of the test App IO: the messages as a phone shows them, who has the app, and how IO answers. */
import * as z from 'zod/mini';
import { dateInWords, instantInWords, todayInRome } from '../../platform/atoms/date.ts';
import { groupDigits } from '../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../platform/atoms/euro.ts';
import { fullName } from '../../platform/atoms/nome.ts';
import { escapeHtml } from '../../platform/html.ts';
import { renderMarkdown } from '../../platform/markdown.server.ts';
import { renderFrame, type SandboxPage } from '../idp.page.ts';
import { pageResponse, readFields, redirectTo } from '../pagopa/responses.server.ts';
import { CITTADINI } from '../persone.ts';
import { IO_FAULTS, IO_PROFILES, isIoFault, isIoProfile } from './io-faults.ts';
import {
  readIoFault,
  readIoProfile,
  storedMessage,
  type TestAppIo,
  writeIoFault,
  writeIoProfile,
} from './io-memory.server.ts';
import { IO_PATH } from './settings.ts';

const SHOWN_MESSAGES = 20;

export async function answerPhones(request: Request, io: TestAppIo): Promise<Response> {
  if (new URL(request.url).pathname.replace(/\/$/, '') !== IO_PATH)
    return pageResponse(
      404,
      renderFrame('Pagina non trovata', `<p><a href="${IO_PATH}">Torna ad App IO di prova</a></p>`, {
        banner: PHONES_BANNER,
      }),
    );
  if (request.method !== 'POST') return pageResponse(200, await phonesPage(io));
  const fields = await readFields(request);
  const fault = fields.get('guasto');
  if (!isIoFault(fault)) return pageResponse(422, await phonesPage(io));
  await writeIoFault(io, fault);
  for (const { id, codice_fiscale } of CITTADINI) {
    const profile = fields.get(`profilo_${id}`);
    if (isIoProfile(profile)) await writeIoProfile(io, codice_fiscale, profile);
  }
  return redirectTo(io.publicUrl + IO_PATH);
}

const PHONES_BANNER = 'Qui non c’è nessun telefono vero.';

async function phonesPage(io: TestAppIo): Promise<SandboxPage> {
  const everything = { prefix: '', from: 0, to: Number.MAX_SAFE_INTEGER };
  const { count } = await io.memory.list('messaggio', { ...everything, skip: 0, take: 1 }, z.unknown());
  const from = Math.max(0, count - SHOWN_MESSAGES);
  const { found } = await io.memory.list(
    'messaggio',
    { ...everything, skip: from, take: SHOWN_MESSAGES },
    storedMessage,
  );
  const messages = found.toReversed().map(({ dati }) => messageItem(dati));
  return renderFrame(
    'App IO di prova',
    `<h2>Messaggi sui telefoni</h2>
${messages.length > 0 ? `<ul>${messages.join('\n')}</ul>` : '<p>Nessuno.</p>'}
<h2>Come va la prova</h2>
<form method="post">
<fieldset>
<legend>Come risponde IO</legend>
${radiosOf('guasto', IO_FAULTS, await readIoFault(io))}
</fieldset>
${(await Promise.all(CITTADINI.map((person) => profileFields(io, person)))).join('\n')}
<p><button type="submit">Salva</button></p>
</form>
<p>Un ente scrive in «Gestione, App IO» una chiave qualsiasi di almeno 16 caratteri: una che comincia con «sbagliata» non è riconosciuta, una che comincia con «sospesa» non può scrivere.</p>`,
    { banner: PHONES_BANNER },
  );
}

async function profileFields(
  io: TestAppIo,
  { id, codice_fiscale, ...person }: (typeof CITTADINI)[number],
): Promise<string> {
  const radios = radiosOf(`profilo_${id}`, IO_PROFILES, await readIoProfile(io, codice_fiscale));
  return `<fieldset>\n<legend>${escapeHtml(fullName(person))}</legend>\n${radios}\n</fieldset>`;
}

const radiosOf = (name: string, words: Readonly<Record<string, string>>, current: string): string =>
  Object.entries(words)
    .map(
      ([value, label]) =>
        `<p><label><input type="radio" name="${name}" value="${value}"${current === value ? ' checked' : ''}> ${escapeHtml(label)}</label></p>`,
    )
    .join('\n');

/** The headings of a message are below its subject. */
function messageItem({ fiscal_code, content, created_at, status, tail }: z.infer<typeof storedMessage>): string {
  const person = CITTADINI.find(({ codice_fiscale }) => codice_fiscale === fiscal_code);
  const { subject, markdown, due_date, payment_data: payment } = content;
  const facts = [
    `A ${person ? fullName(person) : fiscal_code}, ${instantInWords(Date.parse(created_at))}, dal servizio con la chiave …${tail}`,
    ...(status === 'REJECTED' ? ['Respinto: la persona non riceve da questo servizio'] : []),
    ...(due_date ? [`Nel calendario dell’app: ${dateInWords(todayInRome(Date.parse(due_date)))}`] : []),
    ...(payment ? [`Tasto «Paga ${formatEuro(payment.amount)}», avviso ${groupDigits(payment.notice_number)}`] : []),
  ];
  return `<li>
<h3>${escapeHtml(subject)}</h3>
${facts.map((fact) => `<p>${escapeHtml(fact)}.</p>`).join('\n')}
<blockquote>${renderMarkdown(markdown)}</blockquote>
</li>`;
}
