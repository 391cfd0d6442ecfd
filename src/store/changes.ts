/** The readers in this process that wait for the next change of a case. The store tells of the changes by all hosts. */

/** @property changed the case has changed, perhaps not in what this reader sees @property lost no changes are told of any more */
export type ChangeFollower = { changed(): void; lost(): void };

export type CaseChanges = {
  /** @param pratica the citizen's id @returns how to end; undefined while no changes are told of */
  follow(pratica: string, follower: ChangeFollower): (() => void) | undefined;
  /** A transaction that changed this case was committed, here or on another host */
  tell(pratica: string): void;
  /** Whether the store tells of changes from now on. When it no longer does, all followers are lost */
  hear(hears: boolean): void;
  /** For good: the process stops */
  close(): void;
};

export function createChanges(): CaseChanges {
  const followers = new Map<string, Set<ChangeFollower>>();
  let hearing = false;
  let closed = false;

  function hear(hears: boolean): void {
    hearing = hears && !closed;
    if (hearing) return;
    const all = [...followers.values()].flatMap((set) => [...set]);
    followers.clear();
    for (const follower of all) follower.lost();
  }

  return {
    follow: (pratica, follower) => {
      if (!hearing) return undefined;
      const ofCase = followers.get(pratica) ?? new Set();
      followers.set(pratica, ofCase.add(follower));
      return () => {
        ofCase.delete(follower);
        if (ofCase.size === 0 && followers.get(pratica) === ofCase) followers.delete(pratica);
      };
    },
    tell: (pratica) => {
      for (const follower of followers.get(pratica) ?? []) follower.changed();
    },
    hear,
    close: () => {
      closed = true;
      hear(false);
    },
  };
}
