/** How far a long work is: `value` 0–100, undefined while unknown. */
export function ProgressBar({ id, label, value }: { id: string; label: string; value?: number }) {
  return (
    <div className="avanzamento">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={100} value={value}>
        {value === undefined ? '' : `${value} %`}
      </progress>
    </div>
  );
}

/** Grey lines where a list will be. */
export function Skeleton({ lines = 3, label = 'Caricamento in corso' }: { lines?: number; label?: string }) {
  return (
    <div className="attesa-elenco" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name
        <span key={at} aria-hidden="true" />
      ))}
    </div>
  );
}
