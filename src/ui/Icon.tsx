import { type IconName, icons } from './icons.ts';

/** Decoration only: the words beside it say the same. `className`: Bootstrap Italia's size and margin. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={icons[name]} />
    </svg>
  );
}
