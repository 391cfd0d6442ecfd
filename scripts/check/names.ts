/** Checks the names in the code: English words, and the Italian nouns of the glossary. */
import { combineTextAndLanguageSettings, getDefaultBundledSettingsAsync, getDictionary } from 'cspell-lib';
import ts from 'typescript';
import { modulesOf, parseModule, type SourceTree } from './sources.ts';

/**
 * A name where it is declared.
 * @property isTop declared at the top level of a module: it must say what it is of
 * @property isField the property of a type, or a variable destructured under the field's own name
 */
export type DeclaredName = { name: string; path: string; line: number; isTop: boolean; isField: boolean };

/** A text that tells the members of a union apart, in an object, a type or an attribute. */
export type KindValue = Pick<DeclaredName, 'path' | 'line'> & { value: string };

/** The allowed words of a name: English, nouns of the glossary, fields of calls and columns. */
export type NameVocabulary = {
  isEnglish: (word: string) => boolean;
  nouns: ReadonlySet<string>;
  fields: ReadonlySet<string>;
};

/** Technical terms, and words of formats and packages, that no dictionary has. */
const TERMS = new Set(
  `acr altcha bavail cie clamd cspell csrf dcat dri dsn eicar eoi errcode exif ftyp gpd gte heif hsl hvc ical icalendar idat ifd ihdr iinf iloc
   infe ipco iprp ispe iupd jfif jwk jwks kysely laravel latlng localised mdat mooney nominatim objstm oid oidc otp pagopa pitm pkce prerendered
   psp publiccode rowid spid tari tsx userinfo viewbox vnu wip xfa xmp`.split(/\s+/),
);

/** Towns of the demo, and people in tests. */
const PROPER = new Set('anna borgo borgosereno collelume giulia luca mario portolieve valle'.split(' '));

/** Units, which may stand alone as names. */
const UNITS = new Set(['day', 'hour', 'mb', 'megabyte', 'minute', 'year']);

/** Italian words that are also in the English dictionary. */
const ITALIAN = new Set(
  `ancora casa che chi con da dalla del della di dopo dove fa fine gli il la le lista mare mostra oltre ora parte perche
   poi posta posto prima pronto pure quando resto riga salva se sotto sul tela tutti verso via`.split(/\s+/),
);

/** Articles and prepositions are Italian beside other words; alone they may be an abbreviation. */
const PARTICLES = new Set('al ci di ha il la le lo ma ne non sa si su un va'.split(' '));

/** Names that an external API prescribes. */
const GIVEN = new Set(['ALL', 'GET', 'POST', 'Props', 'down', 'grecaptcha', 'prerender', 'setup', 'test', 'up']);

/** @returns whether a word in small letters is English, American or British, or a technical term */
export async function englishWords(): Promise<NameVocabulary['isEnglish']> {
  const bundled = await getDefaultBundledSettingsAsync();
  const settings = combineTextAndLanguageSettings({ ...bundled, language: 'en,en-GB' }, '', ['typescript', 'html']);
  const dictionary = await getDictionary(settings);
  return (word) =>
    !ITALIAN.has(word) && (TERMS.has(word) || PROPER.has(word) || dictionary.has(word, { ignoreCase: true }));
}

/** @returns the nouns of the glossary with their plurals: every word in the first cell of a row below its heading "Nouns" */
export function nounsOf(glossary: string): Set<string> {
  const rows = glossary
    .slice(glossary.indexOf('\n## Nouns'))
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const words = rows.flatMap((row) => wordsOf(withoutAccents(row.split('|')[1] ?? '').replace(/\W+/g, '_')));
  return new Set(words.flatMap((word) => [word, pluralOf(word)]));
}

/** @param noun a regular one, in the singular */
function pluralOf(noun: string): string {
  if (/[cg]a$/.test(noun)) return noun.replace(/a$/, 'he');
  if (noun.endsWith('a')) return noun.replace(/a$/, 'e');
  return noun.replace(/(io|o|e)$/, 'i');
}

const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** @returns the words of a name, in small letters: `openPraticheOf` is open, pratiche, of */
export function wordsOf(name: string): string[] {
  return name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** @returns a sentence per name that is neither English nor of the glossary, or a single word that says too little */
export function wrongNames(names: readonly DeclaredName[], vocabulary: NameVocabulary): string[] {
  const { nouns, fields } = vocabulary;
  return names.flatMap(({ name, path, line, isTop, isField }) => {
    if (GIVEN.has(name) || isColumn(name) || (isField && fields.has(name))) return [];
    const words = wordsOf(name);
    const strange = strangeWords(words, vocabulary);
    if (strange.length > 0)
      return [`${path}:${line}: ${name}: ${strange.join(', ')}: neither English nor a noun of the glossary`];
    return isTop && isVague(words, path, nouns) ? [`${path}:${line}: ${name}: does not say what it is of`] : [];
  });
}

const strangeWords = (words: readonly string[], { isEnglish, nouns }: NameVocabulary): string[] =>
  words.filter((word) => {
    if (nouns.has(word) || word.length === 1) return false;
    return !isEnglish(word) || (words.length > 1 && PARTICLES.has(word));
  });

/** A single word is refused, unless the glossary or the file name explains it: `Dialog` is all of `Dialog.tsx`. */
function isVague([word = '', ...others]: readonly string[], path: string, nouns: NameVocabulary['nouns']): boolean {
  const file = path.replace(/^.*\//, '').replace(/\..*$/, '');
  return (
    others.length === 0 && !nouns.has(word) && !UNITS.has(word) && !PROPER.has(word) && word !== file.toLowerCase()
  );
}

/** Columns and fields of the specification have underscores (`creata_il`, `Ente__c`); constants are in capitals. */
const isColumn = (name: string): boolean => /[a-z]_+[a-z]/i.test(name) && /[a-z]/.test(name);

/** @returns the fields of calls and the columns of tables: keys of the schemas, and the types of `src/store/tables.ts` */
export function fieldsOf(tree: SourceTree): Set<string> {
  const found = new Set<string>();
  for (const [path, code] of tree) {
    visitAll(path, code, (node) => {
      if (ts.isPropertySignature(node) && path === 'src/store/tables.ts') add(found, node.name);
      if (!ts.isCallExpression(node) || !SCHEMA.test(node.expression.getText())) return;
      for (const given of node.arguments)
        if (ts.isObjectLiteralExpression(given)) for (const property of given.properties) add(found, property.name);
    });
  }
  return found;
}

const SCHEMA = /(^|\.)(object|strictObject|looseObject|extend|defineFields|strictFields)$/;

function add(found: Set<string>, name: ts.Node | undefined): void {
  if (name && ts.isIdentifier(name)) found.add(name.text);
}

/** @returns a sentence per value of a `kind` that is neither English nor of the glossary */
export function wrongKinds(kinds: readonly KindValue[], vocabulary: NameVocabulary): string[] {
  return kinds.flatMap(({ value, path, line }) => {
    const strange = strangeWords(wordsOf(value), vocabulary);
    return strange.length === 0
      ? []
      : [`${path}:${line}: kind '${value}': ${strange.join(', ')}: neither English nor a noun of the glossary`];
  });
}

/** @returns the texts that a property or an attribute called `kind` is given or may have, with their places */
export function kindValues(tree: SourceTree): KindValue[] {
  return [...tree].flatMap(([file, text]) =>
    modulesOf(file, text).flatMap(([path, code]) => {
      const kinds: KindValue[] = [];
      visitAll(path, code, (node, source) => {
        for (const literal of kindLiterals(node)) {
          const { line } = source.getLineAndCharacterOfPosition(literal.getStart(source));
          kinds.push({ value: literal.text, path: file, line: line + 1 });
        }
      });
      return kinds;
    }),
  );
}

function kindLiterals(node: ts.Node): ts.StringLiteralLike[] {
  const isNamed =
    ts.isPropertyAssignment(node) ||
    ts.isPropertySignature(node) ||
    ts.isBindingElement(node) ||
    ts.isJsxAttribute(node);
  if (!isNamed || node.name?.getText() !== 'kind') return [];
  return literalsIn(ts.isPropertySignature(node) ? node.type : node.initializer);
}

/** The texts of a value or type: `'a'`, `'a' | 'b'`, `when ? 'a' : 'b'`, `'a' as const`, not those of what is called or compared. */
function literalsIn(node: ts.Node | undefined): ts.StringLiteralLike[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsIn);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(literalsIn);
  if (ts.isLiteralTypeNode(node)) return literalsIn(node.literal);
  if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(literalsIn);
  if (
    ts.isJsxExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isParenthesizedExpression(node)
  )
    return literalsIn(node.expression);
  return [];
}

/** @returns every name that the modules of a tree declare, with its place */
export function declaredNames(tree: SourceTree): DeclaredName[] {
  return [...tree].flatMap(([file, text]) =>
    modulesOf(file, text).flatMap(([path, code]) => {
      const names: DeclaredName[] = [];
      visitAll(path, code, (node, source) => {
        const declared = declaredBy(node);
        if (!declared) return;
        const { line } = source.getLineAndCharacterOfPosition(declared.name.getStart(source));
        names.push({
          name: declared.name.text,
          path: file,
          line: line + 1,
          isTop: isTopLevel(node, source),
          isField: declared.isField,
        });
      });
      return names;
    }),
  );
}

function declaredBy(node: ts.Node): { name: ts.Identifier; isField: boolean } | undefined {
  const isField = ts.isPropertySignature(node) || ts.isMethodSignature(node) || ts.isPropertyDeclaration(node);
  const isOther =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    (ts.isImportSpecifier(node) && node.propertyName !== undefined) ||
    ts.isBindingElement(node);
  if (!(isField || isOther) || !node.name || !ts.isIdentifier(node.name)) return undefined;
  return { name: node.name, isField: isField || (ts.isBindingElement(node) && !node.propertyName) };
}

/**
 * In tests and scripts only exported names are checked: the others are read where they are declared. Astro's pages are functions.
 */
function isTopLevel(node: ts.Node, source: ts.SourceFile): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  if (statement.parent !== source || !ts.canHaveModifiers(statement) || /\.astro(#script)?$/.test(source.fileName))
    return false;
  const isExported = ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  return isExported || (source.fileName.startsWith('src/') && !/\.test\.ts$/.test(source.fileName));
}

function visitAll(path: string, code: string, see: (node: ts.Node, source: ts.SourceFile) => void): void {
  const source = parseModule(path, code);
  const visit = (node: ts.Node): void => {
    see(node, source);
    ts.forEachChild(node, visit);
  };
  visit(source);
}
