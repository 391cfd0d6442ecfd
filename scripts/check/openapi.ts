/** What generators and tools of others read: the OpenAPI documents, judged by the linters that are used most. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import type { OpenApiDocument } from '../../src/platform/openapi.ts';
import type { CheckPart } from './part.ts';
import { runTool } from './tools.ts';

const SITE = 'https://portale.invalid';

export const openapiPart: CheckPart = {
  name: 'openapi',
  promise: 'neither Redocly nor Spectral finds anything in the OpenAPI documents',
  look: async ({ root }) => ({ faults: await openApiFaults(root, await openApiDocuments()) }),
};

/** @param documents by the names that their faults are told under @returns what either linter finds */
export async function openApiFaults(root: string, documents: NamedDocuments): Promise<string[]> {
  return (await Promise.all([faultsOfCommand(root, documents), faultsOfLibrary(documents)])).flat();
}

type NamedDocuments = Readonly<Record<string, OpenApiDocument>>;

/** The descriptions that the portal gives, by name. */
export async function openApiDocuments(): Promise<NamedDocuments> {
  const { openApi } = await import('../../src/openapi.server.ts');
  const { open311Api } = await import('../../src/features/town/open-data/open311-openapi.ts');
  return { 'openapi.json': openApi(SITE), 'open311.json': open311Api(SITE) };
}

/** It asks nobody for a newer version, and tells nobody that it ran. */
const AT_HOME = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

async function faultsOfCommand(root: string, documents: NamedDocuments): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const files = Object.entries(documents).map(([name, document]) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(document));
      return file;
    });
    const rules = join(root, 'scripts/check/redocly.yaml');
    return await runTool(root, 'redocly', ['lint', ...files, '--config', rules, '--format', 'stylish'], AT_HOME);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function faultsOfLibrary(documents: NamedDocuments): Promise<string[]> {
  const spectral = new Spectral();
  // It knows scopes of OAuth alone; since OpenAPI 3.1 a key may have some, too.
  spectral.setRuleset({ extends: [oas as RulesetDefinition], rules: { 'oas3-operation-security-defined': 'off' } });
  const faults: string[] = [];
  for (const [name, document] of Object.entries(documents)) {
    const results = await spectral.run(document);
    faults.push(...results.map(({ code, path, message }) => `${name} ${path.join('/')}: ${message} (${code})`));
  }
  return faults;
}
