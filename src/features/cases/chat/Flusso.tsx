/** The timeline of a chat page, with the way back to earlier entries and whether the other side has read each. */
import { type MouseEvent, useEffect, useRef } from 'react';
import type { EventoMostrato } from './chat.contract.ts';
import { File } from './File.tsx';
import { type Lettore, Nascondi } from './Nascondi.tsx';
import { autore, cambioInParole, quando } from './parole.ts';
import type { ConversationPart } from './parts.ts';
import { keepStill } from './still.browser.ts';
import { showEarlier } from './updates.browser.ts';

type Props = {
  dettaglio: ConversationPart;
  lettore: Lettore;
  /** The page shows an earlier part of the timeline */
  sfoglia: boolean;
};

/** The stream of messages, changes of state and documents, the oldest first: its last part, and what was asked for before it. */
export function Flusso({ sfoglia, ...props }: Props) {
  const { eventi, altri_prima } = props.dettaglio;
  const primo = eventi[0]?.id;
  const lista = useRef<HTMLOListElement>(null);
  const fermo = useRef<{ li: HTMLElement; top: number }>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another event is the first
  useEffect(() => {
    const prima = fermo.current;
    if (!prima) return;
    fermo.current = null;
    keepStill(prima.li, prima.top, () => {
      // The nearest of those that came: who reads goes on upwards from here.
      const vicino = prima.li.previousElementSibling as HTMLElement;
      vicino.tabIndex = -1;
      vicino.focus({ preventScroll: true });
      vicino.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    });
  }, [primo]);

  const risali = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const li = lista.current?.firstElementChild as HTMLElement;
    fermo.current = { li, top: li.getBoundingClientRect().top };
    await showEarlier();
  };

  return (
    <>
      {altri_prima && (
        <p>
          <a className="d-inline-block py-2" href={`?prima=${primo}#messaggi-titolo`} onClick={risali}>
            Mostra i messaggi precedenti
          </a>
        </p>
      )}
      <ol className="flusso" ref={lista}>
        {eventi.map((e, at) => (
          <Voce key={e.id} e={e} ultimo={at === eventi.length - 1} {...props} />
        ))}
      </ol>
      {sfoglia && (
        <p>
          <a className="d-inline-block py-2" href="?#ultimo">
            Torna agli ultimi messaggi
          </a>
        </p>
      )}
    </>
  );
}

type VoceProps = Pick<Props, 'dettaglio' | 'lettore'> & { e: EventoMostrato; ultimo: boolean };

function Voce({ e, ultimo, dettaglio, lettore }: VoceProps) {
  const mio = e.da === lettore.vista;
  const look = e.da === 'sistema' ? 'sistema' : mio ? 'mio' : 'altrui';
  const chi = autore(e, dettaglio, lettore.ente);
  return (
    <li className={look} id={ultimo ? 'ultimo' : undefined}>
      <p className="chi">
        <strong>
          <bdi>{chi}</bdi>
        </strong>{' '}
        <time dateTime={e.quando}>{quando(e.quando)}</time>
      </p>
      {e.stato && e.tipo === 'stato' && <p className="cambio">{cambioInParole(e, dettaglio.tipo)}</p>}
      {e.testo && (
        <p className={e.tipo === 'nascosto' ? 'parole nascoste' : 'parole'} dir="auto">
          {e.testo}
        </p>
      )}
      {e.allegati.length > 0 && (
        <ul className="file">
          {e.allegati.map((file) => (
            <File key={file.Id} file={file} pratica={dettaglio.id} lettore={lettore} />
          ))}
        </ul>
      )}
      {mio && <p className="letto">{e.letto ? letto(lettore) : 'Inviato, non ancora letto'}</p>}
      {lettore.vista === 'operatore' && e.testo && e.tipo !== 'nascosto' && e.da !== 'sistema' && (
        <Nascondi
          cosa="evento"
          id={e.id}
          quale={`di ${chi}, ${quando(e.quando)}`}
          pratica={dettaglio.id}
          lettore={lettore}
        />
      )}
    </li>
  );
}

const letto = ({ vista }: Lettore): string => (vista === 'cittadino' ? 'Letto dall’ente' : 'Letto dal cittadino');
