/** Settings of the sandbox's Mooney: the adapter calls it like the real one. */
import type { MooneySettings } from '../../platform/payments-settings.server.ts';
import type { PortalSigner } from '../../platform/signer.server.ts';

export const MOONEY_PATH = '/sandbox/mooney';

/**
 * @param publicUrl origin of the portal, without final slash @param secret shared by both sides: {@link mooneySecret}
 */
export function sandboxMooney(publicUrl: string, secret: string): MooneySettings {
  return { url: publicUrl + MOONEY_PATH, secret, origins: [new URL(publicUrl).origin] };
}

/** Derived from PORTAL_SECRET: the same on both sides, and after a restart. */
export const mooneySecret = (signer: PortalSigner): string => signer.keys('mooney')[0] as string;
