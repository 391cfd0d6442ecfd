/** How islands read and show a list of the portal: while it is loading, when it has failed, when it is empty. */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ListState, RemoteList, RenderedList } from './list.browser.ts';

/** The store of a list as it is now; on the server and at hydration as it was first. */
export function useItems<T>({ $list }: RemoteList<T>): ListState<T> {
  return useStore($list, { ssr: 'initial' });
}

/**
 * State of a list for an island. On the server, at hydration and until the store has begun it is what the server
 * rendered, so that nothing flickers; afterwards it is the store, shared by every island of the page.
 */
export function useList<T>(list: RemoteList<T>, rendered?: RenderedList<T>): ListState<T> {
  const now = useItems(list);
  useEffect(() => {
    void list.start(rendered);
  }, [list, rendered]);
  return now === list.$list.init ? fromServer(rendered) : now;
}

function fromServer<T>(rendered: RenderedList<T>): ListState<T> {
  if (!rendered) return { items: [], state: 'loading' };
  return rendered === 'failed' ? { items: [], state: 'failed' } : { items: rendered, state: 'loaded' };
}

type Props<T> = {
  list: ListState<T>;
  /** What the list holds, with its article, to begin a sentence: "Le tue posizioni". */
  title: string;
  /** What an empty list means, in words: "Non hai ancora posizioni collegate." */
  empty: string;
  onRetry: () => void;
  children: (items: T[]) => ReactNode;
};

/** A list in its three states: skeleton, notice with retry, content (or the words for "nothing here"). */
export function ListView<T>({ list, title, empty, onRetry, children }: Props<T>): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const loading = list.state === 'loading';

  function retry(event: React.MouseEvent): void {
    event.preventDefault();
    frame.current?.focus(); // the link is about to go: whoever uses the keyboard stays at this point of the page
    onRetry();
  }

  return (
    <div ref={frame} tabIndex={-1} aria-busy={loading}>
      <p className="visually-hidden" role="status">
        {loading ? `${title}: caricamento in corso` : ''}
      </p>
      {loading && list.items.length === 0 && <ListSkeleton />}
      {list.state === 'failed' && <ListUnavailable title={title} onRetry={retry} />}
      {list.state === 'loaded' && list.items.length === 0 && <p>{empty}</p>}
      {list.items.length > 0 && children(list.items)}
    </div>
  );
}

/** Grey lines in the place of the rows to come. */
export function ListSkeleton({ rows = 3 }: { rows?: number }): ReactNode {
  return (
    <div className="placeholder-glow" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <p key={row} className="mb-3">
          <span className="placeholder col-7" /> <span className="placeholder col-4" />
          <span className="placeholder col-9" />
        </p>
      ))}
    </div>
  );
}

/** The link loads the page again, so it also works before hydration and without JavaScript. */
function ListUnavailable({ title, onRetry }: { title: string; onRetry: (event: React.MouseEvent) => void }): ReactNode {
  return (
    <div className="alert alert-warning" role="alert">
      <p>
        <strong>{title}: elenco non disponibile.</strong> Non siamo riusciti a recuperarlo: riprova tra poco.
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: it does navigate, to this same page, wherever no script runs yet */}
      <a className="btn btn-outline-primary" href="" onClick={onRetry}>
        Riprova
      </a>
    </div>
  );
}
