/** Upload of files in a form or a message: choosing them, their progress, the list, and how names and sizes are written. */
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { Errors } from '../../../ui/form/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { controlProps, FieldError, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { ProgressBar } from '../../../ui/form/Progress.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { type AllegatoMostrato, operations } from './allegati.contract.ts';
import { type CategoriaFile, MAX_FILE, MAX_FILES } from './limiti.ts';

/**
 * The uploads that are under way, if any are: what leads away waits for them. @property files all there are then
 * @property errori why some were refused, by the field they were chosen in
 */
export type Caricamento = { current: Promise<{ files: AllegatoMostrato[]; errori: FieldErrors }> | undefined };

type Cambio = (files: AllegatoMostrato[]) => AllegatoMostrato[];

type Props = {
  label: string;
  /** What these files are for; without it they are the form's own */
  categoria?: CategoriaFile | undefined;
  /** What is wanted; the limits follow it where the files are the form's own, so that one of several fields tells them for all */
  hint?: string | undefined;
  required?: boolean | undefined;
  /** Path of the form, whose draft the files belong to */
  percorso: string;
  /** All files of the draft: those of this category are shown */
  files: AllegatoMostrato[];
  onFiles(change: Cambio): void;
  caricamento: Caricamento;
  errors?: Errors | undefined;
  /** True once scripts run: a chosen file leaves at once */
  mounted: boolean;
};

const MEGA = 1024 * 1024;
const LIMITI = `Fino a ${MAX_FILES} file da ${MAX_FILE / MEGA} MB: foto (JPEG, PNG, HEIC), PDF o file firmati (P7M).`;

/**
 * Fields `file` and `note`, and the files of the draft. Without JavaScript its buttons are `_azione` `aggiungi_file` and
 * `togli_file:Id`, one file at a time.
 */
export function Attachments(props: Props) {
  const { label, categoria, percorso, files, onFiles, caricamento, errors, mounted } = props;
  const segue = categoria ? `_${categoria}` : '';
  const nome = `file${segue}`;
  // Files come and go while others are still on their way.
  const attuali = useRef(files);
  attuali.current = files;
  const box = useRef<HTMLDivElement>(null);
  const [inCorso, setInCorso] = useState<{ nome: string; quota: number }>();
  const [propri, setPropri] = useState<Errors>();
  const [detto, setDetto] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form says after a check takes the place of our own errors
  useEffect(() => setPropri(undefined), [errors?.[nome]]);
  // What was chosen before the script came: the button that would have sent it is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const input = box.current?.querySelector<HTMLInputElement>('[type="file"]');
    if (mounted && input) void invia(input);
  }, [mounted]);
  const hint = categoria ? props.hint : [props.hint, LIMITI].filter(Boolean).join(' ');
  const field = { name: nome, label, hint, required: props.required, errors: { ...errors, ...propri } };
  const note = () => box.current?.querySelector<HTMLInputElement>('[name="note"]');
  const mostrati = files.filter((file) => file.categoria === categoria);

  function cambia(cambio: Cambio) {
    attuali.current = cambio(attuali.current);
    onFiles(cambio);
  }

  const pieno = files.length >= MAX_FILES;
  // What had the focus may be gone: the button of a file that was taken off, the input after the last file that may come.
  const qui = useRef(false);
  useEffect(() => {
    if (detto && qui.current && document.activeElement === document.body) document.getElementById(nome)?.focus();
  }, [detto, nome]);
  const comincia = () => {
    qui.current = box.current?.contains(document.activeElement) ?? false;
    // The same words again are read aloud again.
    setDetto('');
  };

  async function carica(scelti: File[]) {
    const rifiutati: string[] = [];
    comincia();
    for (const file of scelti) {
      setInCorso({ nome: file.name, quota: 0 });
      const testo = await uno(file, (quota) => setInCorso({ nome: file.name, quota }));
      if (testo) rifiutati.push(`${file.name}: ${testo}`);
    }
    setInCorso(undefined);
    const errore = rifiutati.join(' ');
    const nota = note();
    if (nota && !errore) nota.value = '';
    setPropri({ [nome]: errore ? [errore] : undefined });
    const caricati = scelti.length - rifiutati.length;
    const arrivati = `${caricati === 1 ? 'File caricato' : 'File caricati'}: ${attuali.current.length} in tutto.`;
    setDetto([...(caricati > 0 ? [arrivati] : []), ...rifiutati].join(' '));
    return { files: attuali.current, errori: errore ? { [nome]: [errore] } : {} };
  }

  async function invia(input: HTMLInputElement) {
    const scelti = [...(input.files ?? [])];
    // Taken at once: a choice made while the script comes to life is found both by its event and by the look for earlier ones.
    input.value = '';
    if (!scelti.length) return;
    // Files that are chosen while others are on their way come after them.
    const prima = caricamento.current;
    const questo = (async () => {
      const detti = (await prima)?.errori;
      const { files, errori } = await carica(scelti);
      return { files, errori: { ...detti, ...errori } };
    })();
    caricamento.current = questo;
    await questo;
    // Gone from the screen, it could not say what went wrong: what waits next will.
    if (box.current && caricamento.current === questo) caricamento.current = undefined;
  }

  /** @returns why it was refused, or nothing */
  async function uno(file: File, progress: (quota: number) => void) {
    if (attuali.current.length >= MAX_FILES) return `puoi allegare al massimo ${MAX_FILES} file.`;
    if (file.size > MAX_FILE) return `supera i ${MAX_FILE / MEGA} MB. Riducilo e riprova.`;
    try {
      const nuovo = await send(operations.caricaFile, { file, note: note()?.value, percorso, categoria }, { progress });
      cambia((tutti) => [...tutti, nuovo]);
      return undefined;
    } catch (error) {
      return daDire(error);
    }
  }

  async function togli(file: AllegatoMostrato) {
    comincia();
    try {
      await send(operations.togliFile, { id: file.Id });
    } catch (error) {
      if (!(error instanceof PortalError && error.code === 'not_found'))
        return setPropri({ [nome]: [`${file.nome}: ${daDire(error)}`] });
    }
    cambia((tutti) => tutti.filter((f) => f.Id !== file.Id));
    setDetto(`${file.nome} tolto.`);
  }

  const elenco = mostrati.length > 0 && (
    <ul className="allegati" aria-label={`File allegati: ${label}`}>
      {mostrati.map((file) => (
        <Allegato key={file.Id} file={file} onRemove={mounted ? () => void togli(file) : undefined} />
      ))}
    </ul>
  );
  return (
    <div ref={box}>
      {pieno ? (
        <div className="form-group" id={nome} tabIndex={-1}>
          <b>{label}</b>
          <FieldError {...field} />
          <p className="form-text">Hai allegato {MAX_FILES} file, il massimo. Per aggiungerne un altro togline uno.</p>
          {elenco}
        </div>
      ) : (
        <fieldset aria-label={label}>
          <FormGroup {...field} spoken>
            <input
              {...controlProps({ ...field, required: false })}
              type="file"
              accept=".pdf,.jpg,.jpeg,.png,.heic,.heif,.p7m"
              multiple={mounted}
              onChange={(event) => void invia(event.currentTarget)}
            />
            {elenco}
          </FormGroup>
          {!categoria && (
            <Field
              name="note"
              label="Nota per il prossimo file"
              maxLength={200}
              hint="Facoltativa: che cosa si vede. Scrivila prima di scegliere il file."
            />
          )}
        </fieldset>
      )}
      {!mounted && !pieno && (
        <BusyButton
          name="_azione"
          value={categoria ? `aggiungi_file:${categoria}` : 'aggiungi_file'}
          className="btn btn-outline-primary"
          formNoValidate
        >
          <Icon name="upload" className="icon-sm" /> Aggiungi file
        </BusyButton>
      )}
      {inCorso && (
        <ProgressBar
          id={`avanzamento${segue}`}
          label={`Carico ${inCorso.nome}`}
          value={Math.round(inCorso.quota * 100)}
        />
      )}
      <p className="visually-hidden" role="status">
        {detto}
      </p>
    </div>
  );
}

/** One file with its preview; without `onRemove` the button asks the server. */
function Allegato({ file, onRemove }: { file: AllegatoMostrato; onRemove?: (() => void) | undefined }) {
  return (
    <li>
      {file.miniatura ? (
        <img src={`/api/v1/portale/allegati/${file.Id}?miniatura=1`} alt="" width={56} height={56} loading="lazy" />
      ) : (
        <Icon name="file" />
      )}
      <span>
        <b>{file.nome}</b> <span className="form-text">{grandezza(file.dimensione)}</span>
        {file.nota && <span className="form-text d-block">{file.nota}</span>}
      </span>
      <button
        type="submit"
        className="btn"
        name="_azione"
        value={`togli_file:${file.Id}`}
        formNoValidate
        onClick={(event) => {
          if (!onRemove) return;
          event.preventDefault();
          onRemove();
        }}
      >
        Togli<span className="visually-hidden"> {file.nome}</span>
      </button>
    </li>
  );
}

/** Names and sizes of the files of a category, or of the form's own, as a summary says them; '' where there are none. */
export type FileDetti = (categoria?: CategoriaFile) => string;

export const fileDetti =
  (files: readonly Pick<AllegatoMostrato, 'nome' | 'dimensione' | 'categoria'>[]): FileDetti =>
  (categoria) =>
    files
      .filter((f) => f.categoria === categoria)
      .map((f) => `${f.nome} (${grandezza(f.dimensione)})`)
      .join('\n');

/** @param bytes of a file @returns "2,3 MB" */
export function grandezza(bytes: number): string {
  if (bytes < MEGA) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / MEGA).toFixed(1).replace('.', ',')} MB`;
}

function daDire(error: unknown): string {
  if (error instanceof PortalError) return error.message;
  return 'non siamo riusciti a completare l’operazione. Controlla la connessione e riprova.';
}
