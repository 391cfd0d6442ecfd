/** The progress of a long operation: `value` 0–100. */
export function ProgressBar({ id, label, value }: { id: string; label: string; value: number }) {
  return (
    <div className="progresso">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={100} value={value}>
        {value} %
      </progress>
    </div>
  );
}
