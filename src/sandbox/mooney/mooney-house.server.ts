/** Gives the sandbox's Mooney the store, the settings and the clock of the running portal. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PortalHouse } from '../../context.ts';
import { overLoopback } from '../../platform/loopback.server.ts';
import { keepDelivering } from './delivery.server.ts';
import type { Mooney } from './mooney.ts';
import { mooneySecret, sandboxMooney } from './settings.ts';

/**
 * The sandbox's Mooney of this portal. It runs in the same process and reaches the portal over loopback, even when the public
 * address leads through a proxy.
 * @param returnOrigins where a browser may be sent back to
 * @returns null where there is none: in production, or with another provider in the settings
 */
export function makeMooney(
  { db, settings, signer, monitoring, now }: PortalHouse,
  returnOrigins: readonly string[],
): Mooney | null {
  const { mode, payments, publicUrl } = settings;
  if (mode !== 'sandbox' || payments.mooney) return null;
  const report = (error: unknown) => monitoring.report(error, { route: 'sandbox' });
  const mooney: Mooney = {
    db,
    now,
    report,
    wait,
    returnOrigins,
    settings: sandboxMooney(publicUrl, mooneySecret(signer)),
    fetch: overLoopback(settings),
    wake: () => void keepDelivering(mooney).catch(report),
  };
  return mooney;
}
