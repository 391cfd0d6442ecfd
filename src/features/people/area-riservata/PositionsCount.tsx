/** The number of positions beside the heading of their tab, from the list that the panel shows and changes. */
import { useStore } from '@nanostores/react';
import { createIsland } from '../../../ui/island.ts';
import { posizioniList } from './posizioni.browser.ts';

const { $list } = posizioniList;

/** @param props.count as the server knows it */
export const PositionsCount = createIsland(function PositionsCount(props: { count: number }) {
  const list = useStore($list, { ssr: 'initial' });
  // A list that cannot be read has no items, and no number.
  const count = list === $list.init ? props.count : list.items.length;
  return (
    <span className="badge corso" hidden={count === 0}>
      <b>{count}</b>
    </span>
  );
});
