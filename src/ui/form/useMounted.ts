import { useEffect, useState } from 'react';

/** False on the server and at hydration, then true. Tells the startup overlay that the root view is mounted. */
export function useMounted(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    setMounted(true);
    document.dispatchEvent(new Event('portale:mounted'));
  }, []);
  return mounted;
}
