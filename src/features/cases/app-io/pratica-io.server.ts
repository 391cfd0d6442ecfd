/** What people are told in App IO about their cases and appointments: the same as by mail, in fewer words. */
import { ctxOf, type IoAlert, type PortalHouse } from '../../../context.ts';
import type { IoWords } from '../../../platform/app-io.ts';
import { dateInWords, midnightInRome, withArticle } from '../../../platform/atoms/date.ts';
import { withoutLinks } from '../../../platform/mail/layout.ts';
import type { OutboxKind } from '../../../platform/outbox-kind.ts';
import type { Pratica } from '../../../store/tables.ts';
import { offerPath } from '../calendario/addresses.ts';
import { APPUNTAMENTO_TOMORROW } from '../calendario/appuntamenti-outbox.ts';
import { readBooked } from '../calendario/booked.server.ts';
import { EARLIER_OFFERED } from '../calendario/waiting-list-outbox.ts';
import { hourOf, spanInWords } from '../calendario/words.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import { moneyOf } from '../ente/servizi.ts';
import { findPratica } from '../pratica/pratica.db.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import { CITTADINO_PROTOCOLLO, CITTADINO_RICEVUTA, CITTADINO_STATO } from '../pratica/pratica-outbox.ts';
import type { StatoPratica } from '../pratica/stati.ts';
import { STATO_WORDS } from '../pratica/stato.mail.ts';
import { protocolloEnteInWords } from '../protocollo/protocollo-ente.ts';
import type { ReminderKind } from '../utente/promemoria.ts';
import { alertOf } from './io-alert.ts';
import type { IoNotice, IoPayment } from './io-notice.ts';

/** @property title begins the subject: `Richiesta 2026/000123` @property url of the case */
type IoScene = { house: PortalHouse; pratica: Pratica; title: string; url: string };
type ToldWords = Pick<IoNotice, 'due' | 'payment'> & { words: IoWords };

const ofPratica = <Data extends { pratica: string }>(
  kind: OutboxKind<Data>,
  wordsOf: (scene: IoScene, data: Data) => Promise<ToldWords | null> | ToldWords | null,
  reminder?: ReminderKind,
): IoAlert => {
  const tell = async (data: Data, house: PortalHouse): Promise<IoNotice | null> => {
    const pratica = await findPratica(house.db, data.pratica);
    // A guest is told by mail alone: the portal does not know whose tax code was typed.
    if (!pratica?.utente) return null;
    const title = `${pratica.tipo === 'richiesta' ? 'Richiesta' : 'Segnalazione'} ${protocollo(pratica)}`;
    const url = (await siteOf(house, pratica.host)) + chatPath(pratica);
    const told = await wordsOf({ house, pratica, title, url }, data);
    const ente = await enteOfPage(house, '', pratica.ente);
    return told && { utente: pratica.utente, ente, servizio: pratica.codice, ...told };
  };
  return alertOf(kind, tell, reminder);
};

/** The states that a citizen waits for, or has to do something in. */
const TOLD_STATI: readonly StatoPratica[] = ['da_integrare', 'conclusa', 'accettata', 'rifiutata'];

export const PRATICA_ALERTS: readonly IoAlert[] = [
  ofPratica(CITTADINO_RICEVUTA, ({ pratica, title, url }) => ({
    words: {
      subject: `${title}: l’abbiamo ricevuta`,
      paragraphs: [
        `Abbiamo ricevuto la tua ${pratica.tipo}: il suo numero è ${protocollo(pratica)}.`,
        `L’ente ti risponde entro ${withArticle('il', dateInWords(pratica.termine_il))}.`,
      ],
      link: { label: `Segui la tua ${pratica.tipo}`, url },
    },
  })),
  ofPratica(CITTADINO_PROTOCOLLO, ({ pratica, title, url }) => ({
    words: {
      subject: `${title}: ha il numero di protocollo`,
      paragraphs: [
        `La tua ${pratica.tipo} è nel registro di protocollo dell’ente: ${protocolloEnteInWords(pratica) ?? ''}.`,
        'Usa questo numero quando scrivi o telefoni agli uffici.',
      ],
      link: { label: `Apri la tua ${pratica.tipo}`, url },
    },
  })),
  ofPratica(CITTADINO_STATO, async (scene, { stato }) => {
    const { pratica, title, url } = scene;
    if (!TOLD_STATI.includes(stato) || pratica.stato !== stato) return null;
    const { oggetto, invitation = `Apri la tua ${pratica.tipo}` } = STATO_WORDS[stato](pratica);
    const payment = stato === 'accettata' ? await toPay(scene) : undefined;
    return {
      words: {
        subject: `${title}: ${oggetto}`,
        paragraphs: [
          `La tua ${pratica.tipo} ${oggetto}.`,
          STATO_NEXT[stato] ?? '',
          ...(payment ? ['C’è un avviso da pagare: puoi pagarlo qui nell’app, o nella pagina della richiesta.'] : []),
        ],
        link: { label: invitation, url },
      },
      payment,
      due: payment?.scadenza ? midnightInRome(payment.scadenza) : undefined,
    };
  }),
  ofPratica(
    APPUNTAMENTO_TOMORROW,
    async ({ house, pratica, title, url }, { sequenza }) => {
      const booked = await readBooked({ db: house.db, house }, pratica);
      if (!booked) return null;
      const { appuntamento, office } = booked;
      const isDue = appuntamento.stato === 'fissato' && appuntamento.da_spostare === null;
      if (!isDue || appuntamento.sequenza !== sequenza || house.now() >= appuntamento.inizio) return null;
      return {
        words: {
          subject: `${title}: domani hai un appuntamento`,
          paragraphs: [
            `Ti aspettiamo ${spanInWords(appuntamento)}.`,
            `Dove: ${withoutLinks(office.nome)}, ${withoutLinks(office.indirizzo)}.`,
            'Se non puoi venire, spostalo o annullalo: l’orario serve a un’altra persona.',
          ],
          link: { label: 'Apri l’appuntamento', url },
        },
        due: appuntamento.inizio,
      };
    },
    'appuntamenti',
  ),
  ofPratica(EARLIER_OFFERED, async ({ house, pratica, title }, { inizio }) => {
    const booked = await readBooked({ db: house.db, house }, pratica);
    const { offer, office } = booked ?? {};
    if (!office || offer?.inizio !== inizio || offer.scade === null) return null;
    return {
      words: {
        subject: `${title}: si è liberato un orario prima`,
        paragraphs: [
          `È libero ${spanInWords(offer)}, ${withoutLinks(office.nome)}.`,
          `Lo teniamo per te fino alle ore ${hourOf(offer.scade)} di oggi. Se non rispondi, il tuo appuntamento resta com’è.`,
        ],
        link: {
          label: 'Rispondi alla proposta',
          url: (await siteOf(house, pratica.host)) + offerPath(pratica, inizio),
        },
      },
    };
  }),
];

const STATO_NEXT: Readonly<Partial<Record<StatoPratica, string>>> = {
  da_integrare: 'L’ente ti chiede altre informazioni o altri documenti. Finché non rispondi la lavorazione è sospesa.',
  conclusa: 'La risposta è nella sua pagina.',
  accettata: 'La decisione è nella sua pagina, con quello che devi fare ora.',
  rifiutata: 'Il motivo è nella sua pagina. Se qualcosa non ti è chiaro, contatta l’ufficio.',
};

/** The one notice of a case: an app can pay one in a message, and a plan of instalments has several. */
async function toPay({ house, pratica }: IoScene): Promise<IoPayment | undefined> {
  const all = await moneyOf(house.services).ofCase(ctxOf(house), pratica, 'cittadino');
  const [first, ...others] = all.filter(({ stato }) => stato === 'da_pagare');
  if (!first || others.length > 0) return undefined;
  const { numero_avviso, importo_cent, scadenza } = first;
  return { numero_avviso, importo_cent, scadenza, endsThen: false };
}
