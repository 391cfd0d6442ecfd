/** Shows on every page of a citizen what waits in this browser to be sent, and sends it. */
import { startRounds } from '../../../platform/rounds.browser.ts';
import { forgetRecords } from '../bozza/kept.browser.ts';
import { hasKept, isShellPage } from '../bozza/kept-mark.ts';
import { countUnsent, forgetItem, onCodaChange, readCoda, reopenItem, sendCoda } from './coda.browser.ts';
import { type CodaItem, type CodaShown, countInWords, UNCLAIMED_WORDS } from './coda.ts';

const SIGN_ID = 'coda';
/** While something waits and the connection is there, but the portal does not answer. */
const AGAIN_MS = 30_000;

let isSignStarted = false;

/** Once for each page. */
export function startCoda(): void {
  if (isSignStarted) return;
  isSignStarted = true;
  onCodaChange(drawSign);
  for (const change of ['online', 'offline']) addEventListener(change, () => void drawSign());
  // The mark goes from a browser that keeps nothing any more.
  void forgetRecords([]).catch(console.debug);
  void drawSign();
  // A page that knows nobody sends nothing: the one in its place does.
  if (isShellPage()) return;
  const round = async () => {
    const sent = await sendCoda();
    if (sent?.some(isDraftOnPage)) location.replace(location.pathname);
    return hasKept() ? AGAIN_MS : undefined;
  };
  startRounds(round, { first: 0 });
}

/** The page asks whether to go on with what was just sent. */
const isDraftOnPage = ({ percorso }: CodaItem): boolean =>
  document.querySelector<HTMLElement>('[data-percorso]')?.dataset.percorso === percorso;

let lastWords = '';

async function drawSign(): Promise<void> {
  const shown = await readCoda().catch(() => undefined);
  const notices = shown ? noticesOf(shown) : await sealedNotice();
  const box = document.getElementById(SIGN_ID) ?? (notices.length > 0 ? makeBox() : undefined);
  if (!box) return;
  box.hidden = notices.length === 0;
  const words = notices.map(({ title, text }) => `${title} ${text}`).join(' ');
  if (words === lastWords) return;
  lastWords = words;
  const had = box.contains(document.activeElement);
  const [live, list] = box.children as unknown as [HTMLElement, HTMLElement];
  live.textContent = words;
  list.replaceChildren(...notices.map(noticeElement));
  if (had) box.focus();
}

/** Below the heading of the page; hidden from those who work for the municipality. */
function makeBox(): HTMLElement | undefined {
  const heading = document.querySelector('main h1');
  if (!heading || document.querySelector('header.ufficio')) return undefined;
  const box = makeElement('section', { id: SIGN_ID, className: 'testo', tabIndex: -1 });
  box.setAttribute('aria-label', 'Segnalazioni in attesa');
  const live = makeElement('p', { className: 'visually-hidden' });
  live.setAttribute('role', 'status');
  box.append(live, makeElement('div', {}));
  heading.after(box);
  return box;
}

type CodaNotice = {
  look: 'warning' | 'danger' | 'success' | 'note';
  title: string;
  text: string;
  actions: HTMLElement[];
};

function noticesOf({ items, others }: CodaShown): CodaNotice[] {
  const waiting = items.map(noticeOfItem);
  if (others === 0) return waiting;
  const login = makeElement('a', { href: '/login', className: 'btn btn-outline-primary', textContent: 'Accedi' });
  return [
    ...waiting,
    {
      look: 'note',
      title: 'Un’altra persona ha qualcosa da inviare',
      text: `In questo browser c’è ${countInWords(others)} di chi ha fatto l’accesso prima: parte quando accede di nuovo. Se qualcuno esce da qui, si cancella.`,
      actions: document.documentElement.dataset.per ? [] : [login],
    },
  ];
}

/** Without a connection nobody can tell whose they are. */
async function sealedNotice(): Promise<CodaNotice[]> {
  const count = await countUnsent().catch(() => 0);
  if (count === 0) return [];
  return [
    {
      look: 'warning',
      title: 'In attesa di connessione',
      text: `In questo browser c’è ${countInWords(count)}. Quando torna la rete riapri il sito.`,
      actions: [],
    },
  ];
}

function noticeOfItem(item: CodaItem): CodaNotice {
  const { tipo, titolo, byHand, inviata } = item;
  if (inviata)
    return {
      look: 'success',
      title: `La ${tipo} è partita: numero ${inviata.protocollo}`,
      text: `«${titolo}» è arrivata all’ente. Ti mandiamo anche un’e-mail.`,
      actions: [
        makeElement('a', { href: inviata.chat, className: 'btn btn-outline-primary', textContent: `Segui la ${tipo}` }),
        pressButton('Chiudi l’avviso', () => forgetItem(item), 'btn-outline-primary'),
      ],
    };
  const remove = pressButton(
    'Elimina',
    async () => {
      const isSure = await askPerson({
        title: `Eliminare la ${tipo}?`,
        text: `«${titolo}» non è stata inviata: se la elimini, si cancella con le sue foto.`,
        yes: 'Elimina',
        no: 'Tienila',
      });
      if (isSure) await forgetItem(item);
    },
    'btn-outline-primary',
  );
  if (byHand === UNCLAIMED_WORDS && !isShellPage())
    return {
      look: 'warning',
      title: `C’è una ${tipo} scritta senza connessione`,
      text: `È conservata in questo browser e non è di nessuno finché non lo dici: se è tua, ${byHand}`,
      actions: [pressButton('È mia: apri', () => openByHand(item), 'btn-primary'), remove],
    };
  if (!navigator.onLine || isShellPage())
    return {
      look: 'warning',
      title: 'In attesa di connessione',
      text: byHand
        ? `«${titolo}» è conservata in questo browser. Quando torna la rete, ${byHand}`
        : `«${titolo}»: la invieremo appena torna la rete. È conservata in questo browser.`,
      actions: [remove],
    };
  if (byHand)
    return {
      look: 'danger',
      title: `La ${tipo} non è ancora partita`,
      text: `«${titolo}»: ${byHand}`,
      actions: [pressButton('Apri e completa', () => openByHand(item), 'btn-primary'), remove],
    };
  return {
    look: 'note',
    title: 'La stiamo inviando',
    text: `«${titolo}» parte adesso: attendi il numero.`,
    actions: [],
  };
}

async function openByHand(item: CodaItem): Promise<void> {
  const refused = await reopenItem(item).catch((error: Error) => error.message);
  if (refused === undefined) return location.assign(`${item.percorso}?passo=riepilogo`);
  const live = document.querySelector(`#${SIGN_ID} [role=status]`);
  const said = document.querySelector(`#${SIGN_ID} [data-detto]`) ?? makeElement('p', {});
  said.setAttribute('data-detto', '');
  said.textContent = refused;
  document.querySelector(`#${SIGN_ID} > div`)?.append(said);
  if (live) live.textContent = refused;
}

function noticeElement({ look, title, text, actions }: CodaNotice): HTMLElement {
  const notice = makeElement('div', { className: `callout ${look}` });
  const row = makeElement('p', { className: 'azioni' });
  row.append(...actions);
  notice.append(
    makeElement('p', { className: 'callout-title', textContent: title }),
    makeElement('p', { textContent: text }),
    ...(actions.length > 0 ? [row] : []),
  );
  return notice;
}

/** @returns whether the person said yes */
function askPerson({
  title,
  text,
  yes,
  no,
}: {
  title: string;
  text: string;
  yes: string;
  no: string;
}): Promise<boolean> {
  const dialog = makeElement('dialog', { className: 'finestra' });
  const heading = makeElement('h2', { className: 'h4', id: 'coda-chiede', textContent: title });
  dialog.setAttribute('aria-labelledby', heading.id);
  const row = makeElement('div', { className: 'cmp-nav-steps' });
  row.append(
    pressButton(no, () => dialog.close(), 'btn-primary'),
    pressButton(yes, () => dialog.close('yes'), 'btn-outline-primary'),
  );
  dialog.append(heading, makeElement('p', { textContent: text }), row);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      done(dialog.returnValue === 'yes');
    });
  });
}

function pressButton(words: string, press: () => void | Promise<void>, look: string): HTMLButtonElement {
  const made = makeElement('button', { type: 'button', className: `btn ${look}`, textContent: words });
  made.addEventListener('click', () => {
    if (made.ariaDisabled === 'true') return;
    made.ariaDisabled = 'true';
    Promise.resolve(press())
      .catch(console.debug)
      .finally(() => {
        made.ariaDisabled = null;
      });
  });
  return made;
}

const makeElement = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] => Object.assign(document.createElement(name), properties);
