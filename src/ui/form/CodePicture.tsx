/** "Where do I find the code?" beside a field: a picture of the letter with its places numbered, and the same places in words. */
import type { ReactNode } from 'react';

type Props = {
  /** What it answers, on the button that opens it */
  question: string;
  /** Address, size and words of the picture */
  picture: { src: string; width: number; height: number; alt: string };
  /** What stands at each numbered place, in the order of the numbers */
  places: readonly ReactNode[];
};

/** Closed at first. The picture is fetched when it is opened. */
export function CodePicture({ question, picture, places }: Props) {
  return (
    <details className="dove">
      <summary>{question}</summary>
      <img {...picture} alt={picture.alt} loading="lazy" />
      <ol>
        {places.map((words, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
          <li key={at}>{words}</li>
        ))}
      </ol>
    </details>
  );
}
