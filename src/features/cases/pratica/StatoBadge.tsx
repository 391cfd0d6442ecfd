/** The state of a case as a badge: its colour, its picture and its word say the same. */
import { Icon } from '../../../ui/Icon.tsx';
import type { IconName } from '../../../ui/icons.ts';
import type { StatoPratica } from './stati.ts';

type StatoLook = { className: string; icon: IconName; name: string };

/** A draft and a declaration have the same look as the case they become. The class names are literal, because the purge reads them. */
const STATO_LOOKS: Readonly<Record<StatoPratica | 'bozza', StatoLook>> = {
  bozza: { className: 'stato-pratica bozza', icon: 'pencil', name: 'In bozza' },
  inviata: { className: 'stato-pratica corso', icon: 'mail', name: 'Inviata' },
  in_elaborazione: { className: 'stato-pratica corso', icon: 'clock', name: 'In lavorazione' },
  da_integrare: { className: 'stato-pratica attende', icon: 'warning', name: 'Da integrare' },
  conclusa: { className: 'stato-pratica fatto', icon: 'check-circle', name: 'Conclusa' },
  accettata: { className: 'stato-pratica fatto', icon: 'check-circle', name: 'Accettata' },
  rifiutata: { className: 'stato-pratica respinta', icon: 'close-circle', name: 'Rifiutata' },
  ritirata: { className: 'stato-pratica', icon: 'close', name: 'Ritirata' },
};

/** The short name of a state, for the citizen. */
const statoName = (stato: string): string => STATO_LOOKS[stato as StatoPratica]?.name ?? stato;

/** @param props.name other words for the state, as an operator reads them */
export function StatoBadge({ stato, name = statoName(stato) }: { stato: string; name?: string }) {
  const look = STATO_LOOKS[stato as StatoPratica];
  return (
    <span className={look?.className ?? 'stato-pratica'}>
      {look && <Icon name={look.icon} />} {name}
    </span>
  );
}
