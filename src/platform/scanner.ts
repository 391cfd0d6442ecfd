/** Port to a virus scanner. Throws PortalError `unavailable` when the scanner is away. */
export type ScanFile = (bytes: Uint8Array) => Promise<'clean' | { virus: string }>;

/** Used when no scanner is set. */
export const noScan: ScanFile = async () => 'clean';
