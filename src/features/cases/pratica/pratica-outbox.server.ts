/** Turns entries of the outbox about a case into mails: chooses the recipient and fills in links, dates and keys. */
import { ctxOf, type OutboxDelivery, type PortalHouse } from '../../../context.ts';
import { dateInWords, instantInWords, todayInRome } from '../../../platform/atoms/date.ts';
import type { ShownPicture } from '../../../platform/mail/layout.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import type { OutboxKind } from '../../../platform/outbox-kind.ts';
import type { Pratica } from '../../../store/tables.ts';
import { listSentAllegati, readMiniatura } from '../allegati/allegati.db.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import { casellaOf, type Ente, type EnteMail } from '../ente/ente.ts';
import { officeNameOf } from '../ente/servizi.ts';
import { readMappa } from '../mappa/mappa.db.ts';
import { protocolloEnteInWords, protocolloStateInWords } from '../protocollo/protocollo-ente.ts';
import { emailOfUfficio } from '../ufficio/ufficio.server.ts';
import { findChiaveWords, readChiaveOperatore } from './accesso.server.ts';
import { listAddresses } from './addresses.db.ts';
import { esternaMail } from './esterna.mail.ts';
import { findOwnEsterna, showEsterna } from './esterna.server.ts';
import { findPratica, listValidChiavi } from './pratica.db.ts';
import {
  doppioneMail,
  type MailText,
  messaggioEnteMail,
  newLinkEnteMail,
  newMessaggioMail,
  newPraticaEnteMail,
  protocolloMail,
  ricevutaMail,
  statoMail,
} from './pratica.mail.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { chatPath, protocollo, ufficioPath } from './pratica-names.ts';
import {
  CITTADINO_DOPPIONE,
  CITTADINO_ESTERNA,
  CITTADINO_MESSAGGIO,
  CITTADINO_PRESA,
  CITTADINO_PROTOCOLLO,
  CITTADINO_RICEVUTA,
  CITTADINO_STATO,
  ENTE_MESSAGGIO,
  ENTE_NEW_LINK,
  ENTE_NEW_PRATICA,
} from './pratica-outbox.ts';
import { luogoInWords } from './pratica-summary.ts';
import { presaMail } from './presa.mail.ts';
import type { StatoPratica } from './stati.ts';

/** @property site origin of the host on which the case was sent: its citizen has the cookies and the colours of that one */
type MailScene = { house: PortalHouse; pratica: Pratica; ente: Ente; site: string };

/** @param render recipient and text. @throws Error when the case does not exist */
const mailOf = <Data extends { pratica: string }>(
  kind: OutboxKind<Data>,
  render: (scene: MailScene, data: Data) => Promise<Pick<EnteMail, 'to' | 'testo' | 'copyTo'>>,
): OutboxDelivery =>
  deliveryOf(kind, async (data, house) => {
    const pratica = await findPratica(house.db, data.pratica);
    if (!pratica) throw new Error(`Posta senza pratica: ${kind.tipo}`);
    const ente = await enteOfPage(house, '', pratica.ente);
    const site = await siteOf(house, pratica.host);
    return { ...(await render({ house, pratica, ente, site }, data)), ente };
  });

/** The mails about a case. */
export const PRATICA_OUTBOX: readonly OutboxDelivery[] = [
  mailOf(CITTADINO_RICEVUTA, async (scene) =>
    toCittadino(
      scene,
      ricevutaMail({
        ...baseOf(scene),
        oggetto: scene.pratica.oggetto,
        ...luogoOf(scene),
        sentOn: instantInWords(scene.pratica.inviata_il),
        dueOn: dateInWords(scene.pratica.termine_il),
        chatUrl: chatUrl(scene),
        pictures: await picturesOf(scene),
        protocolloEnte: protocolloStateInWords(scene.pratica, todayInRome(scene.house.now())),
        ricevutaUrl: `${scene.site}/api/v1/portale/pratiche/${scene.pratica.id}/ricevuta?email=${encodeURIComponent(scene.pratica.email)}`,
      }),
    ),
  ),
  mailOf(CITTADINO_MESSAGGIO, async (scene) =>
    toCittadino(scene, newMessaggioMail({ ...baseOf(scene), chatUrl: chatUrl(scene) })),
  ),
  mailOf(CITTADINO_DOPPIONE, async (scene) =>
    toCittadino(scene, doppioneMail({ ...baseOf(scene), chatUrl: chatUrl(scene) })),
  ),
  mailOf(CITTADINO_STATO, async (scene, { stato }) =>
    toCittadino(
      scene,
      statoMail({
        ...baseOf(scene),
        stato,
        chatUrl: chatUrl(scene),
        // A mail must not promise a day that has passed.
        ...(scene.pratica.termine_il >= todayInRome(scene.house.now()) && {
          dueOn: dateInWords(scene.pratica.termine_il),
        }),
        protocolloEnte: protocolloEnteInWords(scene.pratica),
      }),
    ),
  ),
  mailOf(CITTADINO_PROTOCOLLO, async (scene) =>
    toCittadino(
      scene,
      protocolloMail({
        ...baseOf(scene),
        protocolloEnte: protocolloEnteInWords(scene.pratica) ?? '',
        chatUrl: chatUrl(scene),
      }),
    ),
  ),
  mailOf(CITTADINO_PRESA, async (scene) =>
    toCittadino(scene, presaMail({ ...baseOf(scene), chatUrl: chatUrl(scene) })),
  ),
  mailOf(CITTADINO_ESTERNA, async (scene) => {
    const { house, pratica } = scene;
    const esterna = await findOwnEsterna(house, pratica);
    if (!esterna) throw new Error(`Pratica senza programma: ${pratica.id}`);
    const stato = esterna.stato as StatoPratica;
    return toCittadino(
      scene,
      esternaMail({ ...baseOf(scene), ...showEsterna(esterna), stato, chatUrl: chatUrl(scene) }),
    );
  }),
  mailOf(ENTE_NEW_PRATICA, async (scene) =>
    toUfficio(
      scene,
      newPraticaEnteMail({
        ...baseOf(scene),
        ...(await operatoreLink(scene)),
        servizio: officeNameOf(scene.house.services, scene.pratica.codice),
        oggetto: scene.pratica.oggetto,
        ...luogoOf(scene),
        dueOn: dateInWords(scene.pratica.termine_il),
      }),
    ),
  ),
  mailOf(ENTE_MESSAGGIO, async (scene, { evento = 'messaggio' }) =>
    toUfficio(
      scene,
      messaggioEnteMail({
        ...baseOf(scene),
        ...(await operatoreLink(scene)),
        evento,
      }),
    ),
  ),
  mailOf(ENTE_NEW_LINK, async (scene) =>
    toUfficio(scene, newLinkEnteMail({ ...baseOf(scene), ...(await operatoreLink(scene)) })),
  ),
];

const baseOf = ({ pratica, ente }: MailScene) => ({ ente, protocollo: protocollo(pratica), tipo: pratica.tipo });
const luogoOf = ({ pratica }: MailScene) => ({ luogo: luogoInWords(parsePraticaData(shownPraticaData, pratica)) });
const chatUrl = ({ site, pratica }: MailScene) => site + chatPath(pratica);

/** A mail stays small: a larger thumbnail is left out. */
const MAX_PICTURE_BYTES = 40_000;

/** Of a report, to its author alone: the map of the place and the first photo. They are read when the mail is sent; its row has ids only. */
async function picturesOf({ house, pratica }: MailScene): Promise<ShownPicture[]> {
  if (pratica.tipo !== 'segnalazione') return [];
  const mappa = await readMappa(house.db, pratica.id);
  const files = await listSentAllegati(house.db, { pratica: pratica.id });
  const photo = files.find((f) => f.miniatura === 1 && f.nascosto === null);
  const thumbnail = photo && (await readMiniatura(house.db, photo.id));
  const pictures: ShownPicture[] = [];
  if (mappa)
    pictures.push({
      cid: 'mappa@portale',
      type: 'image/png',
      bytes: mappa.dati,
      alt: 'Mappa con il punto indicato',
      caption: mappa.attribuzione,
    });
  if (thumbnail)
    pictures.push({ cid: 'foto@portale', type: 'image/jpeg', bytes: thumbnail, alt: 'La prima foto che hai inviato' });
  return pictures.filter(({ bytes }) => bytes.length <= MAX_PICTURE_BYTES);
}

/** A case by delegation tells the person whom its holder chose, or both. */
async function toCittadino({ house, pratica }: MailScene, text: MailText) {
  const [to = pratica.email, copyTo] = pratica.delega === null ? [] : await listAddresses(house.db, pratica);
  return { to, testo: text, ...(copyTo && { copyTo }) };
}

/** To the office that has the case, if it has an address of its own; else to the mailbox of the ente or of the service. */
async function toUfficio({ house, pratica, ente }: MailScene, text: MailText) {
  const own = pratica.assegnata_ufficio && (await emailOfUfficio(house.db, pratica.assegnata_ufficio));
  const to = own || casellaOf(ente, pratica.codice);
  if (!to) throw new Error(`L’ente ${ente.id} non ha una casella per ${pratica.codice}`);
  return { to, testo: text };
}

/** The link with a valid key; a new key replaces one that has expired or whose secret was retired. */
async function operatoreLink(scene: MailScene): Promise<{ operatoreUrl: string; expiresOn: string }> {
  const { house, pratica } = scene;
  const ctx = ctxOf(house);
  for (const row of await listValidChiavi(house.db, pratica.id, ctx.now)) {
    const words = await findChiaveWords(ctx, row.id, row.hash);
    if (words) return linkOf(scene, { words, scade: row.scade });
  }
  const fresh = await readChiaveOperatore(ctx, pratica.id);
  return linkOf(scene, { words: house.signer.sign('operatore', fresh.id), scade: fresh.scade });
}

function linkOf({ site, pratica, ente }: MailScene, chiave: { words: string; scade: number }) {
  return {
    operatoreUrl: `${site}${ufficioPath(pratica, ente)}?chiave=${chiave.words}`,
    expiresOn: dateInWords(chiave.scade),
  };
}
