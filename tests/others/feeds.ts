/** rss-parser reads the feeds of the public reports as a reader of feeds does. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readElements } from '../../src/platform/xml-read.server.ts';
import { installOutside } from '../load/outside.ts';
import { filesOfTests, type MadeFile } from './made.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';
import { versionOf } from './version.ts';

type FeedParser = new () => { parseString(xml: string): Promise<unknown> };

const readFeed = z.object({
  title: z.string().check(z.minLength(1)),
  link: z.url(),
  items: z.array(
    z.object({
      id: z.string().check(z.minLength(1)),
      title: z.string().check(z.minLength(1)),
      link: z.url(),
      isoDate: z.iso.datetime(),
    }),
  ),
});

export async function judgeFeeds(): Promise<OtherJudgement> {
  const folder = installOutside('rss-parser@3.13.0');
  const Parser = createRequire(join(folder, 'feeds.cjs'))('rss-parser') as FeedParser;
  const files = filesOfTests('atom');
  const findings: OtherFinding[] = [];
  for (const file of files) findings.push(...(await faultsOf(new Parser(), file)));
  return { version: versionOf('rss-parser', folder), judged: files.length, findings };
}

async function faultsOf(parser: InstanceType<FeedParser>, { kind, bytes }: MadeFile): Promise<OtherFinding[]> {
  const text = bytes.toString();
  try {
    const { items } = z.parse(readFeed, await parser.parseString(text));
    const written = readElements(text, 'entry').length;
    return items.length === written ? [] : [{ of: kind, words: `${items.length} entries read of ${written}` }];
  } catch (cause) {
    return [{ of: kind, words: String(cause) }];
  }
}
