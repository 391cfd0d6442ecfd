import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { xmlText } from './xml.server.ts';

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false });

test('text of any kind comes out of a parser as it went in, but for what XML cannot hold', () => {
  const wild = 'a <b>&amp; "c" \'d\' ]]> 🚧 \u200f è\n\tfine';
  const xml = xmlText({ radice: { '@_nome': '<&">', voce: [wild, `\u0000x\u0008\ud83d\uffff\u202ey`], vuota: null } });
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
  expect(parser.parse(xml).radice).toEqual({ '@_nome': '<&">', voce: [wild, 'xy'], vuota: '' });
});
