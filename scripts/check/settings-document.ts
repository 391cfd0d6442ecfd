/** docs/settings.md and .env.example, from the table of settings. */
import * as z from 'zod/mini';
import type { SettingRow } from '../../src/platform/setting.ts';
import { NEEDED_IN_PRODUCTION } from '../../src/settings.ts';
import { markdownCode, markdownTable } from './markdown.ts';

/** @returns the text that a setting has when the environment says nothing; empty when it has none */
const defaultOf = ({ schema }: SettingRow): string => String(z.toJSONSchema(schema, { io: 'input' }).default ?? '');

export function settingsTable(settings: readonly SettingRow[]): string {
  return `\n${markdownTable(
    ['Name', 'Default', 'Meaning'],
    settings.map((row) => [markdownCode(row.name), defaultOf(row) ? markdownCode(defaultOf(row)) : '–', row.meaning]),
  )}\n`;
}

/** The text of docs/settings.md. */
export function settingsDocument(settings: readonly SettingRow[]): string {
  return `# Settings

Generated from \`src/settings.ts\`, where every setting stands once. They are read from the environment (\`npm start\` also reads a file
\`.env\` in the project's folder). An empty environment is valid: it gives the sandbox on this machine. A wrong value stops the start with
the name of the setting.
${settingsTable(settings)}
With \`PORTAL_MODE=production\` the portal does not start without ${NEEDED_IN_PRODUCTION.map(({ name }) => markdownCode(name)).join(', ')},
\`OIDC_ISSUER\`, \`OIDC_CLIENT_ID\` and one of \`OIDC_CLIENT_SECRET\`, \`OIDC_PRIVATE_KEY_FILE\`, nor with a \`LIMITS_FACTOR\`. A store made in one mode never opens in the other.
`;
}

/** The text of .env.example: every setting, commented out at its default. */
export function environmentExample(settings: readonly SettingRow[]): string {
  const rows = settings.map((row) => `# ${row.meaning.replaceAll('`', '')}\n#${row.name}=${defaultOf(row)}\n`);
  return `# Every setting with its default. An empty file is valid: it gives the sandbox on this machine.\n# Generated from src/settings.ts.\n\n${rows.join('\n')}`;
}
