/** Open311 GeoReport v2: the public reports of a municipality, as programs of other towns know them. */
import type { APIRoute } from 'astro';
import { answerOpen311 } from '../../../features/town/open-data/open311.page.server.ts';

export const prerender = false;

export const ALL: APIRoute = (context) => answerOpen311(context);
