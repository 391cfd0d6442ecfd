/** The text of the mails about a case, except the one that says it was taken into a reserved area. */
import { conArticolo } from '../../../platform/atoms/date.ts';
import type { MailContent, MailLink } from '../../../platform/mail/layout.ts';
import { oneLine, renderMail, withoutLinks } from '../../../platform/mail/layout.ts';
import { GIORNI_RIAPERTURA } from './stati.ts';
import type { PraticaDellaMail, StatoDaComunicare } from './stato.mail.ts';
import { APERTI, AVVISO, STATI } from './stato.mail.ts';

/**
 * Mails about a case, to the citizen and to the body's mailbox. Dates arrive written out ("20 novembre 2026").
 * Product rules: no personal data and no words of the citizen in a subject; never the text of a message or the reason
 * of a decision; every mail says who reads and what happens next; links come from the portal's own address only.
 */
export type Testo = { subject: string; text: string; html: string };

/** To the citizen, when the case is in the store. @param oggetto the citizen's own words, shown in the body only */
export function mailRicevuta(
  pratica: PraticaDellaMail & {
    oggetto: string;
    inviataIl: string;
    termineIl: string;
    chatUrl: string;
    ricevutaUrl?: string;
  },
): Testo {
  const { ente, protocollo, tipo, oggetto, inviataIl, termineIl, chatUrl, ricevutaUrl } = pratica;
  return compose(pratica, `${capital(tipo)} ${protocollo}: l’abbiamo ricevuta`, {
    title: `Abbiamo ricevuto la tua ${tipo}`,
    paragraphs: [
      `Che cosa succede ora: un operatore dell’ente la legge e ti risponde entro ${conArticolo('il', termineIl)}.`,
      `${AVVISO} Nella pagina della ${tipo} vedi a che punto è e puoi aggiungere documenti.`,
      LEGGONO,
    ],
    facts: [
      ['Numero', protocollo],
      ['Ente', ente.nome],
      ['Oggetto', withoutLinks(oggetto)],
      ['Inviata il', inviataIl],
      ['Risposta entro il', termineIl],
    ],
    action: { label: `Segui la tua ${tipo}`, url: chatUrl },
    link: ricevutaUrl === undefined ? undefined : { label: 'Scarica la ricevuta (PDF)', url: ricevutaUrl },
    footer: PERSONALE,
  });
}

/** To the citizen, when an operator wrote. The message stays in the portal. */
export function mailNuovoMessaggio(pratica: PraticaDellaMail & { chatUrl: string }): Testo {
  const { protocollo, tipo, chatUrl } = pratica;
  return compose(pratica, `${capital(tipo)} ${protocollo}: hai un nuovo messaggio`, {
    title: 'Hai un nuovo messaggio',
    paragraphs: [
      `L’ente ti ha scritto a proposito della tua ${tipo} ${protocollo}.`,
      'Per proteggere i tuoi dati il messaggio non è in questa e-mail: leggilo nella pagina, e rispondi lì.',
      LEGGONO,
    ],
    action: { label: 'Leggi il messaggio', url: chatUrl },
    footer: PERSONALE,
  });
}

/**
 * To the citizen, when the state changed. The reason of a decision is never here: it may hold personal data.
 * @param protocolloEnte the body's own register number, with its date when known
 */
export function mailStato(
  pratica: PraticaDellaMail & {
    stato: StatoDaComunicare;
    chatUrl: string;
    termineIl?: string;
    protocolloEnte?: string;
    motivo?: never;
  },
): Testo {
  const { ente, protocollo, tipo, stato, chatUrl, termineIl, protocolloEnte } = pratica;
  const { oggetto, frasi, invito } = STATI[stato](pratica);
  const facts: [string, string][] = [
    ['Numero', protocollo],
    ['Ente', ente.nome],
  ];
  if (protocolloEnte) facts.push(['Protocollo dell’ente', protocolloEnte]);
  if (termineIl && APERTI.includes(stato)) facts.push(['Risposta entro il', termineIl]);
  return compose(pratica, `${capital(tipo)} ${protocollo}: ${oggetto}`, {
    title: `La tua ${tipo} ${oggetto}`,
    paragraphs: frasi,
    facts,
    action: { label: invito ?? `Apri la tua ${tipo}`, url: chatUrl },
    footer: PERSONALE,
  });
}

/** To the body's mailbox. @property operatoreUrl opens this one case @property scadeIl last day the link works */
export type PraticaPerEnte = PraticaDellaMail & { operatoreUrl: string; scadeIl?: string };

/**
 * To the body's mailbox, when a case comes in.
 * @param servizio name of the service or of the kind of report
 * @param oggetto the citizen's own words, as `indirizzo`: shown in the body only
 */
export function mailEnteNuova(
  pratica: PraticaPerEnte & {
    servizio: string;
    oggetto: string;
    indirizzo?: string;
    termineIl: string;
    scadeIl: string;
  },
): Testo {
  const { protocollo, tipo, servizio, oggetto, indirizzo, termineIl } = pratica;
  const facts: [string, string][] = [
    ['Numero', protocollo],
    ['Servizio', servizio],
    ['Oggetto', withoutLinks(oggetto)],
  ];
  if (indirizzo) facts.push(['Luogo', withoutLinks(indirizzo)]);
  facts.push(['Da concludere entro il', termineIl]);
  return compose(pratica, `Nuova ${tipo} ${protocollo}: ${servizio}`, {
    title: `È arrivata una nuova ${tipo}`,
    paragraphs: [
      'Aprila per leggerla, prenderla in carico e rispondere. Il cittadino è avvisato quando c’è qualcosa di nuovo da leggere.',
      ...uso(pratica),
    ],
    facts,
    action: { label: `Apri la ${tipo}`, url: pratica.operatoreUrl },
    ...perDecidere(pratica),
    footer: AUTOMATICA,
  });
}

const EVENTI = {
  messaggio: [
    'c’è un nuovo messaggio',
    'Il cittadino ha scritto o aggiunto documenti. Il testo non è in questa e-mail.',
  ],
  riaperta: ['è stata riaperta', 'Il cittadino dice che il problema non è risolto e aspetta una nuova risposta.'],
  ritirata: ['è stata ritirata', 'Il cittadino l’ha ritirata prima della decisione: non serve altro lavoro.'],
} as const;

/** To the body's mailbox, when the citizen did something. @param evento default `messaggio` */
export function mailEnteMessaggio(pratica: PraticaPerEnte & { evento?: keyof typeof EVENTI }): Testo {
  const { protocollo, tipo, operatoreUrl, evento = 'messaggio' } = pratica;
  const [oggetto, frase] = EVENTI[evento];
  return compose(pratica, `${capital(tipo)} ${protocollo}: ${oggetto}`, {
    title: `${capital(tipo)} ${protocollo}: ${oggetto}`,
    paragraphs: [frase, ...uso(pratica)],
    action: { label: `Apri la ${tipo}`, url: operatoreUrl },
    ...(evento !== 'ritirata' && perDecidere(pratica)),
    footer: AUTOMATICA,
  });
}

/** To the body's mailbox, when somebody with an expired link asked for another. */
export function mailEnteNuovoLink(pratica: PraticaPerEnte & { scadeIl: string }): Testo {
  const { protocollo, tipo, operatoreUrl } = pratica;
  return compose(pratica, `${capital(tipo)} ${protocollo}: il nuovo collegamento`, {
    title: `Il nuovo collegamento alla ${tipo} ${protocollo}`,
    paragraphs: [
      'Dalla pagina della pratica è stato chiesto un nuovo collegamento.',
      'Se non l’ha chiesto il tuo ufficio, non serve fare nulla: lo riceve soltanto questa casella.',
      ...uso(pratica),
    ],
    action: { label: `Apri la ${tipo}`, url: operatoreUrl },
    ...perDecidere(pratica),
    footer: AUTOMATICA,
  });
}

/** A decision needs the operator's own login, which leads on to the case (product rule). */
function perDecidere({ tipo, operatoreUrl }: PraticaPerEnte): { link?: MailLink } {
  if (tipo !== 'richiesta') return {};
  const { origin, pathname } = new URL(operatoreUrl);
  return {
    link: { label: 'Accedi come dipendente per decidere', url: `${origin}/login?da=${encodeURIComponent(pathname)}` },
  };
}

// Whoever holds the link reads the case: the address and the id in it are the whole credential.
const PERSONALE =
  'Il collegamento in questa e-mail è solo per te: chi lo ha può leggere la pratica. ' +
  'Per scrivere all’ufficio usa la pagina: non rispondere a questa e-mail.';
const LEGGONO = 'I messaggi che scrivi li leggono gli operatori dell’ente che seguono la pratica.';
const AUTOMATICA = 'Per rispondere al cittadino usa la pagina: non rispondere a questa e-mail.';

/** How far the link goes: one case, until a day, and no decision without a login (product rule). */
function uso({ tipo, scadeIl }: PraticaPerEnte): string[] {
  const frasi: string[] = [];
  if (scadeIl) {
    frasi.push(
      `Il collegamento apre solo questa ${tipo} e vale fino ${conArticolo('al', scadeIl)}; poi dalla stessa pagina ne chiedi un altro.`,
      'Chi lo ha può leggere e rispondere a nome dell’ente: non inoltrarlo fuori dall’ufficio.',
      `Quando la ${tipo} è chiusa da più di ${GIORNI_RIAPERTURA} giorni non si apre più, nemmeno con un collegamento nuovo.`,
    );
  }
  if (tipo === 'richiesta') frasi.push('Per accettarla o rifiutarla accedi al portale come dipendente.');
  return frasi;
}

/** @param content everything but the body, which every mail carries */
function compose({ ente }: PraticaDellaMail, subject: string, content: Omit<MailContent, 'ente'>): Testo {
  const { indirizzo, email } = ente.contatti;
  return {
    subject: oneLine(subject),
    ...renderMail({ ente: { nome: ente.nome, colore: ente.colore, indirizzo, email }, ...content }),
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
