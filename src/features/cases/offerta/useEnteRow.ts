/** The row of a summary that names the chosen ente, whether the name came with the page or with a list loaded later. */
import { useItems } from '../../../platform/vault/ListState.tsx';
import type { RemoteList, RenderedList } from '../../../platform/vault/list.browser.ts';
import type { FormProps, FormValues } from '../form/form.ts';

type NamedEnte = { Id: string; Nome: string };
type PageWithEnti<E> = Pick<FormProps, 'fixedEnte' | 'enteName' | 'state'> & { enti: RenderedList<E> };

export function useEnteRow<E extends NamedEnte>(page: PageWithEnti<E>, list: RemoteList<E>) {
  const { fixedEnte, enti, enteName, state } = page;
  const loaded = useItems(list).items;
  const known = Array.isArray(enti) ? [...loaded, ...enti] : loaded;
  return ({ ente }: FormValues) => {
    // The list may have failed to load; the page itself knows the name of the ente it was rendered for.
    const pageEnte = ente === state.values.ente ? enteName : ente;
    return { name: 'Ente', value: fixedEnte ?? known.find(({ Id }) => Id === ente)?.Nome ?? pageEnte };
  };
}
