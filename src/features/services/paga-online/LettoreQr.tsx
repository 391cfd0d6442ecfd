/** The QR reader itself, loaded when LeggiQr opens: reads a photo or the camera, and explains why when it cannot. */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { leggiFoto, leggiFotogramma } from './qr.browser.ts';

/** Milliseconds between two looks through the camera. */
const OGNI = 150;

/** @property letto is told what a code says, and whether to go on looking */
type Props = { letto(testo: string): boolean };

/** A photo, or the camera: both are read here, nothing leaves the device. */
export function LettoreQr({ letto }: Props) {
  const [inUso, setInUso] = useState(false);
  const [detto, setDetto] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const chi = useRef(letto);
  chi.current = letto;

  useEffect(() => box.current?.querySelector('input')?.focus(), []);

  // The camera is on while this is on screen, and no longer.
  useEffect(() => {
    if (!inUso) return;
    const fine = new AbortController();
    guarda(video.current, fine.signal, (testo) => chi.current(testo)).catch((error: unknown) => {
      if (fine.signal.aborted) return;
      setInUso(false);
      setDetto(perche(error));
    });
    return () => fine.abort();
  }, [inUso]);

  async function foto({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    setDetto('Leggo la foto…');
    try {
      const testo = await leggiFoto(file);
      if (testo === null) setDetto(NESSUN_CODICE);
      else if (!letto(testo)) setDetto(ALTRO_CODICE);
    } catch (error) {
      console.debug(error);
      setDetto('Non riusciamo ad aprire questa immagine. Usa una foto JPEG o PNG, oppure scrivi il codice avviso.');
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
          onChange={(event) => void foto(event)}
        />
      </div>
      {'mediaDevices' in navigator && (
        <button
          type="button"
          className="btn btn-outline-primary"
          onClick={() => {
            setDetto(inUso ? '' : 'Inquadra il codice QR dell’avviso.');
            setInUso(!inUso);
          }}
        >
          {inUso ? 'Spegni la fotocamera' : 'Usa la fotocamera'}
        </button>
      )}
      {inUso && <video ref={video} muted playsInline aria-label="Quello che vede la fotocamera" />}
      <p className="form-text" role="status">
        {detto}
      </p>
    </div>
  );
}

/** Looks through the camera until a code is taken. @throws when there is none, or nobody allows it */
async function guarda(video: HTMLVideoElement | null, signal: AbortSignal, letto: Props['letto']): Promise<void> {
  const vista = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const spegni = () => {
    for (const traccia of vista.getTracks()) traccia.stop();
  };
  if (signal.aborted || !video) return spegni();
  signal.addEventListener('abort', spegni);
  video.srcObject = vista;
  await video.play();
  while (!signal.aborted) {
    const testo = await leggiFotogramma(video);
    if (testo !== null && !signal.aborted && letto(testo)) return;
    await new Promise((poi) => setTimeout(poi, OGNI));
  }
}

function perche(error: unknown): string {
  const nome = error instanceof Error ? error.name : '';
  if (nome === 'NotAllowedError')
    return 'Il browser non ha il permesso di usare la fotocamera: concedilo e riprova, oppure scegli una foto o scrivi il codice avviso.';
  if (nome === 'NotFoundError')
    return 'Questo dispositivo non ha una fotocamera: scegli una foto o scrivi il codice avviso.';
  return 'La fotocamera non si è accesa: forse la usa un altro programma. Riprova, scegli una foto o scrivi il codice avviso.';
}

const NESSUN_CODICE =
  'Non troviamo un codice QR in questa foto: avvicinati, con buona luce, e riprova. Oppure scrivi il codice avviso.';
const ALTRO_CODICE =
  'Questo codice QR non è di un avviso pagoPA: usa quello vicino al codice avviso, oppure scrivi il codice avviso.';
