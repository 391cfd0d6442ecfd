/** The state of an appointment as a badge: its colour, its picture and its word say the same. */
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import type { AppuntamentoAgenda } from './agenda.contract.ts';

/** The class names are literal, because the purge reads them. */
const STATO_LOOKS: Readonly<Record<AppuntamentoAgenda['stato'], { className: string; icon: IconName }>> = {
  tenuto: { className: 'stato-pratica bozza', icon: 'pencil' },
  fissato: { className: 'stato-pratica', icon: 'calendar' },
  arrivato: { className: 'stato-pratica corso', icon: 'user' },
  servito: { className: 'stato-pratica fatto', icon: 'check-circle' },
  non_venuto: { className: 'stato-pratica respinta', icon: 'close-circle' },
};

export function StatoAppuntamento({ stato, name }: { stato: AppuntamentoAgenda['stato']; name: string }) {
  const look = STATO_LOOKS[stato];
  return (
    <span className={look.className}>
      <Icon name={look.icon} /> {name}
    </span>
  );
}
