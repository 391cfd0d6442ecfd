/** jsonld expands the catalogues of open data, and a validator judges them by the obligations of DCAT-AP_IT (`dcat-ap-it.ttl`). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installOutside } from '../load/outside.ts';
import { filesOfTests } from './made.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';
import { versionOf } from './version.ts';

/** The parts of the libraries that are used: they are none of the project's. */
type RdfTerm = { value: string };
type RdfQuads = Iterable<object>;
type JsonLd = { toRDF(document: object, options: { format: 'application/n-quads' }): Promise<string> };
type N3 = {
  Parser: new () => { parse(text: string): RdfQuads };
  Store: new (quads: RdfQuads) => RdfQuads & { size: number };
};
type ShapeResult = { focusNode: RdfTerm; path: RdfTerm | null; message: RdfTerm[]; sourceConstraintComponent: RdfTerm };
type Validator = new (shapes: RdfQuads) => { validate(data: RdfQuads): Promise<{ results: ShapeResult[] }> };

export async function judgeCatalogues(): Promise<OtherJudgement> {
  const folder = installOutside('jsonld@9.0.0', 'rdf-validate-shacl@0.6.5', 'n3@2.13.12');
  const { resolve } = createRequire(join(folder, 'catalogue.cjs'));
  const load = async (name: string) => (await import(pathToFileURL(resolve(name)).href)).default;
  const [jsonld, n3, ShapeValidator]: [JsonLd, N3, Validator] = [
    await load('jsonld'),
    await load('n3'),
    await load('rdf-validate-shacl'),
  ];
  const shapes = readFileSync(new URL('./dcat-ap-it.ttl', import.meta.url), 'utf8');
  const validator = new ShapeValidator(new n3.Store(new n3.Parser().parse(shapes)));
  const files = filesOfTests('jsonld');
  const findings: OtherFinding[] = [];
  for (const { kind, bytes } of files) {
    const quads = await jsonld.toRDF(JSON.parse(bytes.toString()), { format: 'application/n-quads' });
    const data = new n3.Store(new n3.Parser().parse(quads));
    if (data.size === 0) findings.push({ of: kind, words: 'jsonld reads nothing in it' });
    const { results } = await validator.validate(data);
    findings.push(...results.map((result) => ({ of: kind, words: wordsOf(result) })));
  }
  const version = ['jsonld', 'rdf-validate-shacl'].map((name) => versionOf(name, folder)).join(' e ');
  return { version, judged: files.length, findings };
}

const wordsOf = ({ focusNode, path, message, sourceConstraintComponent }: ShapeResult): string =>
  [focusNode, path, ...message, sourceConstraintComponent].map((term) => term?.value ?? '').join(' ');
