/** The timeline of a chat page, with links to earlier entries and marks of what the other side has read. */
import { type MouseEvent, useEffect, useRef } from 'react';
import { AllegatoItem } from './AllegatoItem.tsx';
import type { ShownEvento } from './chat.contract.ts';
import type { HideControl, PraticaReader } from './HideButton.tsx';
import type { ConversationPart } from './parts.ts';
import { authorOf, describeChange, formatInstant } from './pratica-words.ts';
import { keepStill } from './still.browser.ts';
import { showEarlier } from './updates.browser.ts';

type Props = {
  detail: ConversationPart;
  reader: PraticaReader;
  /** For the office */
  HidePart?: HideControl | undefined;
  /** The page shows an earlier part of the timeline */
  browsing: boolean;
};

/** Messages, changes of state and documents, oldest first: the last part, and the earlier ones that were loaded. */
export function EventoList({ browsing, ...props }: Props) {
  const { eventi, altri_prima } = props.detail;
  const firstId = eventi[0]?.id;
  const listRef = useRef<HTMLOListElement>(null);
  const anchor = useRef<{ li: HTMLElement; top: number }>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another event is the first
  useEffect(() => {
    const held = anchor.current;
    if (!held) return;
    anchor.current = null;
    keepStill(held.li, held.top, () => {
      // The nearest of the loaded events, because the reader continues upwards from here.
      const nearest = held.li.previousElementSibling as HTMLElement;
      nearest.tabIndex = -1;
      nearest.focus({ preventScroll: true });
      nearest.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
  }, [firstId]);

  const showPrevious = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const li = listRef.current?.firstElementChild as HTMLElement;
    anchor.current = { li, top: li.getBoundingClientRect().top };
    await showEarlier();
  };

  return (
    <>
      {altri_prima && (
        <p>
          <a className="d-inline-block py-2" href={`?prima=${firstId}#messaggi-titolo`} onClick={showPrevious}>
            Mostra i messaggi precedenti
          </a>
        </p>
      )}
      <ol className="flusso" ref={listRef}>
        {eventi.map((e, at) => (
          <EventoItem key={e.id} e={e} isLast={at === eventi.length - 1} {...props} />
        ))}
      </ol>
      {browsing && (
        <p>
          <a className="d-inline-block py-2" href="?#ultimo">
            Torna agli ultimi messaggi
          </a>
        </p>
      )}
    </>
  );
}

type EventoItemProps = Pick<Props, 'detail' | 'reader' | 'HidePart'> & { e: ShownEvento; isLast: boolean };

function EventoItem({ e, isLast, detail, reader, HidePart }: EventoItemProps) {
  const isOwn = e.da === reader.vista;
  const look = e.da === 'sistema' ? 'sistema' : isOwn ? 'mio' : 'altrui';
  const author = authorOf(e, detail, reader.ente);
  return (
    <li className={look} id={isLast ? 'ultimo' : undefined}>
      <p className="chi">
        <strong>
          <bdi>{author}</bdi>
        </strong>{' '}
        <time dateTime={e.quando}>{formatInstant(e.quando)}</time>
      </p>
      {e.stato && e.tipo === 'stato' && <p className="cambio">{describeChange(e, detail.tipo)}</p>}
      {e.testo && (
        <p className={e.tipo === 'nascosto' ? 'parole nascoste' : 'parole'} dir="auto">
          {e.testo}
        </p>
      )}
      {e.allegati.length > 0 && (
        <ul className="file">
          {e.allegati.map((file) => (
            <AllegatoItem
              key={file.Id}
              file={file}
              author={`${author} ${formatInstant(e.quando)}`}
              pratica={detail.id}
              reader={reader}
              HidePart={HidePart}
            />
          ))}
        </ul>
      )}
      {e.registrato && (
        <p className="letto">
          <bdi>{e.registrato}</bdi>
        </p>
      )}
      {isOwn && <p className="letto">{e.letto ? readText(reader) : 'Inviato, non ancora letto'}</p>}
      {HidePart && e.testo && e.tipo !== 'nascosto' && e.da !== 'sistema' && (
        <HidePart
          kind="evento"
          id={e.id}
          label={`di ${author}, ${formatInstant(e.quando)}`}
          pratica={detail.id}
          reader={reader}
        />
      )}
    </li>
  );
}

const readText = ({ vista }: PraticaReader): string =>
  vista === 'cittadino' ? 'Letto dall’ente' : 'Letto dal cittadino';
