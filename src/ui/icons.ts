/** The names and the address of the icons, for Icon.tsx and Icon.astro. */
import sprite from './icone.svg?url&no-inline';

/** Icons in use; each a symbol of the sprite. */
export type IconName =
  | 'check'
  | 'check-circle'
  | 'chevron-right'
  | 'chevron-left'
  | 'warning'
  | 'error'
  | 'info'
  | 'star'
  | 'upload'
  | 'download'
  | 'marker'
  | 'file'
  | 'pa'
  | 'user'
  | 'help'
  | 'mail'
  | 'phone'
  | 'calendar'
  | 'close'
  | 'search'
  | 'logout'
  | 'card'
  | 'flag'
  | 'chart'
  | 'clock'
  | 'refresh'
  | 'pencil'
  | 'presentation'
  | 'horn'
  | 'car'
  | 'lamp'
  | 'close-circle'
  | 'camera'
  | 'clip'
  | 'pothole'
  | 'streetlight'
  | 'bin'
  | 'tree'
  | 'drop'
  | 'more'
  | 'key';

/** One file for all icons, cached by the browser for a year, so that they add no bytes to pages and scripts. */
export const iconHref = (name: IconName): string => `${sprite}#${name}`;
