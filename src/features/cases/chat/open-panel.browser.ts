/** The panel that an operator has opened, which the bar and the panel share; apart from the stores that a citizen's page loads. */
import { atom } from 'nanostores';
import type { OperatorePanel } from '../pratica/operatore-panels.ts';

/** Undefined while it is the one the server rendered. Only the browser writes it. */
export const $openPanel = atom<OperatorePanel | undefined>(undefined);
