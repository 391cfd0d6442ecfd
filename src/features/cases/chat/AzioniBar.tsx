/** The buttons of an operator's case, which stay in sight: each opens the panel of one thing that is possible now. */
import { useStore } from '@nanostores/react';
import type { MouseEvent } from 'react';
import { createIsland } from '../../../ui/island.ts';
import { type OperatorePanel, panelWords, possiblePanels } from '../pratica/operatore-panels.ts';
import type { PraticaEnding, TipoPratica } from '../pratica/stati.ts';
import { $praticaDetail } from './chat.store.ts';
import { $openPanel } from './open-panel.browser.ts';
import type { TurnPart } from './parts.ts';

export type AzioniProps = {
  turn: TurnPart;
  tipo: TipoPratica;
  ending: PraticaEnding;
  /** The panel that the page came with */
  panel?: OperatorePanel | undefined;
  /** What else the address of the page says, `&` first */
  query: string;
};

export const AzioniBar = createIsland(function AzioniBar({ turn, tipo, ending, panel, query }: AzioniProps) {
  const possible = possiblePanels(useStore($praticaDetail, { ssr: 'initial' }) ?? turn);
  const open = useStore($openPanel, { ssr: 'initial' }) ?? panel;
  if (possible.length === 0) return null;
  return (
    <nav className="azioni-barra" aria-label="Azioni sulla pratica">
      {possible.map((name) => (
        <a
          key={name}
          className={name === possible[0] ? 'btn btn-primary' : 'btn btn-outline-primary'}
          href={`?azione=${name}${query}#scrivi`}
          aria-current={name === open || undefined}
          onClick={(event) => openPanel(event, name)}
        >
          {panelWords(name, { tipo, ending }).label}
        </a>
      ))}
    </nav>
  );
});

/** The panel is there, with the focus, when the click is over. Without scripts the link loads the page with it. */
function openPanel(event: MouseEvent, panel: OperatorePanel): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  $openPanel.set(panel);
  // React draws what a click changes in a microtask that it has queued by now.
  queueMicrotask(() => document.getElementById('scrivi-titolo')?.focus());
}
