/** The row of a summary that names the chosen ente, whether its name came with the page or in a list loaded since. */
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
    // The page itself names the ente it was made for, where the list could not be read.
    const pageEnte = ente === state.values.ente ? enteName : ente;
    return { name: 'Ente', value: fixedEnte ?? known.find(({ Id }) => Id === ente)?.Nome ?? pageEnte };
  };
}
