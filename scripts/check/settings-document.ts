/** docs/settings.md and .env.example, from the table of settings. */
import { NEEDED_IN_PRODUCTION, type SettingRow } from '../../src/settings.ts';
import { markdownCode, markdownTable } from './markdown.ts';

type SettingRows = readonly SettingRow[];

export function settingsTable(settings: SettingRows): string {
  return `\n${markdownTable(
    ['Name', 'Default', 'Meaning'],
    settings.map((row) => [markdownCode(row.name), row.fallback ? markdownCode(row.fallback) : '–', row.meaning]),
  )}\n`;
}

/** The text of docs/settings.md. */
export function settingsDocument(settings: SettingRows): string {
  return `# Settings

Generated from \`src/settings.ts\`, where every setting stands once. They are read from the environment (\`npm start\` also reads a file
\`.env\` in the project's folder). An empty environment is valid: it gives the sandbox on this machine. A wrong value stops the start with
the name of the setting.
${settingsTable(settings)}
With \`PORTAL_MODE=production\` the portal does not start without ${NEEDED_IN_PRODUCTION.map(markdownCode).join(', ')},
\`OIDC_ISSUER\`, \`OIDC_CLIENT_ID\` and one of \`OIDC_CLIENT_SECRET\`, \`OIDC_PRIVATE_KEY_FILE\`, nor with a \`LIMITS_FACTOR\`. A store made in one mode never opens in the other.
`;
}

/** The text of .env.example: every setting, commented out at its default. */
export function environmentExample(settings: SettingRows): string {
  const rows = settings.map(
    ({ name, fallback, meaning }) => `# ${meaning.replaceAll('`', '')}\n#${name}=${fallback}\n`,
  );
  return `# Every setting with its default. An empty file is valid: it gives the sandbox on this machine.\n# Generated from src/settings.ts.\n\n${rows.join('\n')}`;
}
