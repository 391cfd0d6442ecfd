/** What a person does in a browser, and how each page that they see is judged. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { OtherFinding } from '../runs.ts';
import type { OtherBrowser } from './browser.ts';
import {
  deadIslands,
  findWanted,
  pressedFor,
  setValue,
  shapeOfPage,
  textOfPage,
  type WantedElement,
  waitUntilDrawn,
} from './in-page.ts';
import { ELEMENT_KEY } from './session.ts';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;
/** A page that has become wider is drawn anew. */
const DRAWING_MS = 300;
const HEIGHT = 900;
const TALLEST = 7000;
const [PHONE, DESK] = [360, 1280] as const;

const element = z.object({ [ELEMENT_KEY]: z.string() });
const pageText = z.object({ address: z.string(), text: z.string() });
const shape = z.object({
  width: z.number(),
  wide: z.number(),
  tall: z.number(),
  widest: z.string(),
  broken: z.array(z.string()),
});

/**
 * What the browser itself says of an answer that the page then puts into words; and what WebKit says of a call that was under way when
 * its page was left.
 */
const NO_FAULTS = [
  /status of (404|409|413|415|419|422|429)/,
  /(Fetch API|EventSource) cannot load \S+ due to access control checks/,
];

const NOT_YET = /not interactable|stale element|click intercepted/;

// Through WebDriver a browser tells nothing by itself: it is asked again and again.
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** @property base of the portal @property folder for the pictures @property scripts whether the pages may run theirs */
export type ScreenOptions = { base: string; folder: string; scripts: boolean };

export class Screen {
  readonly findings: OtherFinding[] = [];
  readonly scripts: boolean;
  judged = 0;
  private readonly browser: OtherBrowser;
  private readonly options: ScreenOptions;
  private page = 'the beginning';

  constructor(browser: OtherBrowser, options: ScreenOptions) {
    this.browser = browser;
    this.options = options;
    this.scripts = options.scripts;
    rmSync(options.folder, { recursive: true, force: true });
    mkdirSync(options.folder, { recursive: true });
  }

  /** @param address or path */
  async open(address: string): Promise<void> {
    await this.browser.say('Navigate', { url: new URL(address, this.options.base).href });
  }

  /** Forgets who has been here, as another device would not know it. */
  async forget(): Promise<void> {
    await this.browser.say('DeleteAllCookies');
  }

  async press(kind: 'link' | 'button' | 'fold', words: RegExp): Promise<void> {
    await this.click(kind, words);
  }

  /** Ticks a box or chooses a radio button. */
  async tick(words: RegExp): Promise<void> {
    await this.click('field', words);
  }

  async fill(words: RegExp, value: string): Promise<void> {
    await this.reach('field', words, async (id) => {
      await this.browser.say('ElementClear', { id });
      await this.browser.say('ElementSendKeys', { id, text: value });
    });
  }

  /** @param day "2026-11-29": as its value, because drivers do not type into the parts of such a field alike */
  async fillDay(words: RegExp, day: string): Promise<void> {
    await this.run(setValue, { [ELEMENT_KEY]: await this.find('field', words) }, day);
  }

  async choose(option: RegExp): Promise<void> {
    await this.reach('option', option, async (id) => void (await this.browser.say('ElementClick', { id })));
  }

  async attach(path: string): Promise<void> {
    await this.browser.say('ElementSendKeys', { id: await this.find('file', /./), text: path });
  }

  /** Waits until the page says so. @returns what matched */
  async reads(words: RegExp): Promise<RegExpExecArray> {
    return this.until(`${words}`, async () => words.exec((await this.read()).text) ?? undefined);
  }

  /** Waits until the page is at an address. */
  async isAt(words: RegExp): Promise<string> {
    return this.until(`the address ${words}`, async () => {
      const { address } = await this.read();
      return words.test(address) ? address : undefined;
    });
  }

  /** Judges the page as it is, in both widths, and keeps its pictures. @param name of what it shows */
  async view(name: string): Promise<void> {
    this.page = this.scripts ? name : `${name} (without JavaScript)`;
    await this.wakes();
    this.judged += 1;
    const number = String(this.judged).padStart(2, '0');
    for (const width of [PHONE, DESK]) {
      await this.resize(width, HEIGHT);
      const found = shape.parse(await this.run(shapeOfPage));
      if (found.width !== width) this.note(`the page is ${found.width} px wide and not ${width}`);
      if (found.wide > found.width)
        this.note(`at ${width} px it scrolls sideways, to ${found.wide} px: ${found.widest}`);
      for (const picture of found.broken) this.note(`a picture is not shown: ${picture}`);
      await this.resize(width, Math.min(Math.max(found.tall, HEIGHT), TALLEST));
      const picture = z.string().parse(await this.browser.say('TakeScreenshot'));
      const file = `${number}-${this.page.replaceAll(/[^\w]+/g, '-')}-${width}.png`;
      writeFileSync(join(this.options.folder, file), Buffer.from(picture, 'base64'));
    }
    await this.resize(DESK, HEIGHT);
    await this.hear();
  }

  /** Adds what has come onto the console to the findings. */
  async hear(): Promise<void> {
    for (const words of await this.browser.errors()) {
      if (!NO_FAULTS.some((known) => known.test(words))) this.note(words);
    }
  }

  /** Something that a step of the walk has found. */
  note(words: string): void {
    this.findings.push({ of: this.page, words });
  }

  private async click(kind: WantedElement['kind'], words: RegExp): Promise<void> {
    await this.reach(kind, words, async (found) => {
      const { [ELEMENT_KEY]: id } = element.parse(await this.run(pressedFor, { [ELEMENT_KEY]: found }));
      await this.browser.say('ElementClick', { id });
    });
  }

  /** As long as something covers it, or it moves or is drawn anew, a person waits too. */
  private async reach(kind: WantedElement['kind'], words: RegExp, act: (id: string) => Promise<void>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = await this.find(kind, words);
      try {
        await act(found);
        return;
      } catch (cause) {
        if (!NOT_YET.test(String(cause)) || Date.now() > end)
          throw new Error(`After «${this.page}» the ${kind} ${words} cannot be used: ${cause}`, { cause });
        // Until it can be used.
        await pause(PAUSE_MS);
      }
    }
  }

  private async find(kind: WantedElement['kind'], words: RegExp): Promise<string> {
    await this.wakes();
    return this.until(`${kind} ${words}`, async () => {
      const found = z.nullable(element).parse(await this.run(findWanted, { kind, words: words.source }));
      return found?.[ELEMENT_KEY];
    });
  }

  /** Waits for the end of the page and for its islands. */
  private async wakes(): Promise<void> {
    if (this.scripts)
      await this.until('all its islands alive', async () => ((await this.run(deadIslands)) === 0 ? true : undefined));
  }

  /** @returns when the page is drawn in this size */
  private async resize(width: number, height: number): Promise<void> {
    await this.browser.resize(width, height);
    // Nothing says when a window is drawn in its new size.
    await pause(DRAWING_MS);
    // Without scripts nobody hears of it.
    if (this.scripts) await this.run(waitUntilDrawn);
  }

  private read = async () => pageText.parse(await this.run(textOfPage));

  // biome-ignore lint/suspicious/noExplicitAny: the function is sent as text, with what it takes
  private run(script: (...args: any[]) => unknown, ...args: unknown[]): Promise<unknown> {
    return this.browser.say('ExecuteScript', { script: `return (${script}).apply(null, arguments)`, args });
  }

  /** @throws Error with what the page says, when it has not come to pass */
  private async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    let cause: unknown;
    do {
      try {
        const found = await look();
        if (found !== undefined) return found;
      } catch (error) {
        // Of a page that is just being left.
        cause = error;
      }
      // Until it holds.
      await pause(PAUSE_MS);
    } while (Date.now() < end);
    const { address, text } = await this.read();
    throw new Error(`After «${this.page}» there is no ${what} at ${address}:\n${text.slice(0, 3000)}`, { cause });
  }
}
