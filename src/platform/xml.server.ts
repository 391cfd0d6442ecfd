/** Writes XML from objects. */
import XmlBuilder from 'fast-xml-builder';

const xmlBuilder = new XmlBuilder({ ignoreAttributes: false, suppressBooleanAttributes: false });

/**
 * What XML 1.0 cannot hold even as an entity (production Char), and overrides of the writing direction, which would turn around
 * what stands beside the text.
 */
export const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * @param root its one key is the root element; `@_name` is an attribute, an array repeats its element, null is an empty one
 * @returns the document with its declaration, in UTF-8
 */
export const xmlText = (root: Record<string, unknown>): string =>
  xmlBuilder.build({ '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' }, ...root }).replace(NOT_IN_XML, '');
