/** A portal in front of a back end, which a house of the tests plays over HTTP. */
import { httpBackEnd } from '../src/adapters/back-end/back-end.server.ts';
import type { PortalHouse } from '../src/context.ts';
import { readAnswerFacts } from '../src/features/cases/pratica/answer-facts.server.ts';
import { type BackEndProfile, identityProfile } from '../src/platform/back-end/profile.ts';
import { unwatchedCall } from '../src/platform/monitoring/outside.server.ts';
import { namingRequest } from '../src/platform/monitoring/request.server.ts';
import { backEndScreens } from '../src/routes.ts';
import type { BackEndServer } from './doubles/back-end-server.ts';
import { type CallTranslation, startPortalBehind } from './doubles/portal-behind.ts';
import { houseOn, type Rig } from './rig.ts';

/** A back end of another make: how it words the calls, and what says them back. */
export type FrontOptions = { profile?: BackEndProfile; translation?: CallTranslation };

/**
 * @property rig the one behind, with its clock, mails and store, asked by way of the portal in front
 * @property own the store of the portal in front
 */
export type Front = {
  rig: Rig;
  behind: Rig;
  own: Rig;
  server: BackEndServer;
  reset(): Promise<void>;
  close(): Promise<void>;
};

export async function startFront({ profile = identityProfile, translation }: FrontOptions = {}): Promise<Front> {
  const [behind, own] = await Promise.all([houseOn('sqlite'), houseOn('sqlite')]);
  const server = await startPortalBehind(behind, translation);
  const { settings, monitoring } = own.house;
  const backEnd = {
    url: server.url,
    timeoutMs: 20_000,
    profile: undefined,
    loginUrl: undefined,
    logoutUrl: undefined,
  };
  const house: PortalHouse = {
    ...own.house,
    now: behind.house.now,
    settings: { ...settings, backEnd },
    screens: backEndScreens,
    backEnd: httpBackEnd({
      url: server.url,
      timeoutMs: backEnd.timeoutMs,
      publicUrl: settings.publicUrl,
      fetch: namingRequest(fetch),
      watch: unwatchedCall,
      now: behind.house.now,
      profile,
      facts: () => readAnswerFacts(own.house),
      report: (error, operation) => monitoring.report(error, { route: 'api', operation }),
    }),
  };
  return {
    behind,
    own,
    server,
    rig: { ...behind, house, place: own.place, reports: own.reports },
    reset: async () => {
      await Promise.all([behind.reset(), own.reset()]);
      server.seen.length = 0;
    },
    close: async () => {
      await server.close();
      await Promise.all([behind.close(), own.close()]);
    },
  };
}
