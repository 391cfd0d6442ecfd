/** The calls for generators of programs. */
import type { APIRoute } from 'astro';
import { answerOpenApi } from '../openapi.server.ts';

export const prerender = false;

export const GET: APIRoute = answerOpenApi;
