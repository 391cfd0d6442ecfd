/** What an operator may grant instead of what was asked for. Pure. */

/** What the delegate may do beside seeing the positions. */
export type DelegaPowers = { paga: boolean; presenta: boolean };

const POWER_CHOICES = {
  vedere: { label: 'Solo vedere', paga: false, presenta: false },
  pagare: { label: 'Vedere e pagare', paga: true, presenta: false },
  presentare: { label: 'Vedere e inviare richieste', paga: false, presenta: true },
  tutto: { label: 'Vedere, pagare e inviare richieste', paga: true, presenta: true },
} as const satisfies Record<string, DelegaPowers & { label: string }>;

export const POWERS_OPTIONS = Object.entries(POWER_CHOICES).map(([value, { label }]) => ({ value, label }));

/** @param choice one of {@link POWERS_OPTIONS}; without one the powers are those asked for */
export function grantedPowers(choice: string | undefined, asked: DelegaPowers): DelegaPowers {
  const { paga, presenta } = POWER_CHOICES[choice as keyof typeof POWER_CHOICES] ?? asked;
  return { paga, presenta };
}
