/** Judges a page by axe-core. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { AuditFinding } from './findings.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** As the package has it for pages: `axe.source` is more than twice as long, and each page of a test reads it anew. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @returns what axe finds, with the criteria of WCAG that it names */
export async function judgeByAxe(page: Page): Promise<AuditFinding[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (runOnly) => {
    // No page has frames, and what passes is of interest to nobody.
    const all = await window.axe.run({ runOnly, resultTypes: ['violations'], reporter: 'no-passes' });
    return all.violations.map(({ id, tags, help, nodes }) => ({
      rule: id,
      tags,
      element: nodes.map(({ target }) => target).join(' '),
      words: help,
    }));
  }, RULES);
  return violations.map(({ tags, ...found }) => ({ judge: 'axe', criteria: tags.flatMap(criterionOf), ...found }));
}

/** `wcag1410` is criterion 1.4.10. */
function criterionOf(tag: string): string[] {
  const [, principle, guideline, criterion] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
  return principle ? [`${principle}.${guideline}.${criterion}`] : [];
}

/** @returns the criteria for which axe has rules */
export const axeCriteria = (): string[] => axe.getRules(RULES).flatMap(({ tags }) => tags.flatMap(criterionOf));
