/** Renders islands as @astrojs/react does, in letters of one byte. */
import react from '@astrojs/react/server.js';
import { inLatin1 } from './latin1.server.ts';

type Renderer = { renderToStaticMarkup(...args: unknown[]): Promise<{ html: string }> };
const { renderToStaticMarkup, ...rest } = react as unknown as Renderer;

export default {
  ...rest,
  // Without the page's context: it serves React's own ids and Astro's actions, which no island uses.
  async renderToStaticMarkup(...args: unknown[]) {
    const { html } = await renderToStaticMarkup(...args);
    return { html: inLatin1(html) };
  },
};
