/** Numbers beside the names of the tabs, where the page comes to know them better than the server did. */
import { $conteggi } from './area.store.ts';

/** @returns what stops it */
export function mostraConteggi(): () => void {
  return $conteggi.listen((conteggi) => {
    for (const [nome, quanti] of Object.entries(conteggi)) scrivi(nome, quanti);
  });
}

/** A number stands in the page with the words that say what it counts; none is no number. */
function scrivi(nome: string, quanti: number): void {
  for (const el of document.querySelectorAll<HTMLElement>(`[data-conteggio="${nome}"]`)) {
    el.hidden = quanti === 0;
    const number = el.querySelector('b');
    if (number) number.textContent = String(quanti);
  }
}
