/** Reads and shows a list of the portal in an island: while it is loading, when it has failed, when it is empty. */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ListState, RemoteList, RenderedList } from './list.browser.ts';

/** The current state of a list's store; on the server and at hydration its first state. */
export function useItems<T>({ $list }: RemoteList<T>): ListState<T> {
  return useStore($list, { ssr: 'initial' });
}

/**
 * The state of a list for an island. On the server, at hydration and until the store has started it is the server's rendering, so
 * that nothing flickers; afterwards it is the store, shared by every island of the page.
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
  /** The name of the list, with its article, to begin a sentence: "Le tue posizioni". */
  title: string;
  /** The words for an empty list: "Non hai ancora posizioni collegate." */
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
    frame.current?.focus(); // the link disappears: keyboard users stay at this point of the page
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

/** Grey lines in place of the rows to come. */
function ListSkeleton({ rows = 3 }: { rows?: number }): ReactNode {
  return (
    <div className="placeholder-glow" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
        <p key={row} className="mb-3">
          <span className="placeholder col-7" /> <span className="placeholder col-4" />
          <span className="placeholder col-9" />
        </p>
      ))}
    </div>
  );
}

/** The link loads the page again, so it also works before hydration and without JavaScript. */
export function ListUnavailable({
  title,
  onRetry,
}: {
  title: string;
  onRetry?: (event: React.MouseEvent) => void;
}): ReactNode {
  return (
    <div className="alert alert-warning" role="alert">
      <p>
        <strong>{title}: elenco non disponibile.</strong> Non siamo riusciti a recuperarlo: riprova tra poco.
      </p>
      {/* biome-ignore lint/a11y/useValidAnchor: it navigates to this same page where no script runs yet */}
      <a className="btn btn-outline-primary" href="" onClick={onRetry}>
        Riprova
      </a>
    </div>
  );
}
