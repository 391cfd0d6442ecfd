import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator, xmlRegisterInputProvider } from 'libxml2-wasm';
import { afterAll, describe, expect, test } from 'vitest';
import { PROTOCOL_KEY, protocolRequest } from './protocol.contract-test.ts';
import { droppedName, writeSegnatura } from './segnatura.server.ts';

const SCHEMAS = join(import.meta.dirname, '../../../tests/schemas');
const schemaText = (name: string) => readFileSync(join(SCHEMAS, name));

// The schema of the signature refers to a DTD of the web, which nothing is asked for.
const signatureSchema = String(schemaText('xmldsig-core-schema.xsd')).replace(/<!DOCTYPE[\s\S]*?\]>/, '');
let opened: Buffer | undefined;
xmlRegisterInputProvider({
  match: (name) => name.endsWith('xmldsig-core-schema.xsd'),
  open: () => {
    opened = Buffer.from(signatureSchema);
    return 1;
  },
  read: (_fd, into) => {
    const part = opened?.subarray(0, into.byteLength) ?? Buffer.alloc(0);
    into.set(part);
    opened = opened?.subarray(part.length);
    return part.length;
  },
  close: () => true,
});

const schema = XmlDocument.fromBuffer(schemaText('segnatura_protocollo.xsd'), {
  url: 'file:///schemas/segnatura_protocollo.xsd',
});
const validator = XsdValidator.fromDoc(schema);
afterAll(() => {
  validator.dispose();
  schema.dispose();
});

/** @throws what the schema says against it */
function requireValid(xml: string): void {
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

const BIDI = '\u202e';

describe('the XML that goes with what is registered', () => {
  test.each([
    ['a case', {}],
    ['a message', { tipo: 'messaggio' as const, numero: '20260000120004' }],
    ['a person without tax code, e-mail, telephone', { mittente: { nome: '', cognome: 'Singh' } }],
    ['a person with a telephone', { mittente: { nome: 'Anna', cognome: 'Rossi', telefono: '+39 055 1234' } }],
    ['a company', { mittente: { nome: 'Anna', cognome: 'Rossi', codice_fiscale: '01234567890' } }],
    ['one document', { documenti: protocolRequest('x').documenti.slice(0, 1) }],
    ['no heading', { classifica: undefined }],
    ['characters that XML cannot hold', { oggetto: `a\u0000b\u000b${BIDI}c <&>"'\r\n\t ]]>` }],
  ])('of %s is valid by the official schema', (_, over) => {
    expect(() => requireValid(writeSegnatura(protocolRequest('uno', over), PROTOCOL_KEY))).not.toThrow();
  });

  test('that lacks something is refused by that schema, so that the check can fail', () => {
    const xml = writeSegnatura(protocolRequest('uno'), PROTOCOL_KEY);
    for (const wrong of [
      xml.replace(/<prot:Mittente>.*<\/prot:Mittente>/, ''),
      xml.replace(/<Signature .*<\/Signature>/, ''),
    ])
      expect(() => requireValid(wrong)).toThrow();
  });

  test('says what was sent, by whom, to whom, and the hash of every file by its name in the folder', () => {
    const request = protocolRequest('uno');
    const xml = writeSegnatura(request, PROTOCOL_KEY);
    for (const part of [
      '<prot:NumeroRegistrazione>2026000012</prot:NumeroRegistrazione><prot:DataRegistrazione>2026-11-20</',
      '<prot:Oggetto>Lampione &lt;spento&gt; &amp; "rotto" in via dell’Orto</prot:Oggetto>',
      '<prot:CodiceFlat>10.4</prot:CodiceFlat>',
      '<prot:Cognome>D’Amico</prot:Cognome><prot:CodiceFiscale>DMCNNA80A41H501X</',
      '<prot:CFAmministrazione>80000015554</prot:CFAmministrazione><prot:CodiceIPAAmministrazione>c_b999</',
    ])
      expect(xml).toContain(part);
    for (const [n, document] of request.documenti.entries()) {
      expect(xml).toContain(`nomeFile="${droppedName(document, n)}"`);
      expect(xml).toContain(`>${Buffer.from(document.sha256, 'hex').toString('base64')}</prot:Impronta>`);
    }
  });

  test('is signed with the key of the ente: whoever has it sees that no letter was changed', () => {
    const xml = writeSegnatura(protocolRequest('uno', { oggetto: 'Città <a> & "b"\t\r\nfine' }), PROTOCOL_KEY);
    expect(isSignedWith(PROTOCOL_KEY, xml)).toBe(true);
    expect(isSignedWith('un-altra-chiave-0123456789', xml)).toBe(false);
    expect(isSignedWith(PROTOCOL_KEY, xml.replace('D’Amico', 'D’Amica'))).toBe(false);
  });
});

/** As a program of the municipality does it: by a parser and canonical XML of somebody else. */
function isSignedWith(key: string, xml: string): boolean {
  using document = XmlDocument.fromString(xml);
  const names = { ds: 'http://www.w3.org/2000/09/xmldsig#' };
  const textAt = (path: string) => document.get(path, names)?.content ?? '';
  const info = document.get('//ds:SignedInfo', names);
  const signature = document.get('//ds:Signature', names);
  if (!info || !signature) return false;
  const [digest, value] = [textAt('//ds:DigestValue'), textAt('//ds:SignatureValue')];
  const infoText = (info as unknown as { canonicalizeToString(): string }).canonicalizeToString();
  signature.remove();
  const rest = document.canonicalizeToString();
  return (
    createHash('sha256').update(rest).digest('base64') === digest &&
    createHmac('sha256', key).update(infoText).digest('base64') === value
  );
}
