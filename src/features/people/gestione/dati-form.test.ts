import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { enteSchema } from '../../../data/ente.ts';
import { OFFERTE } from '../../../data/offerta.ts';
import { type FormNode, formNodes, readNodes } from './dati-form.ts';

const CODES = { SF510: 'Illuminazione', SF300: 'Parcheggi' };
const asJson = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input' });
const BORDER = {
  type: 'Polygon',
  coordinates: [
    [
      [12, 42],
      [12.1, 42],
      [12.1, 42.1],
      [12, 42],
    ],
  ],
};
/** What a browser posts for these fields as they are. */
const posted = (nodes: FormNode[]): Record<string, string> =>
  Object.assign(
    {},
    ...nodes.map((node) =>
      node.kind === 'group'
        ? posted(node.nodes)
        : node.kind === 'tick' && !node.value
          ? {}
          : { [node.name]: node.value },
    ),
  );

test('what a form shows of an ente comes back as it was, without the empty entries at the end of its lists', () => {
  const schema = asJson(enteSchema(true));
  const fields = ['contatti', 'caselle', 'categorie', 'giorni', 'pubblicazione', 'annunci', 'risposte', 'url', 'aree'];
  const part = { properties: Object.fromEntries(fields.map((name) => [name, schema.properties?.[name] ?? {}])) };
  const value = {
    contatti: { indirizzo: 'Via Roma 1', email: 'a@borgo.example' },
    caselle: { '*': 'tutti@borgo.example', SF510: 'luce@borgo.example' },
    categorie: ['SF510'],
    giorni: { SF300: 10 },
    pubblicazione: { SF310: 'subito' },
    annunci: [{ testo: 'Chiuso', dal: '2026-12-24', al: '2026-12-26' }],
    risposte: [
      { nome: 'Preso', testo: 'Gentile {nome}\ngrazie', servizi: ['SF510'] },
      { nome: 'B', testo: 'C' },
    ],
    aree: [
      { id: 'centro', nome: 'Centro', confine: BORDER },
      { id: 'case-sparse', nome: 'Case sparse' },
    ],
  };
  expect(readNodes(part, posted(formNodes(part, value, { codes: CODES })))).toEqual(value);
  expect(readNodes(part, posted(formNodes(part, {}, { codes: CODES })))).toEqual({});
});

test('a crest stays until its tick is set, and a file uploaded in its place counts more than the tick', () => {
  const part = { properties: { stemma: asJson(enteSchema(true)).properties?.stemma ?? {} } };
  const stored = { impronta: 'a'.repeat(22), tipo: 'svg' };
  const fields = posted(formNodes(part, { stemma: stored }, { codes: CODES }));
  const ticked = { ...fields, 'stemma.togli': 'on' };
  expect(readNodes(part, fields)).toEqual({ stemma: stored });
  expect(readNodes(part, ticked)).toEqual({});
  expect(readNodes(part, { ...ticked, stemma: 'PHN2Zz4=' })).toEqual({ stemma: 'PHN2Zz4=' });
});

test('a border that is no JSON is asked for in the words of a border', () => {
  const schema = asJson(enteSchema(true));
  const part = { properties: { aree: schema.properties?.aree ?? {} } };
  const typed = { 'aree.0.id': 'centro', 'aree.0.nome': 'Centro', 'aree.0.confine': '{"type": "Polygon", ' };
  const { error } = z.safeParse(enteSchema(true), readNodes(part, typed));
  expect(error?.issues.find(({ path }) => path.join('.') === 'aree.0.confine')?.message).toMatch(/geometria GeoJSON/);
});

test('every offer comes back as it was, with prices in euro on the page', () => {
  const parcheggi = OFFERTE.SF300 as z.ZodMiniType;
  const value = {
    zone: [{ codice: 'a', nome: 'A' }],
    prezzi: [{ zona: 'a', tipo: 'residente', durata: 'mensile', importo_cent: 1250 }],
    max_targhe: 2,
    bollo: true,
    bollo_tassonomia: '9/0301150IM/',
  };
  const nodes = formNodes(asJson(parcheggi), value, { codes: CODES });
  const fields = posted(nodes);
  expect([fields['prezzi.0.importo_cent'], readNodes(asJson(parcheggi), fields)]).toEqual(['12,50', value]);
  const wrong = readNodes(asJson(parcheggi), { ...fields, 'prezzi.0.importo_cent': 'molto' });
  expect(z.safeParse(parcheggi, wrong).error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'prezzi.0.importo_cent',
  ]);
});
