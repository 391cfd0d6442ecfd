/** Beside a conversation: the steps of the case, done and to come, and for its citizen what was sent. */
import { useStore } from '@nanostores/react';
import { Timeline } from '../../../ui/form/Timeline.tsx';
import { island } from '../../../ui/island.ts';
import { aperta, type Stato } from '../pratica/stati.ts';
import { $dettaglio } from './chat.store.ts';
import { Inviato } from './Inviato.tsx';
import type { Lettore } from './Nascondi.tsx';
import { prossimiPassi } from './parole.ts';
import type { Sent, StepsPart } from './parts.ts';

/**
 * @property sent where it is shown beside the messages
 * @property servizio name of the service of the case
 * @property oggi today where the server is, `YYYY-MM-DD`
 */
export type StepsProps = {
  steps: StepsPart;
  sent?: Sent | undefined;
  servizio: string;
  lettore: Lettore;
  oggi: string;
};

export const StepsPanel = island(function StepsPanel({ steps, sent, servizio, lettore, oggi }: StepsProps) {
  const now = useStore($dettaglio, { ssr: 'initial' });
  const d = now ?? steps;
  return (
    <>
      <section aria-labelledby="passi-titolo">
        <h2 className="h3" id="passi-titolo">
          {aperta(d.stato as Stato) ? 'Prossimi passi' : 'I passi fatti'}
        </h2>
        <Timeline items={prossimiPassi(d, oggi)} />
      </section>
      {sent && <Inviato dettaglio={now ?? sent} servizio={servizio} lettore={lettore} />}
    </>
  );
});
