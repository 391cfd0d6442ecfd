/** The sandbox's Mooney as the portal sees it: the adapter talks to it as it would to the real one. */
import type { MooneySettings } from '../../platform/payments-settings.ts';
import type { PortalSigner } from '../../platform/signer.server.ts';

export const MOONEY_PATH = '/sandbox/mooney';

/**
 * @param publicUrl origin of the portal, without final slash @param secret shared by both sides: {@link mooneySecret}
 */
export function sandboxMooney(publicUrl: string, secret: string): MooneySettings {
  return { url: publicUrl + MOONEY_PATH, secret, origins: [new URL(publicUrl).origin] };
}

/** Made from PORTAL_SECRET: known to both sides, and the same after a restart. */
export const mooneySecret = (signer: PortalSigner): string => signer.keys('mooney')[0] as string;
