/** Open311 GeoReport v2 as this portal answers it, as an OpenAPI document: all that the document says stands in this file. */
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  publishedBy,
  refTo,
} from '../../../platform/openapi.ts';
import { OPEN311_PATH } from './open-data.links.ts';
import { MAX_REQUESTS, type RequestsArgument } from './open311-query.ts';

const OPEN311_TAG = 'open311';

const describedText = (description: string): JsonSchema => ({ type: 'string', description });
const nullableText = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
const degreesField = (limit: number, description: string): JsonSchema => ({
  type: 'number',
  minimum: -limit,
  maximum: limit,
  description,
});
const degreesOrNull: JsonSchema = { type: ['number', 'null'], description: 'WGS 84; null until it is released' };
const momentField = (description: string): JsonSchema => ({ type: 'string', format: 'date-time', description });

const FORMAT_PARAMETER: OpenApiParameter = {
  name: 'format',
  in: 'path',
  required: true,
  schema: { type: 'string', enum: ['json', 'xml'] },
  example: 'json',
};
const inPath = (name: string, example: string): OpenApiParameter => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example,
});
const inQuery = (name: string, schema: JsonSchema): OpenApiParameter => ({
  name,
  in: 'query',
  required: false,
  schema,
});

const JURISDICTION_WORDS = 'Id of the municipality. On the host of a municipality it may be left out.';
const JURISDICTION_PARAMETER = inQuery('jurisdiction_id', describedText(JURISDICTION_WORDS));

const REQUESTS_ARGUMENTS: Readonly<Record<RequestsArgument, JsonSchema>> = {
  service_request_id: describedText(
    `Up to ${MAX_REQUESTS} ids with commas between them; all other arguments are then ignored.`,
  ),
  service_code: describedText('Codes with commas between them.'),
  status: describedText('`open`, `closed`, or both with a comma between them.'),
  start_date: describedText('First moment, such as 2026-11-01T00:00:00Z, or a day. With `end_date` 90 days at most.'),
  end_date: describedText('Last moment.'),
  bbox: describedText('West, south, east and north in degrees, with commas between them.'),
  lat: degreesField(90, 'Centre of a circle, together with `long` and `radius`.'),
  long: degreesField(180, 'Centre of the circle.'),
  radius: { type: 'number', description: 'In metres.' },
  page: { type: 'integer', minimum: 1 },
  page_size: { type: 'integer', minimum: 1, maximum: MAX_REQUESTS },
};

const EMAIL_WORDS =
  'Of the citizen, who may have to confirm the report. A program that vouches for its citizens may leave it out.';
const BYTES_SCHEMA: JsonSchema = { type: 'string', format: 'binary' };

const REPORT_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'It says where: `lat` and `long`, or `address_string`, except for SF230, which needs no place.',
  required: ['service_code', 'description'],
  properties: {
    api_key: describedText('Key of a program, where no header has it.'),
    jurisdiction_id: describedText(JURISDICTION_WORDS),
    service_code: describedText('A code of /services.'),
    lat: degreesField(90, 'WGS 84'),
    long: degreesField(180, 'WGS 84'),
    address_string: describedText('Address or place, in words.'),
    description: describedText('What is wrong. Its first line becomes the title.'),
    email: { type: 'string', format: 'email', description: EMAIL_WORDS },
    first_name: describedText('Of the citizen.'),
    last_name: describedText('Of the citizen.'),
    phone: describedText('Of the citizen.'),
    media_url: { type: 'array', items: { type: 'string' }, description: 'Public addresses of photos, one field each.' },
    media: { type: 'array', items: BYTES_SCHEMA, description: 'Photos and documents, one field each.' },
    account_id: describedText('For the office.'),
    'attribute[external_id]': describedText(
      'Number that the report has with the program: the office finds it by that.',
    ),
  },
  // Any `attribute[…]`, which the office reads.
  additionalProperties: { type: 'string' },
};

const OPEN311_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Discovery: {
    type: 'object',
    required: ['changeset', 'contact', 'key_service', 'endpoints'],
    properties: {
      changeset: momentField('Since when it has been so.'),
      contact: describedText('Whom to ask.'),
      key_service: describedText('How to get a key.'),
      endpoints: {
        type: 'array',
        items: {
          type: 'object',
          required: ['specification', 'url', 'changeset', 'type', 'formats'],
          properties: {
            specification: describedText('Address of the standard.'),
            url: describedText('What the paths begin with.'),
            changeset: momentField('Since when it has been so.'),
            type: { type: 'string', enum: ['production', 'test'] },
            formats: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  Service: {
    type: 'object',
    required: ['service_code', 'service_name', 'description', 'metadata', 'type', 'keywords', 'group'],
    properties: {
      service_code: { type: 'string', examples: ['SF310'] },
      service_name: describedText('In the words of citizens.'),
      description: describedText('The same.'),
      metadata: { type: 'boolean', const: false },
      type: { type: 'string', const: 'realtime' },
      keywords: { type: 'string' },
      group: { type: 'string' },
    },
  },
  ServiceDefinition: {
    type: 'object',
    required: ['service_code', 'attributes'],
    properties: { service_code: { type: 'string' }, attributes: { type: 'array', maxItems: 0, items: {} } },
  },
  Request: {
    type: 'object',
    required: [
      'service_request_id',
      'status',
      'service_name',
      'service_code',
      'requested_datetime',
      'updated_datetime',
    ],
    properties: {
      service_request_id: describedText('It does not open the case.'),
      status: { type: 'string', enum: ['open', 'closed'] },
      status_notes: nullableText(
        'What was answered to everybody; of a report of its own the program reads the state in words.',
      ),
      service_name: { type: 'string' },
      service_code: { type: 'string' },
      description: nullableText('Title and text; null until they are released, except for the program that sent them.'),
      agency_responsible: describedText('Name of the municipality.'),
      service_notice: nullableText('Always null.'),
      requested_datetime: momentField('When it arrived; of what is not released, the beginning of that day.'),
      updated_datetime: momentField('When its public side changed last.'),
      expected_datetime: nullableText('When the office answers at the latest, for the program that sent it.'),
      address: nullableText('In words.'),
      address_id: nullableText('Always null.'),
      zipcode: nullableText('Always null.'),
      lat: degreesOrNull,
      long: degreesOrNull,
      media_url: nullableText('Address of its first photo.'),
    },
  },
  SentReport: {
    type: 'object',
    description: 'An id, or a token until the citizen has confirmed the report.',
    required: ['service_notice', 'account_id'],
    properties: {
      service_request_id: describedText('Where the program vouches for the citizen.'),
      token: describedText('For /tokens, where the citizen has to confirm.'),
      service_notice: nullableText('For the citizen: what happens next.'),
      account_id: nullableText('Always null.'),
    },
  },
  Update: {
    type: 'object',
    required: ['update_id', 'service_request_id', 'status', 'description', 'updated_datetime'],
    properties: {
      update_id: describedText('The same each time it is listed.'),
      service_request_id: { type: 'string' },
      status: { type: 'string', enum: ['open', 'closed'] },
      description: nullableText('The state in words, or what was answered to everybody.'),
      updated_datetime: momentField('When it happened.'),
    },
  },
  SentUpdate: {
    type: 'object',
    required: ['update_id'],
    properties: { update_id: describedText('Its id in this portal.') },
  },
  Token: {
    type: 'object',
    required: ['token'],
    properties: { token: { type: 'string' }, service_request_id: describedText('Once the citizen has confirmed it.') },
  },
  Errors: {
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      required: ['code', 'description'],
      properties: {
        code: { type: 'integer', description: 'The status.' },
        description: describedText('A sentence, which begins with the name of the argument.'),
      },
    },
  },
};
const listOf = (name: string): JsonSchema => ({ type: 'array', items: refTo('schemas', name) });

/** Both formats of an answer: generators read the JSON. */
const inBoth = (schema: JsonSchema, example?: unknown): NonNullable<OpenApiResponse['content']> => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
  'text/xml': { schema: { type: 'string' } },
});

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } } as const;
const ERROR_STATUSES = {
  400: 'An argument is missing or wrong.',
  403: 'The key is missing, wrong, over, or of another municipality.',
  404: 'It is not there, or not of this municipality.',
  409: 'The same send is being worked on; of an update: the case is closed, or its citizen has written enough for now.',
  413: 'The body is too large.',
  415: 'The body is no form.',
  429: 'The key has sent all that it may for now.',
  500: 'The portal failed.',
  503: 'The portal is not available for a moment.',
} as const;
type ErrorStatus = keyof typeof ERROR_STATUSES;

const errorResponse = (status: ErrorStatus): OpenApiResponse => ({
  description: ERROR_STATUSES[status],
  ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
  content: inBoth(refTo('schemas', 'Errors')),
});
const errorRefs = (statuses: readonly ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, refTo('responses', `Error${status}`)]));

/** The callers of a call: anybody; anybody, of whom a program reads more; programs alone. */
const OPEN311_CALLERS = {
  anyone: { words: 'Needs neither a login nor a key.', security: [{}], errors: [] },
  both: {
    words: 'Needs neither a login nor a key. With its key a program reads its own reports, public or not.',
    security: [{}, { programma: [] }, { password: [] }],
    errors: [403, 429],
  },
  program: {
    words: 'Needs the key of a program that may send reports.',
    security: [{ programma: [] }, { password: [] }],
    errors: [403, 429],
  },
} as const satisfies Record<string, { words: string; security: OpenApiOperation['security']; errors: ErrorStatus[] }>;

function readOperation(call: {
  id: string;
  summary: string;
  callers: keyof typeof OPEN311_CALLERS;
  parameters: OpenApiParameter[];
  answer: JsonSchema;
  errors: readonly ErrorStatus[];
}): OpenApiOperation {
  const { words, security, errors } = OPEN311_CALLERS[call.callers];
  return {
    operationId: call.id,
    tags: [OPEN311_TAG],
    summary: call.summary,
    description: `${words} Pages of every site may read it.`,
    security: [...security],
    parameters: [...call.parameters, FORMAT_PARAMETER],
    responses: {
      200: { description: 'Done.', content: inBoth(call.answer) },
      ...errorRefs([...call.errors, ...errors, 500, 503]),
    },
  };
}

const UPDATE_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'It has a text or a photo.',
  required: ['service_request_id', 'update_id'],
  properties: {
    api_key: describedText('Key of a program, where no header has it.'),
    jurisdiction_id: describedText(JURISDICTION_WORDS),
    service_request_id: describedText('Of a report that this program has sent.'),
    update_id: describedText('Id with the program, or `update_id_ext`: what is sent again under it is there once.'),
    description: describedText('What the citizen writes.'),
    first_name: describedText('Of who wrote it.'),
    last_name: describedText('Of who wrote it.'),
    public_anonymity_required: describedText('`TRUE`: the name is left out.'),
    media_url: { type: 'array', items: { type: 'string' }, description: 'Public addresses of photos, one field each.' },
    media: { type: 'array', items: BYTES_SCHEMA, description: 'Photos and documents, one field each.' },
  },
  // FixMyStreet sends more, which is not read.
  additionalProperties: { type: 'string' },
};

const SEND_UPDATE_OPERATION: OpenApiOperation = {
  operationId: 'open311SendUpdate',
  tags: [OPEN311_TAG],
  summary: 'A program sends what a citizen wrote about a report of its own: an extension of FixMyStreet’s.',
  description:
    'Needs the key of a program, in a header or as `api_key` in the form. It becomes a message of the citizen to the office.',
  security: [{ programma: [] }, { password: [] }, {}],
  parameters: [FORMAT_PARAMETER],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: UPDATE_SCHEMA },
      'application/x-www-form-urlencoded': {
        schema: UPDATE_SCHEMA,
        example: {
          jurisdiction_id: 'portolieve',
          service_request_id: 'Kx7vQ2mZ9tB4',
          update_id: '5678',
          description: 'La buca è più larga.',
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Done, or there already.',
      content: inBoth(listOf('SentUpdate'), [{ update_id: 'Kx7vQ2mZ9tB4-2' }]),
    },
    ...errorRefs([400, 403, 404, 409, 413, 415, 429, 500, 503]),
  },
};

const SEND_OPERATION: OpenApiOperation = {
  operationId: 'open311Send',
  tags: [OPEN311_TAG],
  summary: 'A program sends a report of a citizen.',
  description:
    'Needs the key of a program, in a header or as `api_key` in the form. Ten files and 30 MB at most. With an idempotency key a send that is repeated is done once.',
  security: [{ programma: [] }, { password: [] }, {}],
  parameters: [
    FORMAT_PARAMETER,
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': { schema: REPORT_SCHEMA },
      'application/x-www-form-urlencoded': {
        schema: REPORT_SCHEMA,
        example: {
          api_key: 'la-chiave-del-programma',
          jurisdiction_id: 'portolieve',
          service_code: 'SF310',
          address_string: 'Via Garibaldi 4',
          description: 'Buca davanti alla scuola.',
          email: 'anna.bianchi@esempio.it',
          first_name: 'Anna',
          last_name: 'Bianchi',
        },
      },
    },
  },
  responses: {
    201: {
      description: 'Done; something new is there.',
      content: inBoth(listOf('SentReport'), [
        { service_request_id: 'Kx7vQ2mZ9tB4', service_notice: null, account_id: null },
      ]),
    },
    ...errorRefs([400, 403, 404, 409, 413, 415, 429, 500, 503]),
  },
};

const OPEN311_PATHS: OpenApiDocument['paths'] = {
  '/discovery.{format}': {
    get: readOperation({
      id: 'open311Discovery',
      summary: 'Anyone reads where the calls are, and whom to ask for a key.',
      callers: 'anyone',
      parameters: [],
      answer: refTo('schemas', 'Discovery'),
      errors: [404],
    }),
  },
  '/services.{format}': {
    get: readOperation({
      id: 'open311Services',
      summary: 'Anyone lists the types of report that a municipality takes.',
      callers: 'anyone',
      parameters: [JURISDICTION_PARAMETER],
      answer: listOf('Service'),
      errors: [400, 404],
    }),
  },
  '/services/{service_code}.{format}': {
    get: readOperation({
      id: 'open311Definition',
      summary: 'Anyone reads the fields of a type of report: no type has any of its own.',
      callers: 'anyone',
      parameters: [inPath('service_code', 'SF310'), JURISDICTION_PARAMETER],
      answer: refTo('schemas', 'ServiceDefinition'),
      errors: [400, 404],
    }),
  },
  '/requests.{format}': {
    get: readOperation({
      id: 'open311Requests',
      summary:
        'Anyone lists the public reports of a municipality, those of the last 90 days unless said otherwise; a program by their ids its own, too.',
      callers: 'both',
      parameters: [
        JURISDICTION_PARAMETER,
        ...Object.entries(REQUESTS_ARGUMENTS).map(([name, schema]) => inQuery(name, schema)),
      ],
      answer: listOf('Request'),
      errors: [400, 404],
    }),
    post: SEND_OPERATION,
  },
  '/requests/{service_request_id}.{format}': {
    get: readOperation({
      id: 'open311Request',
      summary: 'Anyone reads one public report, and a program one of its own.',
      callers: 'both',
      parameters: [inPath('service_request_id', 'Kx7vQ2mZ9tB4'), JURISDICTION_PARAMETER],
      answer: listOf('Request'),
      errors: [400, 404],
    }),
  },
  '/servicerequestupdates.{format}': {
    get: readOperation({
      id: 'open311Updates',
      summary: 'A program lists what became of its reports in a time, each change once: an extension of FixMyStreet’s.',
      callers: 'program',
      parameters: [
        JURISDICTION_PARAMETER,
        inQuery('start_date', REQUESTS_ARGUMENTS.start_date),
        inQuery('end_date', REQUESTS_ARGUMENTS.end_date),
      ],
      answer: listOf('Update'),
      errors: [400, 404],
    }),
    post: SEND_UPDATE_OPERATION,
  },
  '/tokens/{token}.{format}': {
    get: readOperation({
      id: 'open311Token',
      summary: 'A program asks for the id of a report that it sent: there is one once the citizen has confirmed it.',
      callers: 'anyone',
      parameters: [inPath('token', 'pT5nW8cJ1xL6'), JURISDICTION_PARAMETER],
      answer: listOf('Token'),
      errors: [400, 404],
    }),
  },
};

/** @param site address without a final slash */
export const open311Api = (site: string): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Open311 GeoReport v2',
    version: '2',
    description:
      'The public reports of a municipality, and new ones from programs that have a key of it (http://wiki.open311.org/GeoReport_v2). Each answer is there as JSON and as XML.',
    ...publishedBy(site),
  },
  servers: [{ url: site + OPEN311_PATH, description: 'This portal' }],
  tags: [{ name: OPEN311_TAG, description: 'Services, reports and tokens, in the names of the standard.' }],
  paths: OPEN311_PATHS,
  components: {
    schemas: { ...OPEN311_SCHEMAS },
    responses: Object.fromEntries(
      Object.keys(ERROR_STATUSES).map((status) => [`Error${status}`, errorResponse(Number(status) as ErrorStatus)]),
    ),
    securitySchemes: {
      programma: {
        type: 'http',
        scheme: 'bearer',
        description: 'The key of a program, as an administrator of the municipality made it in /gestione/programmi.',
      },
      password: {
        type: 'http',
        scheme: 'basic',
        description: 'The same key as the password of the user `api_key`, for clients that are given an address alone.',
      },
    },
  },
});
