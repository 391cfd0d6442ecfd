/** The panels of a case as its office has them: with its own words, and with what hides a message or a file. A citizen's page loads none of it. */
import { createIsland } from '../../../ui/island.ts';
import { type ConversationProps, ConversationView } from './ConversationPanel.tsx';
import { HideButton } from './HideButton.tsx';
import { situationForOperatore } from './office-words.ts';
import { type SentProps, SentView } from './SentPanel.tsx';
import { type StateProps, StateView } from './StatePanel.tsx';

export const OfficeStatePanel = createIsland(function OfficeStatePanel(props: StateProps) {
  return <StateView {...props} situationOf={situationForOperatore} />;
});

export const OfficeConversationPanel = createIsland(function OfficeConversationPanel(props: ConversationProps) {
  return <ConversationView {...props} HidePart={HideButton} />;
});

export const OfficeSentPanel = createIsland(function OfficeSentPanel(props: SentProps) {
  return <SentView {...props} HidePart={HideButton} />;
});
