/** The bodies that take payments, kept in the vault of the browser. No island: the page of a choice loads neither React nor schemas. */
import { keep, type ListName, recall, type Shape } from '../../../platform/vault/vault.browser.ts';

type Riga = { codice: string; nome: string };

const RIGHE: Shape<Riga[]> = {
  safeParse: (value) => (isRighe(value) ? { success: true, data: value } : { success: false }),
};

function isRighe(value: unknown): value is Riga[] {
  return (
    Array.isArray(value) && value.every((riga) => typeof riga?.codice === 'string' && typeof riga.nome === 'string')
  );
}

/** Keeps what the server rendered; where it had nothing to render, shows what was kept. */
export async function custodisciElenchi(): Promise<void> {
  for (const posto of document.querySelectorAll<HTMLElement>('[data-elenco]')) {
    const nome = posto.dataset.elenco as ListName;
    const { righe } = posto.dataset;
    if (righe !== undefined) await keep(nome, JSON.parse(righe));
    else mostra(posto, (await recall(nome, RIGHE)) ?? []);
  }
}

function mostra(posto: HTMLElement, righe: readonly Riga[]): void {
  const voci = righe.map(({ codice, nome }) => {
    const link = document.createElement('a');
    link.href = `?modo=spontaneo&ente=${encodeURIComponent(codice)}`;
    link.textContent = nome;
    const voce = document.createElement('li');
    voce.append(link);
    return voce;
  });
  posto.querySelector('ul')?.replaceChildren(...voci);
  posto.hidden = voci.length === 0;
}
