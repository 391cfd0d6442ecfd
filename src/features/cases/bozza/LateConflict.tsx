/** The question which version is kept, when a save from the browser meets it: loaded only then. The page itself asks without scripts. */
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $bozzaConflict } from './bozza.store.ts';

const LazyQuestion = lazy(() => import('./ConflictQuestion.tsx').then((m) => ({ default: m.ConflictQuestion })));

type Props = { told: string | undefined; path: string; guest: boolean };

export function LateConflict(props: Props) {
  const conflict = useStore($bozzaConflict, { ssr: 'initial' });
  return (
    conflict && (
      <Suspense>
        <LazyQuestion conflict={conflict} {...props} />
      </Suspense>
    )
  );
}
