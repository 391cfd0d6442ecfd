/** Shows pictures as large as the screen allows, one after the other. Loaded with the first of them; without scripts a link opens the picture. */
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * @property address of the picture in the browser
 * @property download address to save it from, if the reader may keep it
 * @property caption from whom it is, when it came, what its note says
 */
export type ShownPicture = { address: string; nome: string; caption?: string; download?: string };

/** The browser returns the focus when the dialog is closed, by *Chiudi* or Escape. @param first place of the one to show first */
export function showPictures(pictures: readonly ShownPicture[], first: number): void {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const end = () => {
    root.unmount();
    place.remove();
  };
  root.render(<PhotoViewer pictures={pictures} first={first} onClose={end} />);
}

type Props = { pictures: readonly ShownPicture[]; first: number; onClose: () => void };

function PhotoViewer({ pictures, first, onClose }: Props) {
  const [at, setAt] = useState(first);
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    close.current?.focus();
  }, []);
  const picture = pictures[at];
  if (!picture) return null;
  const { address, nome, caption, download } = picture;
  const place = pictures.length > 1 && `Foto ${at + 1} di ${pictures.length}`;
  const turn = (by: number) => pictures[at + by] && setAt(at + by);
  return (
    <dialog
      ref={dialog}
      className="finestra"
      style={{ width: 'fit-content', textAlign: 'center' }}
      aria-label={nome}
      aria-describedby="foto-grande-testo"
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') turn(-1);
        if (key === 'ArrowRight') turn(1);
      }}
    >
      <img
        src={address}
        alt={nome}
        style={{ display: 'block', maxWidth: '100%', maxHeight: '65vh', margin: '0 auto 0.5rem' }}
      />
      <p className="form-text" role="status" id="foto-grande-testo">
        {[place, nome, caption].filter(Boolean).join(' · ')}
      </p>
      <div className="cmp-nav-steps">
        {pictures.length > 1 && (
          <>
            <TurnButton words="Precedente" isEnd={at === 0} onTurn={() => turn(-1)} />
            <TurnButton words="Successiva" isEnd={at === pictures.length - 1} onTurn={() => turn(1)} />
          </>
        )}
        {download && (
          <a className="btn btn-outline-primary" href={download} download aria-label={`Scarica ${nome}`}>
            Scarica
          </a>
        )}
        <button ref={close} type="button" className="btn btn-primary" onClick={() => dialog.current?.close()}>
          Chiudi
        </button>
      </div>
    </dialog>
  );
}

/** Keeps the focus at either end. */
const TurnButton = ({ words, isEnd, onTurn }: { words: string; isEnd: boolean; onTurn: () => void }) => (
  <button type="button" className="btn btn-outline-primary" aria-disabled={isEnd || undefined} onClick={onTurn}>
    {words}
  </button>
);
