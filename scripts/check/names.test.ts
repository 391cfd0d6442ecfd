import { expect, test } from 'vitest';
import {
  declaredNames,
  englishWords,
  fieldsOf,
  kindValues,
  nounsOf,
  wordsOf,
  wrongKinds,
  wrongNames,
} from './names.ts';

const GLOSSARY =
  '\n## Nouns\n\n| Noun | English |\n| --- | --- |\n| pratica | case |\n| targa | number plate |\n| servizio | service |\n';

/** @returns the faults of a file of `src` with this code */
function saidOf(code: string, path = 'src/features/x.ts'): string[] {
  const tree = new Map([[path, code]]);
  const vocabulary = { isEnglish, nouns: nounsOf(GLOSSARY), fields: fieldsOf(tree) };
  return wrongNames(declaredNames(tree), vocabulary).map((sentence) => sentence.slice(path.length + 1));
}

const isEnglish = await englishWords();

test('a name is split into its words, capitals and abbreviations included', () => {
  expect(wordsOf('openPraticheOf')).toEqual(['open', 'pratiche', 'of']);
  expect(wordsOf('MAX_PDFNames2')).toEqual(['max', 'pdf', 'names']);
});

test('nouns of the glossary are accepted in singular and plural, with any English words', () => {
  expect(saidOf('const openPratica = 1, targheOf = 2; export function listServizi() {}')).toEqual([]);
});

test('an Italian verb is reported, and so is an Italian word that means something else in English', () => {
  expect(saidOf('function leggiPratica() {}')).toEqual([
    '1: leggiPratica: leggi: neither English nor a noun of the glossary',
  ]);
  expect(saidOf('const praticaRiga = 1;\nfunction readOltre(posto: string) {}')).toHaveLength(2 + 1);
});

test('an Italian particle beside other words is reported, an abbreviation alone is not', () => {
  expect(saidOf('const dataDi = 1, readSu = 2;')).toHaveLength(2);
  expect(saidOf('function openPratica(un: string) {}')).toEqual([]);
});

test('names that calls and columns prescribe are accepted as properties and where a field is destructured, not elsewhere', () => {
  const schema = 'const openedSchema = z.object({ aperta_il: z.number(), chiusa: z.boolean() });';
  expect(saidOf(`${schema} type OpenedRow = { chiusa: boolean }; const { chiusa } = openedRow;`)).toEqual([]);
  expect(saidOf(`${schema} const chiusa = 1;`)).toHaveLength(1);
});

test('a top-level name of one word is reported, unless it is a noun of the glossary or the name of its file', () => {
  expect(saidOf('export const rows = 1;')).toEqual(['1: rows: does not say what it is of']);
  expect(saidOf('export const pratica = 1; function listRows() { const rows = 1; return rows; }')).toEqual([]);
  expect(saidOf('export function Dialog() {}', 'src/ui/Dialog.tsx')).toEqual([]);
  expect(saidOf('const rows = 1;', 'src/features/x.test.ts')).toEqual([]);
});

test('a name that an import is given here is held like any other', () => {
  expect(saidOf("import { praticaHandlers as leggiPratica } from './pratica.server.ts';")).toEqual([
    '1: leggiPratica: leggi: neither English nor a noun of the glossary',
  ]);
});

test('a value of kind is English or a noun of the glossary, in an object, a type, a choice and an attribute', () => {
  const kindsSaidOf = (code: string, path = 'src/features/x.tsx') => {
    const tree = new Map([[path, code]]);
    return wrongKinds(kindValues(tree), { isEnglish, nouns: nounsOf(GLOSSARY), fields: new Set() });
  };
  expect(kindsSaidOf("type View = { kind: 'list' | 'pratica' }; const view = { kind: 'targhe' as const };")).toEqual(
    [],
  );
  expect(kindsSaidOf("type View =\n  | { kind: 'vietata' };")).toEqual([
    "src/features/x.tsx:2: kind 'vietata': vietata: neither English nor a noun of the glossary",
  ]);
  expect(
    kindsSaidOf("const view = { kind: 'ripresa' as const }, other = { kind: open ? 'scaduta' : 'elenco' };"),
  ).toHaveLength(3);
  expect(kindsSaidOf('const element = <Notice kind="conferma" />;')).toHaveLength(1);
  expect(kindsSaidOf("---\nconst view = { kind: 'conferma' };\n---\n", 'src/features/x.astro')).toHaveLength(1);
  // The name of a table's kind column is another property, and a comparison declares nothing.
  expect(kindsSaidOf("const row = { cosa: 'notifica' }, isSent = kind === 'spedita';")).toEqual([]);
});
