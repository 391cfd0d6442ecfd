/** Networks of the internet as people write them. */
import * as z from 'zod/mini';

/** Networks that one list may have. */
const MAX_NETWORKS = 20;

const anyAddress = z.union([z.ipv4(), z.ipv6()]);

/** A single address is a network of one. */
const asCidr = (typed: string): string =>
  anyAddress.safeParse(typed).success ? `${typed}/${typed.includes(':') ? 128 : 32}` : typed;

const network = z.union([z.cidrv4(), z.cidrv6()]);
const isNoNetwork = (cidr: string): boolean => !network.safeParse(cidr).success;

/** A list, or a text with blanks or commas between. @returns CIDR blocks; none when nothing is typed */
export const networksSchema = () =>
  z
    .pipe(
      z.transform((v: unknown) =>
        (typeof v === 'string' ? v.split(/[\s,;]+/) : Array.isArray(v) ? v.map(String) : [])
          .filter(Boolean)
          // One more than there may be tells that there are too many.
          .slice(0, MAX_NETWORKS + 1)
          .map(asCidr),
      ),
      z.array(z.string()).check(
        z.maxLength(MAX_NETWORKS, `Al massimo ${MAX_NETWORKS} reti.`),
        // About the list, which is one field.
        z.refine((list) => !list.some(isNoNetwork), {
          error: ({ input }) =>
            `«${(input as string[]).find(isNoNetwork)}» non è un indirizzo né una rete: scrivi ad esempio 203.0.113.7 oppure 203.0.113.0/24.`,
        }),
      ),
    )
    .register(z.globalRegistry, { type: 'array', 'x-default': [] });
