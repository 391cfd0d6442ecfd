/** Renders islands as @astrojs/react does, in letters of one byte. */
import react from '@astrojs/react/server.js';
import { inLatin1 } from './latin1.server.ts';

type Renderer = { renderToStaticMarkup(...args: unknown[]): Promise<{ html: string }> };
const { renderToStaticMarkup, ...rest } = react as unknown as Renderer;

export default {
  ...rest,
  async renderToStaticMarkup(this: unknown, ...args: unknown[]) {
    const rendered = await renderToStaticMarkup.apply(this, args);
    return { ...rendered, html: inLatin1(rendered.html) };
  },
};
