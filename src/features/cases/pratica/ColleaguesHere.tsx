/** Which colleagues have the case open, too: as the page came, and from then on by asking again while it is in sight. */
import { useEffect, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { startRounds } from '../../../platform/rounds.browser.ts';
import { createIsland } from '../../../ui/island.ts';
import { presenzaCalls } from './presenza.calls.ts';
import { presenzaInWords } from './presenza-words.ts';

/** Several within the time after which an operator counts as gone. */
const ASK_EVERY_MS = 20_000;

export const ColleaguesHere = createIsland(function ColleaguesHere({ id, words }: { id: string; words: string }) {
  const [shown, setShown] = useState(words);
  useEffect(() => {
    const round = async () => {
      try {
        setShown(presenzaInWords((await sendCall(presenzaCalls.presenzaPratica, { id })).altri));
        return ASK_EVERY_MS;
      } catch (error) {
        if (!(error instanceof CallError || error instanceof PortalError)) throw error;
        // The conversation says that the login has ended, or that there is no connection.
        const isOver = error instanceof PortalError && ['anonymous', 'not_found'].includes(error.code);
        return isOver ? undefined : ASK_EVERY_MS;
      }
    };
    return startRounds(round, { first: ASK_EVERY_MS }).stop;
  }, [id]);
  return (
    <p className="colleghi" role="status">
      {shown}
    </p>
  );
});
