/** What the pages for developers show of an OpenAPI document. */
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiResponse } from './openapi.ts';
import { inWords, nameOfRef } from './schema-words.ts';

/** A field of a call or of a type. @property words with names and values between backticks */
export type FieldView = { name: string; isNeeded: boolean; words: string };

/** @property id of the operation @property callers, @property answers in words @property examples as text, under a heading each */
export type OperationView = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: FieldView[];
  /** Media types of the body and its fields; none: the call has no body */
  body: { types: string[]; fields: FieldView[] } | undefined;
  answers: { status: string; words: string; fields: FieldView[] }[];
  examples: { heading: string; text: string }[];
};

/** @returns the calls of a tag, in the order of the document */
export function operationsOf(document: OpenApiDocument, tag: string): OperationView[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => viewOf(document, { path, method: method.toUpperCase(), operation })),
  );
}

type PlacedOperation = { path: string; method: string; operation: OpenApiOperation };

function viewOf(document: OpenApiDocument, { path, method, operation }: PlacedOperation): OperationView {
  const { operationId: id, summary, description, requestBody, responses } = operation;
  const parameters = operation.parameters.map((one) => parameterOf(document, one));
  const [sent] = Object.values(requestBody?.content ?? {});
  return {
    id,
    method,
    path: new URL(document.servers[0].url).pathname.replace(/\/$/, '') + path,
    summary,
    description,
    parameters: parameters.map(({ name, required, schema, description: about, in: place }) => ({
      name,
      isNeeded: required,
      words: [inWords(schema), about, place === 'header' ? 'Header.' : undefined].filter(Boolean).join('. '),
    })),
    body: sent && { types: Object.keys(requestBody?.content ?? {}), fields: fieldsOf(sent.schema) },
    answers: Object.entries(responses).map(([status, one]) => ({ status, ...answerOf(responseOf(document, one)) })),
    examples: examplesOf(document, operation, parameters),
  };
}

const parameterOf = (document: OpenApiDocument, one: OpenApiOperation['parameters'][number]): OpenApiParameter =>
  '$ref' in one ? (document.components.parameters?.[nameOfRef(one.$ref)] as OpenApiParameter) : one;

const responseOf = (document: OpenApiDocument, one: OpenApiOperation['responses'][string]): OpenApiResponse =>
  '$ref' in one ? (document.components.responses[nameOfRef(one.$ref)] as OpenApiResponse) : one;

/** @returns the fields of an object, or none */
export const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): FieldView[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    isNeeded: required.includes(name),
    words: [inWords(schema), schema.description].filter(Boolean).join('. '),
  }));

function answerOf({ description, content = {} }: OpenApiResponse): { words: string; fields: FieldView[] } {
  const [[type, { schema }] = ['', { schema: {} as JsonSchema }]] = Object.entries(content);
  // Errors have one shape, which is told once; of an answer `data` is what it is about.
  if (schema.$ref || type === '') return { words: description, fields: [] };
  const data = schema.properties?.data ?? schema;
  const fields = fieldsOf(data);
  return { words: fields.length > 0 ? description : `${description} ${asSentence(inWords(data))}`, fields };
}

const asSentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function examplesOf(
  document: OpenApiDocument,
  { requestBody, responses }: OpenApiOperation,
  parameters: readonly OpenApiParameter[],
): OperationView['examples'] {
  const query = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
  const address = new URLSearchParams(query.map(({ name, example }) => [name, String(example)])).toString();
  const [sent] = Object.values(requestBody?.content ?? {});
  const answered = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, one]) => responseOf(document, one).content?.['application/json']?.example);
  return [
    ...(address ? [{ heading: 'Example of parameters', text: `?${address}` }] : []),
    ...[sent?.example]
      .filter((one) => one !== undefined)
      .map((one) => ({ heading: 'Example of a body', text: prettyJson(one) })),
    ...answered
      .filter((one) => one !== undefined)
      .map((one) => ({ heading: 'Example of an answer', text: prettyJson(one) })),
  ];
}

const prettyJson = (value: unknown) => JSON.stringify(value, null, 2);

/** @returns the named schemas that the calls of a tag lead to, by name */
export function typesOf(document: OpenApiDocument, tag: string): { name: string; schema: JsonSchema }[] {
  const { schemas } = document.components;
  const found = new Set<string>();
  const follow = (json: unknown): void => {
    for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(schemas[name]);
    }
  };
  for (const methods of Object.values(document.paths))
    for (const operation of Object.values(methods)) if (operation.tags.includes(tag)) follow(operation);
  return [...found].toSorted().map((name) => ({ name, schema: schemas[name] as JsonSchema }));
}
