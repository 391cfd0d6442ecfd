/** Tells a component whether scripts run, so that it does not offer what would not work without them. */
import { useEffect, useState } from 'react';

/** False on the server and at hydration, then true: what needs scripts is shown only then. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted;
}
