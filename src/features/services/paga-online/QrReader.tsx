/** The QR reader itself, loaded when QrButton opens: reads a photo or the camera, and explains why when it cannot. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { readFrame, readPhoto } from './qr.browser.ts';

/** Pause between two looks through the camera, in ms. */
const LOOK_INTERVAL_MS = 150;

/** @property onRead gets the text of a code; false: go on looking */
type Props = { onRead(text: string): boolean };

/** The image stays on the device. */
export function QrReader({ onRead }: Props) {
  const [inUse, setInUse] = useState(false);
  const [announced, setAnnounced] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const latestOnRead = useRef(onRead);
  latestOnRead.current = onRead;

  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  // The camera is on only while this is on screen.
  useEffect(() => {
    if (!inUse) return;
    const ended = new AbortController();
    watchCamera(video.current, ended.signal, (text) => latestOnRead.current(text)).catch((error: unknown) => {
      if (ended.signal.aborted) return;
      setInUse(false);
      setAnnounced(cameraErrorText(error));
    });
    return () => ended.abort();
  }, [inUse]);

  async function readPhotoInput({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setAnnounced('Leggo la foto…');
    try {
      const text = await readPhoto(file);
      if (text === null) setAnnounced(NO_CODE_TEXT);
      else if (!onRead(text)) setAnnounced(OTHER_CODE_TEXT);
    } catch (error) {
      console.debug(error);
      setAnnounced('Non riusciamo ad aprire questa immagine. Usa una foto JPEG o PNG, oppure scrivi il codice avviso.');
    }
    currentTarget.value = '';
  }

  return (
    <div ref={box} className="lettore">
      <div className="form-group">
        <label htmlFor="qr-foto">Foto del codice QR</label>
        <p className="form-text" id="qr-foto-aiuto">
          Resta sul tuo dispositivo: non la inviamo a nessuno.
        </p>
        <input
          className="form-control"
          id="qr-foto"
          type="file"
          accept="image/*"
          aria-describedby="qr-foto-aiuto"
          onChange={(event) => void readPhotoInput(event)}
        />
      </div>
      {'mediaDevices' in navigator && (
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => {
            setAnnounced(inUse ? '' : 'Inquadra il codice QR dell’avviso.');
            setInUse(!inUse);
          }}
        >
          {inUse ? 'Spegni la fotocamera' : 'Usa la fotocamera'}
        </button>
      )}
      {inUse && <video ref={video} muted playsInline aria-label="Quello che vede la fotocamera" />}
      <p className="form-text" role="status">
        {announced}
      </p>
    </div>
  );
}

/** Looks through the camera until a code is accepted. @throws when there is no camera, or no permission for it */
async function watchCamera(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onRead: Props['onRead'],
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stopCamera = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted || !video) return stopCamera();
  signal.addEventListener('abort', stopCamera);
  video.srcObject = stream;
  await video.play();
  while (!signal.aborted) {
    const text = await readFrame(video);
    if (text !== null && !signal.aborted && onRead(text)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS));
  }
}

function cameraErrorText(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return 'Il browser non ha il permesso di usare la fotocamera: concedilo e riprova, oppure scegli una foto o scrivi il codice avviso.';
  if (name === 'NotFoundError')
    return 'Questo dispositivo non ha una fotocamera: scegli una foto o scrivi il codice avviso.';
  return 'La fotocamera non si è accesa: forse la usa un altro programma. Riprova, scegli una foto o scrivi il codice avviso.';
}

const NO_CODE_TEXT =
  'Non troviamo un codice QR in questa foto: avvicinati, con buona luce, e riprova. Oppure scrivi il codice avviso.';
const OTHER_CODE_TEXT =
  'Questo codice QR non è di un avviso pagoPA: usa quello vicino al codice avviso, oppure scrivi il codice avviso.';
