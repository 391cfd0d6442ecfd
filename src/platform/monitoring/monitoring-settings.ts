/** The settings of what watches over the portal: figures for Prometheus, and traces by the standard variables of OpenTelemetry. */
import * as z from 'zod/mini';
import {
  addressOf,
  oneOf,
  readRows,
  SettingError,
  type SettingRows,
  type SettingTexts,
  wholeNumber,
} from '../setting.ts';

const PORT_WORDS = ' va da 1 a 65535, e non è la porta del portale.';

export const METRICS_ROWS = {
  port: {
    name: 'METRICS_PORT',
    schema: wholeNumber.check(z.refine((port) => port >= 1 && port <= 65_535, PORT_WORDS)),
    meaning:
      'Port on which Prometheus finds figures about the running portal, at /metrics. Nothing is counted or loaded for it without a port.',
  },
  host: {
    name: 'METRICS_HOST',
    schema: z.prefault(z.string(), '127.0.0.1'),
    meaning: 'Address of that port. It answers to everybody who reaches it, so keep it within your network.',
  },
} as const satisfies SettingRows;

/** @returns undefined without a port @throws SettingError also when the portal itself has the port */
export function readMetrics(env: SettingTexts, portalPort: number) {
  const { name } = METRICS_ROWS.port;
  if (env[name] === undefined) return undefined;
  const metrics = readRows(METRICS_ROWS, env);
  if (metrics.port === portalPort) throw new SettingError(name + PORT_WORDS);
  return metrics;
}

const collectorAddress = z.optional(addressOf(/^https?$/));

/** Where traces go; the other rows are read when they go somewhere. */
export const COLLECTOR_ROWS = {
  base: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: collectorAddress,
    meaning:
      'Base address of an OpenTelemetry collector, for example http://127.0.0.1:4318: traces go to /v1/traces there, as JSON over HTTP. Nothing is traced or loaded for it without an address. The libraries read the other standard variables of traces themselves, such as OTEL_EXPORTER_OTLP_HEADERS, OTEL_RESOURCE_ATTRIBUTES and OTEL_BSP_SCHEDULE_DELAY.',
  },
  whole: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    schema: collectorAddress,
    meaning: 'Whole address for traces, when it is another one.',
  },
  isDisabled: {
    name: 'OTEL_SDK_DISABLED',
    schema: z.prefault(
      z.pipe(
        z.string(),
        z.transform((text) => text.toLowerCase() === 'true'),
      ),
      'false',
    ),
    meaning: '`true`: nothing is traced, whatever else is set.',
  },
} as const satisfies SettingRows;

/** The libraries read the protocol and the sampler as well, and would pass over a wrong value in silence. */
export const TRACES_ROWS = {
  protocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    schema: z.prefault(oneOf(['http/json']), 'http/json'),
    meaning: 'The only protocol that is spoken; another value is refused.',
  },
  service: {
    name: 'OTEL_SERVICE_NAME',
    schema: z.prefault(z.string(), 'portale'),
    meaning: 'Name of this portal in its traces.',
  },
  sampler: {
    name: 'OTEL_TRACES_SAMPLER',
    schema: z.prefault(
      oneOf([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ]),
      'parentbased_always_on',
    ),
    meaning:
      'Which requests are traced: `always_on`, `always_off`, `traceidratio`, or the same with `parentbased_` before it, which leaves the choice to a proxy that traces (`traceparent`, read with TRUST_PROXY above 0).',
  },
  share: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    schema: z.prefault(
      z.string().check(z.refine((text) => /^\d*\.?\d+$/.test(text) && Number(text) <= 1, ' va da 0 a 1.')),
      '1',
    ),
    meaning: 'Share of the requests that a sampler with `traceidratio` takes, 0 to 1.',
  },
} as const satisfies SettingRows;

/** @returns where traces are sent, with the path, and the name of the portal in them; undefined when nothing is traced */
export function readTraces(env: SettingTexts) {
  const { base, whole, isDisabled } = readRows(COLLECTOR_ROWS, env);
  const url = whole ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!url || isDisabled) return undefined;
  return { url, service: readRows(TRACES_ROWS, env).service };
}
