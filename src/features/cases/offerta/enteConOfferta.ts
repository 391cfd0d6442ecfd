/** How pages pass the enti and the offer of the chosen one to a form, and how the form reads them. Pure. */
import type { Output } from '../../../platform/contract.ts';
import type { Rendered } from '../../../platform/vault/list.browser.ts';
import type { operations } from '../ente/ente.contract.ts';

export type EnteOfferto = Output<typeof operations.entiPerCategoria>[number];

/**
 * What a page gives a form that hangs on what a body offers.
 * @property offerta of the chosen body; null: it offers nothing; absent: none is chosen yet
 */
export type ConOfferta<T> = { enti: Rendered<EnteOfferto>; offerta?: T | null | 'failed' | undefined };

/** The button that shows the offer of another body without JavaScript. */
export const MOSTRA = 'mostra_offerta';

/** @returns the offer itself, or undefined when there is none to choose from */
export const offertaIn = <T extends object>({ offerta }: ConOfferta<T>): T | undefined =>
  typeof offerta === 'object' && offerta !== null ? offerta : undefined;

/** Name of a body as it was offered. */
export const nomeEnteIn = <T>({ enti }: ConOfferta<T>, id: string | undefined): string | undefined =>
  Array.isArray(enti) ? enti.find((e) => e.Id === id)?.Nome : undefined;
