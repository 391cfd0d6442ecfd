/** The facts of a case and what was sent, beside the conversation; on a phone above it for an operator, below it for the citizen. */
import { useStore } from '@nanostores/react';
import type { PraticaDownload } from '../../../context.ts';
import { createIsland } from '../../../ui/island.ts';
import { $praticaDetail } from './chat.store.ts';
import type { HideControl, PraticaReader } from './HideButton.tsx';
import { PraticaFacts } from './PraticaFacts.tsx';
import type { IslandParts } from './parts.ts';
import { SentSummary } from './SentSummary.tsx';

/**
 * @property servizio name of the service of the case
 * @property today today on the server, `YYYY-MM-DD`
 */
export type SentProps = {
  sent: IslandParts['sent'];
  downloads: readonly PraticaDownload[];
  servizio: string;
  reader: PraticaReader;
  today: string;
};

/** The citizen's; the office can hide what was sent. */
export const SentPanel = createIsland(function SentPanel(props: SentProps) {
  return <SentView {...props} />;
});

export function SentView({ sent, today, ...shown }: SentProps & { HidePart?: HideControl }) {
  const d = useStore($praticaDetail, { ssr: 'initial' }) ?? sent;
  return (
    <>
      <PraticaFacts detail={d} today={today} />
      <SentSummary detail={d} {...shown} />
    </>
  );
}
