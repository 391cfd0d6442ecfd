/** Reads XML from outside. */
import { DOMParser, type Element, MIME_TYPE, onWarningStopParsing } from '@xmldom/xmldom';

/** The text of an element, or its attributes (`@_name`) and the elements in it; a name that occurs twice has a list. */
export type XmlValue = string | XmlValue[] | { [name: string]: XmlValue };

const strictParser = new DOMParser({ onError: onWarningStopParsing, locator: false });

/** Elements within each other; what the portal reads has five. */
const MAX_LEVELS = 50;

/**
 * @param name of the wanted elements, in any namespace; those within another of that name are part of it
 * @returns each element of that name, with names without prefixes
 * @throws Error when the text is not well-formed, has an unknown entity, nests without end, or declares a document type, whose
 * entities could be of any size
 */
export function readElements(xml: string, name: string): XmlValue[] {
  const { doctype, documentElement } = strictParser.parseFromString(xml, MIME_TYPE.XML_TEXT);
  if (doctype) throw new Error('XML with a document type');
  return documentElement ? elementsIn(documentElement, name, MAX_LEVELS) : [];
}

function elementsIn(element: Element, name: string, levels: number): XmlValue[] {
  if (element.localName === name) return [fieldsOf(element, levels)];
  return childrenOf(element, levels).flatMap((child) => elementsIn(child, name, levels - 1));
}

function fieldsOf(element: Element, levels: number): XmlValue {
  const fields: Record<string, XmlValue> = Object.create(null);
  const add = (name: string, value: XmlValue) => {
    const before = fields[name];
    if (Array.isArray(before)) before.push(value);
    else fields[name] = before === undefined ? value : [before, value];
  };
  for (const { name, value } of element.attributes) add(`@_${name}`, value);
  for (const child of childrenOf(element, levels)) add(child.localName ?? '', fieldsOf(child, levels - 1));
  return Object.keys(fields).length > 0 ? fields : (element.textContent ?? '').trim();
}

function childrenOf({ children }: Element, levels: number): Element[] {
  if (levels === 0 && children.length > 0) throw new Error('XML of too many levels');
  return [...children];
}
