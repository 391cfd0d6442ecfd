/** Tells a component whether scripts run, so that it offers only what works without them until then. */
import { useEffect, useState } from 'react';

/** False on the server and at hydration, then true: parts that need scripts are shown only then. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}
