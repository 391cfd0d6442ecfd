/** The setting of the place where documents are left for protocols that take files: a folder of the server, or a bucket. */
import * as z from 'zod/mini';
import { bucketAddress, bucketOf, FILES_ROWS, type FilesSettings } from './files-settings.ts';
import { readRows, SettingError, type SettingRows, type SettingTexts } from './setting.ts';

export const PROTOCOL_ROWS = {
  drop: {
    name: 'PROTOCOL_DROP',
    schema: z.optional(z.string()),
    meaning:
      'Where documents are left for the protocols of enti that take files: a folder of this server (/srv/protocollo), or a bucket, written as FILES_URL. Each ente has a folder of its name in it. Without it an ente has its protocol at an address, or writes its numbers by hand. docs/protocol.md.',
  },
} as const satisfies SettingRows;

/** A folder of the server, or a bucket. */
export type ProtocolDrop = { folder: string } | { bucket: FilesSettings };

/** @throws SettingError which never shows an address */
export function readProtocolDrop(env: SettingTexts): ProtocolDrop | undefined {
  const { drop } = readRows(PROTOCOL_ROWS, env);
  if (drop === undefined) return undefined;
  if (drop.startsWith('/')) return { folder: drop.replace(/\/+$/, '') || '/' };
  const { name } = PROTOCOL_ROWS.drop;
  const url = z.safeParse(bucketAddress, drop);
  if (!url.success)
    throw new SettingError(`${name} è una cartella che comincia con /, o un bucket:${url.error.issues[0]?.message}`);
  const { url: _files, ...aws } = FILES_ROWS;
  return { bucket: bucketOf(name, url.data, readRows(aws, env)) };
}
