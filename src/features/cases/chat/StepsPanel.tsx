/** The steps of the case, past and future, beside its conversation, and for its citizen the data they sent. */
import { useStore } from '@nanostores/react';
import type { PraticaDownload } from '../../../context.ts';
import { Timeline } from '../../../ui/form/Timeline.tsx';
import { createIsland } from '../../../ui/island.ts';
import { isOpenStato, type PraticaEnding, type StatoPratica } from '../pratica/stati.ts';
import { $praticaDetail } from './chat.store.ts';
import type { PraticaReader } from './HideButton.tsx';
import type { SentDetail, StepsPart } from './parts.ts';
import { listSteps } from './pratica-words.ts';
import { SentSummary } from './SentSummary.tsx';

/**
 * @property sent the sent data, when they are shown beside the messages
 * @property servizio name of the service of the case
 * @property today today on the server, `YYYY-MM-DD`
 */
export type StepsProps = {
  steps: StepsPart;
  ending: PraticaEnding;
  sent?: SentDetail | undefined;
  downloads: readonly PraticaDownload[];
  servizio: string;
  reader: PraticaReader;
  today: string;
};

export const StepsPanel = createIsland(function StepsPanel(props: StepsProps) {
  const { steps, ending, sent, downloads, servizio, reader, today } = props;
  const now = useStore($praticaDetail, { ssr: 'initial' });
  const d = now ?? steps;
  return (
    <>
      <section aria-labelledby="passi-titolo">
        <h2 className="h3" id="passi-titolo">
          {isOpenStato(d.stato as StatoPratica) ? 'Prossimi passi' : 'I passi fatti'}
        </h2>
        <Timeline items={listSteps({ ...d, ending }, today)} />
      </section>
      {sent && <SentSummary detail={now ?? sent} downloads={downloads} servizio={servizio} reader={reader} />}
    </>
  );
});
