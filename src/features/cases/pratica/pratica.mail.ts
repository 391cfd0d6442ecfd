/** The mails about a case, except the one that tells of a case taken into a reserved area. */
import { capitalizeFirst } from '../../../platform/atoms/capital.ts';
import { withArticle } from '../../../platform/atoms/date.ts';
import type { MailContent, MailLink, ShownPicture } from '../../../platform/mail/layout.ts';
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import type { MailText } from '../ente/ente.ts';
import { titoloLabel } from './pratica-summary.ts';
import { isOpenStato, REOPEN_DAYS, type StatoPratica } from './stati.ts';
import type { MailPratica } from './stato.mail.ts';
import { NOTICE_TEXT, STATO_WORDS } from './stato.mail.ts';

/**
 * Mails about a case, to the citizen and to the ente's mailbox. Dates arrive in words ("20 novembre 2026").
 * Product rules: no personal data and no words of the citizen in a subject; never the text of a message or the reason of a decision;
 * every mail says who reads the case and what happens next; links lead to the portal's own address only.
 */
export type { MailText };

/** To the citizen, once the case is stored. @param oggetto the citizen's own words, only in the text of the mail */
export function ricevutaMail(
  pratica: MailPratica & {
    oggetto: string;
    luogo?: string | undefined;
    sentOn: string;
    dueOn: string;
    chatUrl: string;
    ricevutaUrl?: string;
    pictures?: readonly ShownPicture[];
    protocolloEnte?: string | undefined;
  },
): MailText {
  const { ente, protocollo, tipo, oggetto, luogo, sentOn, dueOn, chatUrl, ricevutaUrl, pictures } = pratica;
  const { protocolloEnte } = pratica;
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: l’abbiamo ricevuta`, {
    title: `Abbiamo ricevuto la tua ${tipo}`,
    paragraphs: [
      `Che cosa succede ora: un operatore dell’ente la legge e ti risponde entro ${withArticle('il', dueOn)}.`,
      `${NOTICE_TEXT} Nella pagina della ${tipo} vedi a che punto è e puoi aggiungere documenti.`,
      READERS_NOTE,
    ],
    facts: [
      ['Numero', protocollo],
      ['Ente', ente.nome],
      [titoloLabel(tipo), withoutLinks(oggetto)],
      ...(luogo ? [['Luogo', withoutLinks(luogo)] as [string, string]] : []),
      ['Inviata il', sentOn],
      ['Risposta entro il', dueOn],
      ...(protocolloEnte ? [['Protocollo dell’ente', protocolloEnte] as [string, string]] : []),
    ],
    ...(pictures && { pictures }),
    action: { label: `Segui la tua ${tipo}`, url: chatUrl },
    link: ricevutaUrl === undefined ? undefined : { label: 'Scarica la ricevuta (PDF)', url: ricevutaUrl },
    footer: PERSONAL_FOOTER,
  });
}

/** To the citizen, when an operator wrote. The message itself stays in the portal. */
export function newMessaggioMail(pratica: MailPratica & { chatUrl: string }): MailText {
  const { protocollo, tipo, chatUrl } = pratica;
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: hai un nuovo messaggio`, {
    title: 'Hai un nuovo messaggio',
    paragraphs: [
      `L’ente ti ha scritto a proposito della tua ${tipo} ${protocollo}.`,
      'Per proteggere i tuoi dati il messaggio non è in questa e-mail: leggilo nella pagina, e rispondi lì.',
      READERS_NOTE,
    ],
    action: { label: 'Leggi il messaggio', url: chatUrl },
    footer: PERSONAL_FOOTER,
  });
}

/**
 * To the citizen, when the state changed. The reason of a decision is left out, because it may hold personal data.
 * @param protocolloEnte the ente's own register number, with its date when known
 */
export function statoMail(
  pratica: MailPratica & {
    stato: StatoPratica;
    chatUrl: string;
    dueOn?: string;
    protocolloEnte?: string | undefined;
    motivo?: never;
  },
): MailText {
  const { ente, protocollo, tipo, stato, chatUrl, dueOn, protocolloEnte } = pratica;
  const { oggetto, sentences, invitation } = STATO_WORDS[stato](pratica);
  const facts: [string, string][] = [
    ['Numero', protocollo],
    ['Ente', ente.nome],
  ];
  if (protocolloEnte) facts.push(['Protocollo dell’ente', protocolloEnte]);
  if (dueOn && isOpenStato(stato)) facts.push(['Risposta entro il', dueOn]);
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: ${oggetto}`, {
    title: `La tua ${tipo} ${oggetto}`,
    paragraphs: sentences,
    facts,
    action: { label: invitation ?? `Apri la tua ${tipo}`, url: chatUrl },
    footer: PERSONAL_FOOTER,
  });
}

/** To the citizen, when the case has its number in the register of the ente. @param protocolloEnte the number, with its day */
export function protocolloMail(pratica: MailPratica & { chatUrl: string; protocolloEnte: string }): MailText {
  const { ente, protocollo, tipo, chatUrl, protocolloEnte } = pratica;
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: ha il numero di protocollo`, {
    title: `La tua ${tipo} è nel registro di protocollo`,
    paragraphs: [
      `L’ente ha registrato la tua ${tipo} con questo numero: usalo quando scrivi o telefoni agli uffici.`,
      READERS_NOTE,
    ],
    facts: [
      ['Protocollo dell’ente', protocolloEnte],
      ['Numero nel portale', protocollo],
      ['Ente', ente.nome],
    ],
    action: { label: `Apri la tua ${tipo}`, url: chatUrl },
    footer: PERSONAL_FOOTER,
  });
}

/** To the citizen of a report that was closed as a duplicate, when the one that goes on has changed. */
export function doppioneMail(pratica: MailPratica & { chatUrl: string }): MailText {
  const { protocollo, tipo, chatUrl } = pratica;
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: c’è una novità`, {
    title: 'C’è una novità sul problema che hai segnalato',
    paragraphs: [
      `La tua ${tipo} ${protocollo} è unita a un’altra sullo stesso problema, che è cambiata.`,
      'Nella pagina leggi a che punto è.',
    ],
    action: { label: `Apri la tua ${tipo}`, url: chatUrl },
    footer: PERSONAL_FOOTER,
  });
}

/** To the ente's mailbox. @property operatoreUrl opens this case only @property expiresOn last day on which the link works */
export type EnteMailPratica = MailPratica & { operatoreUrl: string; expiresOn?: string };

/**
 * To the ente's mailbox, when a case comes in.
 * @param servizio name of the service or of the kind of report
 * @param oggetto the citizen's own words, like `luogo`: only in the text of the mail
 */
export function newPraticaEnteMail(
  pratica: EnteMailPratica & {
    servizio: string;
    oggetto: string;
    luogo?: string | undefined;
    dueOn: string;
    expiresOn: string;
  },
): MailText {
  const { protocollo, tipo, servizio, oggetto, luogo, dueOn } = pratica;
  const facts: [string, string][] = [
    ['Numero', protocollo],
    ['Servizio', servizio],
    [titoloLabel(tipo), withoutLinks(oggetto)],
  ];
  if (luogo) facts.push(['Luogo', withoutLinks(luogo)]);
  facts.push(['Da concludere entro il', dueOn]);
  return composeMail(pratica, `Nuova ${tipo} ${protocollo}: ${servizio}`, {
    title: `È arrivata una nuova ${tipo}`,
    paragraphs: [
      'Aprila per leggerla, prenderla in carico e rispondere. Il cittadino è avvisato quando c’è qualcosa di nuovo da leggere.',
      ...usageNotes(pratica),
    ],
    facts,
    action: { label: `Apri la ${tipo}`, url: pratica.operatoreUrl },
    ...decisionLink(pratica),
    footer: AUTOMATIC_FOOTER,
  });
}

const EVENTO_WORDS = {
  messaggio: [
    'c’è un nuovo messaggio',
    'Il cittadino ha scritto o aggiunto documenti. Il testo non è in questa e-mail.',
  ],
  riaperta: ['è stata riaperta', 'Il cittadino dice che il problema non è risolto e aspetta una nuova risposta.'],
  ritirata: ['è stata ritirata', 'Il cittadino l’ha ritirata prima della decisione: non serve altro lavoro.'],
} as const;

/** To the ente's mailbox, when the citizen did something. @param evento `messaggio` by default */
export function messaggioEnteMail(pratica: EnteMailPratica & { evento?: keyof typeof EVENTO_WORDS }): MailText {
  const { protocollo, tipo, operatoreUrl, evento = 'messaggio' } = pratica;
  const [oggetto, sentence] = EVENTO_WORDS[evento];
  const isWithdrawn = evento === 'ritirata';
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: ${oggetto}`, {
    title: `${capitalizeFirst(tipo)} ${protocollo}: ${oggetto}`,
    paragraphs: [sentence, ...usageNotes(pratica, isWithdrawn)],
    action: { label: `Apri la ${tipo}`, url: operatoreUrl },
    ...(!isWithdrawn && decisionLink(pratica)),
    footer: AUTOMATIC_FOOTER,
  });
}

/** To the ente's mailbox, when the holder of an expired link asked for a new one. */
export function newLinkEnteMail(pratica: EnteMailPratica & { expiresOn: string }): MailText {
  const { protocollo, tipo, operatoreUrl } = pratica;
  return composeMail(pratica, `${capitalizeFirst(tipo)} ${protocollo}: il nuovo collegamento`, {
    title: `Il nuovo collegamento alla ${tipo} ${protocollo}`,
    paragraphs: [
      'Dalla pagina della pratica è stato chiesto un nuovo collegamento.',
      'Se non l’ha chiesto il tuo ufficio, non serve fare nulla: lo riceve soltanto questa casella.',
      ...usageNotes(pratica),
    ],
    action: { label: `Apri la ${tipo}`, url: operatoreUrl },
    ...decisionLink(pratica),
    footer: AUTOMATIC_FOOTER,
  });
}

/** A decision needs the operator's own login, which then opens the case (product rule). */
function decisionLink({ tipo, operatoreUrl }: EnteMailPratica): { link?: MailLink } {
  if (tipo !== 'richiesta') return {};
  const { origin, pathname } = new URL(operatoreUrl);
  return {
    link: { label: 'Accedi come dipendente per decidere', url: `${origin}/login?da=${encodeURIComponent(pathname)}` },
  };
}

// Anybody with the link can read the case: the address and the id in it are the whole credential.
export const PERSONAL_FOOTER =
  'Il collegamento in questa e-mail è solo per te: chi lo ha può leggere la pratica. ' +
  'Per scrivere all’ufficio usa la pagina: non rispondere a questa e-mail.';
const READERS_NOTE = 'I messaggi che scrivi li leggono gli operatori dell’ente che seguono la pratica.';
const AUTOMATIC_FOOTER = 'Per rispondere al cittadino usa la pagina: non rispondere a questa e-mail.';

/** What the link opens: one case, until a day, and no decision without a login (product rule). @param isOver nothing is to be decided */
function usageNotes({ tipo, expiresOn }: EnteMailPratica, isOver = false): string[] {
  const sentences: string[] = [];
  if (expiresOn) {
    sentences.push(
      `Il collegamento apre solo questa ${tipo} e vale fino ${withArticle('al', expiresOn)}; poi dalla stessa pagina ne chiedi un altro.`,
      'Chi lo ha può leggere e rispondere a nome dell’ente: non inoltrarlo fuori dall’ufficio.',
      `Quando la ${tipo} è chiusa da più di ${REOPEN_DAYS} giorni non si apre più, nemmeno con un collegamento nuovo.`,
    );
  }
  if (tipo === 'richiesta' && !isOver) sentences.push('Per accettarla o rifiutarla accedi al portale come dipendente.');
  return sentences;
}

/** @param content everything but the ente */
export function composeMail({ ente }: MailPratica, subject: string, content: Omit<MailContent, 'ente'>): MailText {
  const { indirizzo, email } = ente.contatti;
  return {
    subject: oneLine(subject),
    ...renderMail({
      ente: { nome: ente.nome, colore: ente.colore, indirizzo, email, stemma: ente.stemma },
      ...content,
    }),
  };
}
