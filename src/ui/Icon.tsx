import { type IslandIconName, islandIcons } from './icons.ts';

/** Decoration only: the words beside it say the same. `className`: Bootstrap Italia's size and margin. */
export function Icon({ name, className }: { name: IslandIconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={islandIcons[name]} />
    </svg>
  );
}
