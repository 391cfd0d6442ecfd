/** Judges the mails that arrived while the pages were visited: one of each kind. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { mailKind } from '../kept.ts';
import type { ArrivedMail } from '../smtp.ts';
import { judgeByAxe } from './axe.ts';
import { judgeState, statePath } from './judge-state.ts';

export async function judgeMails(browser: Browser, mails: readonly ArrivedMail[], folder: string): Promise<void> {
  const kinds = new Map(mails.filter(({ html }) => html !== '').map((mail) => [mailKind(mail), mail]));
  const context = await browser.newContext();
  const copy = await context.newPage();
  for (const [kind, { html, subject }] of kinds) {
    const of = { journey: 'mail', state: kind, way: 'scripts', url: '', title: subject } as const;
    // Another worker has had one of this kind.
    if (existsSync(join(folder, `${statePath(of)}.json`))) continue;
    await copy.setContent(html);
    await copy.evaluate(showAsMailPrograms);
    await judgeState({ copy, folder }, of, await judgeByAxe(copy));
  }
  await context.close();
}

/** A mail program shows a mail in the main part of its own page. */
function showAsMailPrograms(): void {
  const main = document.createElement('main');
  main.append(...document.body.childNodes);
  document.body.append(main);
}
