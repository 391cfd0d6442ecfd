/**
 * What Astro gives each component (`Astro`) and the middleware (`context`). Astro writes them as object literals with accessors, anew
 * for every request, and makes the request's the prototype of each component's: V8 draws a shape for every one of them, and what a
 * shape holds stays in memory until the next whole collection, the request with all its texts. As classes they have one shape each.
 * `scripts/server-build.ts` puts them in the place of the literals; decision 7 has the figures.
 *
 * Sessions and Astro's own cache are not in use in this house: `session` and `cache` are missing.
 */
import type { SSRResult } from 'astro';
import { createCallAction, createGetActionResult } from '../../node_modules/astro/dist/actions/utils.js';
import { ASTRO_GENERATOR } from '../../node_modules/astro/dist/core/constants.js';
import type { FetchState } from '../../node_modules/astro/dist/core/fetch/fetch-state.js';
import { astroToRuntimeLogger } from '../../node_modules/astro/dist/core/logger/core.js';
import { getSite } from '../../node_modules/astro/dist/core/manifest/derived.js';
import { Slots } from '../../node_modules/astro/dist/core/render/index.js';
import { getOriginPathname } from '../../node_modules/astro/dist/core/routing/rewrite.js';

type SlotValues = ConstructorParameters<typeof Slots>[1];

class OfRequest {
  readonly #state: FetchState;
  readonly generator = ASTRO_GENERATOR;
  routePattern: string | undefined;
  isPrerendered: boolean | undefined;
  params: FetchState['params'];
  request: Request;
  site: URL | undefined;
  url: URL;

  constructor(state: FetchState) {
    this.#state = state;
    this.routePattern = state.routeData?.route;
    this.isPrerendered = state.routeData?.prerender;
    this.params = state.params;
    this.request = state.request;
    this.site = getSite(state.manifest);
    this.url = state.url;
  }

  get cookies() {
    return this.#state.cookies;
  }
  get locals() {
    return this.#state.locals;
  }
  get clientAddress() {
    return this.#state.getClientAddress();
  }
  get currentLocale() {
    return this.#state.computeCurrentLocale();
  }
  get preferredLocale() {
    return this.#state.computePreferredLocale();
  }
  get preferredLocaleList() {
    return this.#state.computePreferredLocaleList();
  }
  get originPathname() {
    return getOriginPathname(this.#state.request);
  }
  get csp() {
    return this.#state.getCsp();
  }
  get logger() {
    return astroToRuntimeLogger(this.#state.logger);
  }
}

/** The middleware's `context`. Astro adds the rest itself: props, redirect, rewrite and what belongs to actions. */
export class RequestContext extends OfRequest {
  props: unknown;
  redirect: unknown;
  rewrite: unknown;
  getActionResult: unknown;
  callAction: unknown;
}

/** `Astro` in a component. */
export class ComponentContext extends OfRequest {
  readonly props: Record<string, unknown>;
  readonly response: SSRResult['response'];
  self: unknown = null;
  readonly #state: FetchState;
  readonly #result: SSRResult;
  readonly #slotValues: SlotValues;
  #slots: Slots | undefined;

  constructor(state: FetchState, result: SSRResult, props: Record<string, unknown>, slotValues: SlotValues) {
    super(state);
    this.props = props;
    this.response = result.response;
    this.#state = state;
    this.#result = result;
    this.#slotValues = slotValues;
  }

  get slots() {
    this.#slots ??= new Slots(this.#result, this.#slotValues, this.#state.logger);
    return this.#slots;
  }
  get redirect() {
    return (location: string, status = 302) => new Response(null, { status, headers: { location } });
  }
  get rewrite() {
    return this.#state.rewrite.bind(this.#state);
  }
  get getActionResult() {
    return createGetActionResult(this.locals);
  }
  get callAction() {
    return createCallAction(this.#state.getAPIContext());
  }
}
