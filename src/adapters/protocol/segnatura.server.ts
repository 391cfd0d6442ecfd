/**
 * Writes `SegnaturaInformatica` 3.0.0 (Linee guida sul documento informatico, allegato 6, determinazione AgID 371/2021): who sends what to
 * whom, with the hash of each document. The number is the portal's own, in its register `PORTALE`: the protocol gives the ente's.
 */
import { createHash, createHmac } from 'node:crypto';
import { todayInRome } from '../../platform/atoms/date.ts';
import type { ProtocolDocument, ProtocolRequest } from '../../platform/protocol.ts';
import { NOT_IN_XML } from '../../platform/xml.server.ts';

const SEGNATURA_NS = 'http://www.agid.gov.it/protocollo/';
const SIGNATURE_NS = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const PORTAL_REGISTER = 'PORTALE';
/** What the schema takes for a tax code and for the code of an administration. */
const PERSON_CODE = /^[A-Z]{6}[0-9LMNPQRSTUV]{2}[ABCDEHLMPRST][0-9LMNPQRSTUV]{2}[A-Z][0-9LMNPQRSTUV]{3}[A-Z]$/;
const ENTE_CODE = /^\d{11}$/;

/** `2-planimetria.pdf`: told apart by their place, and safe on every file system. */
export function droppedName({ nome }: ProtocolDocument, n: number): string {
  const safe = nome
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '_');
  return `${n + 1}-${safe.replace(/^\.+/, '').slice(-80)}`;
}

type XmlAttributes = Readonly<Record<string, string>>;

const escapeText = (text: string): string =>
  text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
const escapeAttribute = (text: string): string =>
  text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#x9;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;');

/** As Canonical XML 1.0 writes it, so that what is signed is what is written. @param attributes in their order there */
const xmlElement = (name: string, inner: string, attributes: XmlAttributes = {}): string => {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<${name}${words.join('')}>${inner}</${name}>`;
};

/** An element of the schema, which has its attributes in its namespace, too. */
const protElement = (name: string, inner: string, attributes: XmlAttributes = {}): string =>
  xmlElement(
    `prot:${name}`,
    inner,
    Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`prot:${key}`, value])),
  );
const protLeaf = (name: string, text: string, attributes?: XmlAttributes): string =>
  protElement(name, escapeText(text), attributes);

/** @param key that the portal shares with the ente: its HMAC takes the place of a seal, which the portal does not have */
export function writeSegnatura(request: ProtocolRequest, key: string): string {
  const inner = headOf(request) + descriptionOf(request);
  const wrap = (signature: string) =>
    xmlElement('prot:SegnaturaInformatica', inner + signature, {
      'xmlns:prot': SEGNATURA_NS,
      'prot:lang': 'it',
      'prot:versione': '3.0.0',
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${wrap(signatureOf(wrap(''), key))}\n`;
}

function headOf({ ente, numero, oggetto, classifica, inviata_il }: ProtocolRequest): string {
  const at = Date.parse(inviata_il);
  return protElement(
    'Intestazione',
    protElement(
      'Identificatore',
      protLeaf('CodiceAmministrazione', ente.codice_ipa ?? ente.codice, { descrizione: ente.nome }) +
        protLeaf('CodiceAOO', ente.codice_aoo ?? ente.codice) +
        protLeaf('CodiceRegistro', PORTAL_REGISTER) +
        protLeaf('NumeroRegistrazione', numero) +
        protLeaf('DataRegistrazione', todayInRome(at)) +
        protLeaf('OraRegistrazione', new Date(at).toISOString().slice(11, 23).concat('Z')),
    ) +
      protLeaf('Oggetto', oggetto) +
      protElement(
        'Classifica',
        protLeaf('Denominazione', classifica ?? 'Da classificare') +
          protLeaf('CodiceFlat', classifica ?? 'Da classificare'),
      ),
  );
}

function descriptionOf({ ente, mittente, documenti }: ProtocolRequest): string {
  const { nome, cognome, codice_fiscale = '', email, telefono } = mittente;
  const contacts =
    (email ? protLeaf('IndirizzoTelematico', email) : '') + (telefono ? protLeaf('Telefono', telefono) : '');
  const taxCode = codice_fiscale.toUpperCase();
  const person =
    protLeaf('Nome', nome) +
    protLeaf('Cognome', cognome) +
    (PERSON_CODE.test(taxCode) ? protLeaf('CodiceFiscale', taxCode) : '') +
    (contacts && protElement('Contatti', contacts));
  const office =
    protLeaf('DenominazioneAmministrazione', ente.nome) +
    (ENTE_CODE.test(ente.codice_fiscale ?? '') ? protLeaf('CFAmministrazione', ente.codice_fiscale ?? '') : '') +
    protLeaf('CodiceIPAAmministrazione', ente.codice_ipa ?? ente.codice) +
    (ente.codice_aoo ? protLeaf('CodiceIPAAOO', ente.codice_aoo) : '');
  return protElement(
    'Descrizione',
    protElement('Mittente', protElement('PersonaFisica', person)) +
      protElement('Destinatario', protElement('Amministrazione', office)) +
      documenti.map((document, n) => documentOf(n === 0 ? 'DocumentoPrimario' : 'Allegato', document, n)).join(''),
  );
}

const documentOf = (name: string, document: ProtocolDocument, n: number): string =>
  protElement(
    name,
    protLeaf('Descrizione', document.nome) +
      protLeaf('Impronta', Buffer.from(document.sha256, 'hex').toString('base64'), { algoritmo: 'SHA-256' }),
    { mimeType: document.tipo, nomeFile: droppedName(document, n) },
  );

/** XML Signature 1.1, enveloped, HMAC with SHA-256. @param signed the document without it, in canonical form */
function signatureOf(signed: string, key: string): string {
  const reference = xmlElement(
    'Reference',
    xmlElement(
      'Transforms',
      xmlElement('Transform', '', { Algorithm: `${SIGNATURE_NS}enveloped-signature` }) +
        xmlElement('Transform', '', { Algorithm: C14N }),
    ) +
      xmlElement('DigestMethod', '', { Algorithm: 'http://www.w3.org/2001/04/xmlenc#sha256' }) +
      xmlElement('DigestValue', createHash('sha256').update(signed).digest('base64')),
    { URI: '' },
  );
  const info =
    xmlElement('CanonicalizationMethod', '', { Algorithm: C14N }) +
    xmlElement('SignatureMethod', '', { Algorithm: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256' }) +
    reference;
  // As canonical XML writes it by itself: with the namespaces that are in scope.
  const canonical = xmlElement('SignedInfo', info, { xmlns: SIGNATURE_NS, 'xmlns:prot': SEGNATURA_NS });
  const value = createHmac('sha256', key).update(canonical).digest('base64');
  return xmlElement('Signature', xmlElement('SignedInfo', info) + xmlElement('SignatureValue', value), {
    xmlns: SIGNATURE_NS,
  });
}
