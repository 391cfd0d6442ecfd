import type { Dettaglio, EventoMostrato } from './chat.contract.ts';
import { File } from './File.tsx';
import { type Lettore, Nascondi } from './Nascondi.tsx';
import { autore, cambioInParole, type Fatto, quando } from './parole.ts';

type Props = { dettaglio: Dettaglio; lettore: Lettore; dopo(cosa: Fatto): Promise<void> };

/** The stream of messages, changes of state and documents, the oldest first. */
export function Flusso(props: Props) {
  const { eventi } = props.dettaglio;
  return (
    <ol className="flusso">
      {eventi.map((e, at) => (
        <Voce key={e.id} e={e} ultimo={at === eventi.length - 1} {...props} />
      ))}
    </ol>
  );
}

function Voce({ e, ultimo, dettaglio, lettore, dopo }: Props & { e: EventoMostrato; ultimo: boolean }) {
  const mio = e.da === lettore.vista;
  const look = e.da === 'sistema' ? 'sistema' : mio ? 'mio' : 'altrui';
  return (
    <li className={look} id={ultimo ? 'ultimo' : undefined}>
      <p className="chi">
        <strong>
          <bdi>{autore(e, dettaglio, lettore.ente)}</bdi>
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
            <File key={file.Id} file={file} dettaglio={dettaglio} lettore={lettore} dopo={dopo} />
          ))}
        </ul>
      )}
      {mio && <p className="letto">{e.letto ? letto(lettore) : 'Inviato, non ancora letto'}</p>}
      {lettore.vista === 'operatore' && e.testo && e.tipo !== 'nascosto' && e.da !== 'sistema' && (
        <Nascondi cosa="evento" id={e.id} dettaglio={dettaglio} lettore={lettore} dopo={dopo} />
      )}
    </li>
  );
}

const letto = ({ vista }: Lettore): string => (vista === 'cittadino' ? 'Letto dall’ente' : 'Letto dal cittadino');
