/** An Astro server with nothing of its own, which the pages of the portal are compared with. */
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({ output: 'server', adapter: node({ mode: 'standalone' }), session: false });
