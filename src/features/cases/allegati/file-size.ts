/** How the size of a file is written. Pure. */

/** @param bytes of a file @returns "2,3 MB" */
export function formatSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${megabytes.toFixed(1).replace('.', ',')} MB`;
}
