/** What a protocol registers of a case or a message: who wrote what and when, as one PDF, with the files that came with it. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import { capitalizeFirst } from '../../../platform/atoms/capital.ts';
import { instantInWords, isoInstant } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { PortalError } from '../../../platform/errors.ts';
import { readWhole } from '../../../platform/files.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { ReceiptContent } from '../../../platform/pdf/receipt.server.ts';
import type { ProtocolDocument, ProtocolRequest } from '../../../platform/protocol.ts';
import type { Allegato, SistemaProtocollo } from '../../../store/tables.ts';
import { listEventiAllegati, listSentAllegati } from '../allegati/allegati.db.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { nameOf, officeNameOf } from '../ente/servizi.ts';
import { letterheadOf } from '../ente/stemma.server.ts';
import { parsePraticaData, shownPraticaData } from '../pratica/pratica-data.ts';
import { protocollo } from '../pratica/pratica-names.ts';
import { fileFact, praticaFacts, titoloLabel } from '../pratica/pratica-summary.ts';
import type { AskedProtocollo } from '../protocollo/protocolli.db.ts';

/** @property readDocument the bytes of the document at a place of the request */
export type BuiltRequest = { request: ProtocolRequest; readDocument(n: number): Promise<Uint8Array> };

/** The same each time it is made, as long as nothing of it was hidden: a protocol that is asked again compares what it has. */
export async function buildRequest(
  ctx: CallContext,
  sistema: SistemaProtocollo,
  asked: AskedProtocollo,
): Promise<BuiltRequest> {
  const { row, pratica, evento } = asked;
  const { house, db } = ctx;
  const ente = await enteOfPage(house, '', pratica.ente);
  const isCase = row.tipo === 'pratica';
  const sent = isCase
    ? await listSentAllegati(db, { pratica: pratica.id })
    : await listEventiAllegati(db, pratica.id, [evento.id]);
  const files = sent.filter(({ nascosto }) => nascosto === null);
  const pdf = await makePdf(ctx, { kind: 'receipt', content: await documentOf(ctx, { ...asked, ente, files }) });
  const main: ProtocolDocument = {
    nome: `${row.tipo}-${protocollo(pratica).replace('/', '-')}.pdf`,
    tipo: 'application/pdf',
    sha256: createHash('sha256').update(pdf).digest('hex'),
    dimensione: pdf.byteLength,
  };
  return {
    request: {
      id: evento.id,
      tipo: row.tipo,
      ente: {
        codice: ente.id,
        nome: ente.nome,
        ...(ente.codice_fiscale && { codice_fiscale: ente.codice_fiscale }),
        ...(sistema.codice_ipa && { codice_ipa: sistema.codice_ipa }),
        ...(sistema.codice_aoo && { codice_aoo: sistema.codice_aoo }),
      },
      pratica: protocollo(pratica),
      numero: numberOf(asked),
      servizio: { codice: pratica.codice, nome: officeNameOf(house.services, pratica.codice) },
      oggetto: isCase ? pratica.oggetto : `Messaggio sulla pratica ${protocollo(pratica)}: ${pratica.oggetto}`,
      inviata_il: isoInstant(evento.quando),
      mittente: {
        nome: pratica.nome,
        cognome: pratica.cognome,
        ...(pratica.codice_fiscale && { codice_fiscale: pratica.codice_fiscale }),
        ...(pratica.email && { email: pratica.email }),
        ...(pratica.telefono && { telefono: pratica.telefono }),
      },
      ...(sistema.classifica && { classifica: sistema.classifica }),
      ...(!isCase &&
        pratica.protocollo_ente &&
        pratica.protocollo_ente_il && {
          protocollo_pratica: { numero: pratica.protocollo_ente, data: pratica.protocollo_ente_il },
        }),
      documenti: [main, ...files.map(documentOfFile)],
    },
    readDocument: async (n) => {
      const file = files[n - 1];
      if (!file) return pdf;
      const bytes = await readWhole(house.files, file);
      if (!bytes) throw new PortalError('unavailable', { cause: new Error(`file ${file.id} is not there`) });
      return bytes;
    },
  };
}

/** Year and number, and of a message its place in the timeline: no two requests of an ente have the same. */
const numberOf = ({ row, pratica, evento }: AskedProtocollo): string =>
  protocollo(pratica).replace('/', '') + (row.tipo === 'pratica' ? '' : String(evento.n).padStart(4, '0'));

const MIME_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  p7m: 'application/pkcs7-mime',
};

const documentOfFile = ({ nome, tipo, sha256, dimensione }: Allegato): ProtocolDocument => ({
  nome,
  tipo: MIME_TYPES[tipo] ?? (tipo.includes('/') ? tipo : 'application/octet-stream'),
  sha256,
  dimensione,
});

/** Without what changes after the sending: state, due date, map, thumbnails. */
async function documentOf(
  { house }: CallContext,
  { row, pratica, evento, ente, files }: AskedProtocollo & { ente: Ente; files: readonly Allegato[] },
): Promise<ReceiptContent> {
  const isCase = row.tipo === 'pratica';
  const sender: SummaryItem[] = [
    ['Da', fullName(pratica)],
    ...(pratica.codice_fiscale ? [['Codice fiscale', pratica.codice_fiscale] as const] : []),
    ...(pratica.email ? [['E-mail', pratica.email] as const] : []),
  ];
  const data = parsePraticaData(shownPraticaData, pratica);
  return {
    ente: await letterheadOf(house, ente),
    title: isCase ? capitalizeFirst(pratica.tipo) : `Messaggio sulla ${pratica.tipo}`,
    number: protocollo(pratica),
    facts: [
      ['Servizio', nameOf(house.services, pratica.codice)],
      ['Ricevuta dal portale il', instantInWords(evento.quando)],
      ...(isCase ? [] : sender),
    ],
    sections: [
      isCase
        ? {
            title: 'Che cosa è stato inviato',
            facts: praticaFacts({ ...pratica, dati: data }, { titolo: titoloLabel(pratica.tipo) }),
          }
        : { title: 'Testo', paragraphs: [evento.testo ?? 'Nessun testo: solo i file elencati qui sotto.'] },
      ...(files.length > 0 ? [{ title: 'Allegati', facts: files.map(fileFact) }] : []),
    ],
    footer: `Documento prodotto dal portale per la registrazione di protocollo. Informativa sulla privacy: ${pratica.privacy_versione}.`,
    sandbox: house.settings.mode === 'sandbox',
    createdAt: evento.quando,
  };
}
