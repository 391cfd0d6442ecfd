/** What the portal says of a point: the address near it, and whether it lies beyond the border. Asked once per point. */
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { luogoCalls } from './luogo.calls.ts';

export type PointAnswer = CallOutput<typeof luogoCalls.luogoDelPunto>;
type AskedPoint = { ente: string; lat: string; lon: string };

const pointKey = ({ ente, lat, lon }: Partial<AskedPoint>) => `${ente} ${lat} ${lon}`;

let lastAsked: { key: string; answer: Promise<PointAnswer>; outside?: string | null } | undefined;

/** @throws when the portal does not answer; the point is as good as any then, and the send checks it */
export function askAboutPoint(point: AskedPoint): Promise<PointAnswer> {
  const key = pointKey(point);
  if (lastAsked?.key === key) return lastAsked.answer;
  const answer = sendCall(luogoCalls.luogoDelPunto, point);
  const asked: typeof lastAsked = { key, answer };
  lastAsked = asked;
  answer.then(
    ({ fuori }) => {
      asked.outside = fuori;
    },
    () => {
      if (lastAsked === asked) lastAsked = undefined;
    },
  );
  return answer;
}

/** The words about the form's point, as far as the portal has said any. */
export const knownOutside = (values: FormValues): string | null | undefined =>
  lastAsked?.key === pointKey(values) ? lastAsked.outside : undefined;
