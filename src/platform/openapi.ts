/** The parts of an OpenAPI 3.1 document that the portal writes: their types, and what its documents have in common. */

/** The keywords of JSON Schema that the portal's schemas come to. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

export type OpenApiParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
type OpenApiRef = { $ref: string };
/** By media type. */
type OpenApiContent = Record<string, { schema: JsonSchema; example?: unknown }>;
export type OpenApiResponse = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: OpenApiContent;
};

export type OpenApiOperation = {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: (OpenApiParameter | OpenApiRef)[];
  requestBody?: { required: boolean; content: OpenApiContent };
  /** By status */
  responses: Record<string, OpenApiResponse | OpenApiRef>;
};

type SecurityScheme = { description: string } & (
  | { type: 'apiKey'; in: 'cookie' | 'header'; name: string }
  | { type: 'http'; scheme: 'bearer' | 'basic' }
);

/** By method in small letters. */
export type OpenApiPath = Partial<Record<'get' | 'post' | 'delete', OpenApiOperation>>;

export type OpenApiDocument = {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
    contact: { name: string; url: string };
  };
  servers: [{ url: string; description: string }];
  tags: { name: string; description: string }[];
  paths: Record<string, OpenApiPath>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiResponse>;
    parameters?: Record<string, OpenApiParameter>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

/** The publisher of a document of the portal, and its licence. @param site address without a final slash */
export const publishedBy = (site: string): Pick<OpenApiDocument['info'], 'license' | 'contact'> => ({
  license: { name: 'EUPL-1.2', identifier: 'EUPL-1.2' },
  contact: { name: 'Portale del cittadino', url: `${site}/` },
});

export const refTo = (kind: keyof OpenApiDocument['components'], name: string): OpenApiRef => ({
  $ref: `#/components/${kind}/${name}`,
});
