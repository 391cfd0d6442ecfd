/** The number of a case as people write it. Pure. */
import { withoutMarks } from '../../../platform/atoms/characters.ts';

/** @param typed "2026/000123", with or without leading zeros and blanks @returns undefined for anything else */
export function readProtocollo(typed: string | undefined): { anno: number; numero: number } | undefined {
  const [, anno, numero] = /^\s*(\d{4})\s*\/\s*(\d{1,9})\s*$/.exec(withoutMarks(typed ?? '')) ?? [];
  return numero === undefined ? undefined : { anno: Number(anno), numero: Number(numero) };
}
