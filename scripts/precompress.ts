/** After the build, writes a brotli and a gzip twin of every text file that browsers load; the host serves them directly. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** A page loads many small scripts over one connection, so what they save together counts. Below this size a twin is hardly smaller. */
const LEAST_BYTES = 200;

const clientFolder = new URL('../dist/client', import.meta.url).pathname;
let fileCount = 0;
for (const folderEntry of readdirSync(clientFolder, { recursive: true, withFileTypes: true })) {
  if (!folderEntry.isFile() || !/\.(js|css|html|svg|txt|json)$/.test(folderEntry.name)) continue;
  const path = join(folderEntry.parentPath, folderEntry.name);
  const bytes = readFileSync(path);
  if (bytes.length < LEAST_BYTES) continue;
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  fileCount++;
}
console.log(`${fileCount} file precompressi`);
