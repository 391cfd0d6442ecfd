/** Redocly and Spectral read the OpenAPI documents, as in `npm run check`. */
import { fileURLToPath } from 'node:url';
import { openApiDocuments, openApiFaults } from '../../scripts/check/openapi.ts';
import type { OtherJudgement } from './runs.ts';
import { versionOf } from './version.ts';

export async function judgeOpenApi(): Promise<OtherJudgement> {
  const documents = await openApiDocuments();
  const faults = await openApiFaults(fileURLToPath(new URL('../..', import.meta.url)), documents);
  return {
    version: [versionOf('@redocly/cli'), versionOf('@stoplight/spectral-core')].join(' e '),
    judged: Object.keys(documents).length,
    findings: faults.map((words) => ({ of: Object.keys(documents).join(', '), words })),
  };
}
