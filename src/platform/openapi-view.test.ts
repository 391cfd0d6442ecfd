import { expect, test } from 'vitest';
import type { OpenApiDocument } from './openapi.ts';
import { fieldsOf, operationsOf, typesOf } from './openapi-view.ts';

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.0',
  info: {
    title: '',
    version: '1',
    description: '',
    license: { name: '', identifier: '' },
    contact: { name: '', url: '' },
  },
  servers: [{ url: 'https://portale.invalid/base', description: '' }],
  tags: [{ name: 'uno', description: '' }],
  paths: {
    '/x/{id}': {
      post: {
        operationId: 'scriviX',
        tags: ['uno'],
        summary: 'Anyone writes.',
        description: '',
        security: [{}],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/Chiave' },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { properties: { nota: { type: 'string', maxLength: 9 } }, required: ['nota'] },
              example: { nota: 'ciao' },
            },
          },
        },
        responses: {
          200: {
            description: 'Done.',
            content: {
              'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/X' } } } },
            },
          },
          404: { $ref: '#/components/responses/not_found' },
        },
      },
      get: {
        operationId: 'altro',
        tags: ['due'],
        summary: '',
        description: '',
        security: [],
        parameters: [],
        responses: {},
      },
    },
  },
  components: {
    schemas: {
      X: { properties: { y: { type: 'array', items: { $ref: '#/components/schemas/Y' } } } },
      Y: { type: 'string' },
      Errore: { properties: {} },
    },
    responses: {
      not_found: {
        description: 'It is not there.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Errore' } } },
      },
    },
    parameters: { Chiave: { name: 'Chiave', in: 'header', required: false, schema: { type: 'string' } } },
    securitySchemes: {},
  },
};

test('the calls of a tag are shown with their fields, answers and examples, wherever the document has them', () => {
  expect(operationsOf(DOCUMENT, 'uno')).toEqual([
    {
      id: 'scriviX',
      method: 'POST',
      path: '/base/x/{id}',
      summary: 'Anyone writes.',
      description: '',
      parameters: [
        { name: 'id', isNeeded: true, words: 'text' },
        { name: 'Chiave', isNeeded: false, words: 'text. Header.' },
      ],
      body: {
        types: ['application/json'],
        fields: [{ name: 'nota', isNeeded: true, words: 'text of up to 9 characters' }],
      },
      answers: [
        { status: '200', words: 'Done. `X`.', fields: [] },
        { status: '404', words: 'It is not there.', fields: [] },
      ],
      examples: [{ heading: 'Example of a body', text: '{\n  "nota": "ciao"\n}' }],
    },
  ]);
});

test('the types that the calls of a tag lead to are shown, also those within others', () => {
  expect(typesOf(DOCUMENT, 'uno').map(({ name }) => name)).toEqual(['X', 'Y']);
  expect(fieldsOf(DOCUMENT.components.schemas.X ?? {})).toEqual([{ name: 'y', isNeeded: false, words: 'list of `Y`' }]);
});
