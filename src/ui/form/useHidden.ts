/** Tells a form that its page goes out of sight: the browser may then throw it out of memory, with what was typed. */
import { useEffect, useRef } from 'react';

export function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  latest.current = onHidden;
  useEffect(() => {
    const listen = () => document.hidden && latest.current();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}
