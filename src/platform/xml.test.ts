import { expect, test } from 'vitest';
import { xmlText } from './xml.server.ts';
import { readElements } from './xml-read.server.ts';

test('text of any kind comes out of a parser as it went in, but for what XML cannot hold', () => {
  const wild = 'a <b>&amp; "c" \'d\' ]]> 🚧 \u200f è\n\tfine';
  const xml = xmlText({ radice: { '@_nome': '<&">', voce: [wild, `\u0000x\u0008\ud83d\uffff\u202ey`], vuota: null } });
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
  expect(readElements(xml, 'radice')).toEqual([{ '@_nome': '<&">', voce: [wild, 'xy'], vuota: '' }]);
});

test('elements are found at any depth, under any prefix, and one that is repeated is a list', () => {
  const xml =
    '<a:x xmlns:a="urn:1"><y><b:z xmlns:b="urn:2"><v>1</v><a:v><![CDATA[&due;]]></a:v></b:z></y><z>&#51;</z></a:x>';
  expect(readElements(xml, 'z')).toEqual([{ '@_xmlns:b': 'urn:2', v: ['1', '&due;'] }, '3']);
  expect(readElements(xml, 'w')).toEqual([]);
});

test('an element that is repeated a hundred thousand times is read in proportion', () => {
  const [list] = readElements(`<a>${'<b>1</b>'.repeat(100_000)}</a>`, 'a') as [{ b: string[] }];
  expect(list.b).toHaveLength(100_000);
});

test('names that a plain object has already are names like any others', () => {
  expect(readElements('<a><__proto__><b>1</b></__proto__><constructor>2</constructor></a>', 'b')).toEqual(['1']);
  expect(Object.keys(Object(readElements('<a><__proto__>1</__proto__></a>', 'a')[0]))).toEqual(['__proto__']);
});

test.each([
  ['nothing', ''],
  ['JSON', '{"a":1}'],
  ['a page', '<!DOCTYPE html><html><body><a>1</a></body></html>'],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['entities of entities', '<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>'],
  ['an empty document type', '<!DOCTYPE a><a>1</a>'],
  ['an unknown entity', '<a>&eacute;</a>'],
  ['an element that does not end', '<a><b>1</b>'],
  ['elements across each other', '<a><b>1</a></b>'],
  ['two roots', '<a>1</a><a>2</a>'],
  ['text after the root', '<a>1</a>2'],
  ['an attribute twice', '<a b="1" b="2">1</a>'],
  ['an attribute without quotes', '<a b=1>1</a>'],
  ['an unknown prefix', '<x:a>1</x:a>'],
  ['elements nested without end', '<a>'.repeat(1000)],
  ['elements nested thirty thousand times', `${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}`],
])('a text is refused when it is or has %s', (_what, xml) => {
  expect(() => readElements(xml, 'a')).toThrow();
});
