/** Shows an icon in a React component, as Icon.astro does on a page. */
import { type IconName, iconHref } from './icons.ts';

/** Decoration only: the words beside it say the same. `className`: Bootstrap Italia's size and margin. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} aria-hidden="true">
      <use href={iconHref(name)} />
    </svg>
  );
}
