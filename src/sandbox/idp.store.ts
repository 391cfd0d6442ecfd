/** Keeps the data of logins at the sandbox's identity provider for some minutes: in memory, as none of it is worth storing. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Simultaneous logins at most; the oldest are dropped first. */
const MAX_LOGINS = 5_000;

/** @returns a new store for each kind of object (sessions, codes, tokens…) */
export function memoryStore(): (kind: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; ends: number }>();
  const find = (key: string): AdapterPayload | undefined => {
    const found = kept.get(key);
    return found && found.ends > Date.now() ? found.payload : undefined;
  };
  return (kind) => ({
    upsert: async (id, payload, seconds = 600) => {
      kept.set(`${kind}:${id}`, { payload, ends: Date.now() + seconds * 1000 });
      if (kept.size > MAX_LOGINS) for (const oldest of kept.keys()) return void kept.delete(oldest);
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) =>
      [...kept.values()].find(({ payload }) => payload.kind === kind && payload.uid === uid)?.payload,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => void kept.delete(`${kind}:${id}`),
    revokeByGrantId: async (grant) => {
      for (const [key, { payload }] of kept) if (payload.grantId === grant) kept.delete(key);
    },
  });
}
