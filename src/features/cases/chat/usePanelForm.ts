/** The form of the operator's open panel: another panel takes along what was typed, and after a send it begins empty. */
import { useStore } from '@nanostores/react';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { newSendKey } from '../../../platform/key.browser.ts';
import type { OperatorePanel } from '../pratica/operatore-panels.ts';
import type { FormStart } from './MessageForm.tsx';
import { $openPanel } from './open-panel.browser.ts';
import { readTyped } from './useBozzaOperatore.ts';

/** @property n how many forms there were before: each one is a new element */
type PanelForm = Pick<FormStart, 'chiave' | 'valori'> & { n: number; panel: OperatorePanel };

/** @param start what the page came with */
export function usePanelForm(box: RefObject<HTMLElement | null>, start: Omit<PanelForm, 'n'>) {
  const { panel, chiave, valori } = start;
  const chosen = useStore($openPanel, { ssr: 'initial' }) ?? panel;
  const [form, setForm] = useState<PanelForm>({ n: 0, panel, chiave, valori });
  // Another panel was opened: what was typed goes with the operator, and no key falls between the two.
  useLayoutEffect(() => {
    setForm((before) => {
      if (before.panel === chosen) return before;
      const { testo = '', ...typed } = readTyped(box.current);
      return {
        ...before,
        n: before.n + 1,
        panel: chosen,
        valori: { ...before.valori, ...typed, testo, motivo: testo },
      };
    });
  }, [chosen, box]);
  const beginAnew = () => {
    $openPanel.set('rispondi');
    setForm(({ n }) => ({ n: n + 1, panel: 'rispondi', chiave: newSendKey(), valori: {} }));
  };
  return { form, beginAnew };
}
