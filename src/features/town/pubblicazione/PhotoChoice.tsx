/**
 * A photo that an operator may publish, and the parts of it that nobody may recognise: marked by a press or a drag on the photo, or by a
 * button and the keyboard.
 */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';

/** In per cent of the photo. */
type BlurBox = readonly [x: number, y: number, w: number, h: number];

/** Per cent that an arrow key moves or stretches a box by. */
const BLUR_STEP = 2;
const ARROW_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-BLUR_STEP, 0],
  ArrowRight: [BLUR_STEP, 0],
  ArrowUp: [0, -BLUR_STEP],
  ArrowDown: [0, BLUR_STEP],
};
/** A drag shorter than this is a press: on the photo it adds a box with sides of `PRESSED_SIDE`, on a box it takes it away. */
const LEAST_DRAG = 1;
const PRESSED_SIDE = 16;

/** @property from where it began @property before the box that is moved, as it was; undefined: a new one is drawn */
type BlurDrag = { at: number; from: readonly [number, number]; before: BlurBox | undefined; hasMoved: boolean };

/** @property blurs boxes of the hidden field: `x,y,w,h;x,y,w,h` */
type Props = { id: string; nome: string; src: string; isChosen: boolean; blurs: string };

export const PhotoChoice = createIsland(function PhotoChoice({ id, nome, src, isChosen, blurs }: Props) {
  const mounted = useMounted();
  const { boxes, put, pointer } = useBlurBoxes(blurs);
  const frame = useRef<HTMLDivElement>(null);
  /** A box was added by the button, from where the keys go on in it. */
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current) frame.current?.querySelectorAll('button')[boxes.length - 1]?.focus();
    isAdded.current = false;
  }, [boxes.length]);

  function changeByKey(event: KeyboardEvent, at: number, [x, y, w, h]: BlurBox): void {
    const [dx, dy] = ARROW_KEYS[event.key] ?? [0, 0];
    if (event.key === 'Delete' || event.key === 'Backspace') {
      // Others move up to its place, where the focus stays.
      if (at === boxes.length - 1) frame.current?.querySelectorAll('button')[at - 1]?.focus();
      put(at, undefined);
    } else if (dx === 0 && dy === 0) return;
    else if (event.shiftKey) put(at, [x, y, Math.max(BLUR_STEP, w + dx), Math.max(BLUR_STEP, h + dy)]);
    else put(at, [x + dx, y + dy, w, h]);
    event.preventDefault();
  }

  return (
    <>
      <div className="riquadro" ref={frame} {...pointer}>
        <img src={src} alt={`Foto ${nome}`} loading="lazy" />
        {mounted &&
          boxes.map((box, at) => {
            const [left, top, width, height] = box.map((value) => `${value}%`);
            return (
              <button
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is known by its place
                key={at}
                type="button"
                value={at}
                style={{ left, top, width, height }}
                aria-label={`Parte sfocata ${at + 1}: frecce per spostarla, con Maiusc per allargarla, Canc per toglierla`}
                onKeyDown={(event) => changeByKey(event, at, box)}
              />
            );
          })}
      </div>
      <div className="form-check">
        <input type="checkbox" id={`foto-${id}`} name={`foto:${id}`} defaultChecked={isChosen} />
        <label htmlFor={`foto-${id}`}>
          Pubblica <bdi>{nome}</bdi>
        </label>
      </div>
      <input type="hidden" name={`sfoca:${id}`} value={writeBoxes(boxes)} />
      {mounted ? (
        <>
          <p className="form-text">
            Tocca un volto o una targa per sfocarli, oppure trascina sulla foto. Una parte sfocata si sposta
            trascinandola, e si toglie toccandola.
          </p>
          <button
            type="button"
            className="btn btn-link"
            onClick={() => {
              isAdded.current = true;
              put(boxes.length, [40, 40, 20, 20]);
            }}
          >
            Sfoca una parte
          </button>
          <p role="status" className="form-text">
            {blurredInWords(boxes.length)}
          </p>
        </>
      ) : (
        <noscript>Per sfocare una parte della foto serve JavaScript.</noscript>
      )}
    </>
  );
});

/** The boxes of a photo, and what draws them with a finger or the mouse. */
function useBlurBoxes(blurs: string) {
  const [boxes, setBoxes] = useState(() => readBoxes(blurs));
  const drag = useRef<BlurDrag>(undefined);
  /** @param box undefined takes away the one that is there */
  const put = (at: number, box: BlurBox | undefined) =>
    setBoxes((all) => [...all.slice(0, at), ...(box ? [withinPhoto(box)] : []), ...all.slice(at + 1)]);

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent): [number, number] => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * 100, ((clientY - top) / height) * 100];
  };
  const pointer = {
    onPointerDown(event: PointerEvent) {
      const at = event.target instanceof HTMLButtonElement ? Number(event.target.value) : boxes.length;
      drag.current = { at, from: pointOf(event), before: boxes[at], hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    onPointerMove(event: PointerEvent) {
      const now = drag.current;
      if (!now) return;
      const [x, y] = pointOf(event);
      const [fromX, fromY] = now.from;
      now.hasMoved ||= Math.abs(x - fromX) >= LEAST_DRAG && Math.abs(y - fromY) >= LEAST_DRAG;
      if (!now.hasMoved) return;
      const { at, before } = now;
      if (before) put(at, [before[0] + x - fromX, before[1] + y - fromY, before[2], before[3]]);
      else put(at, [Math.min(x, fromX), Math.min(y, fromY), Math.abs(x - fromX), Math.abs(y - fromY)]);
    },
    onPointerUp() {
      const now = drag.current;
      drag.current = undefined;
      if (!now || now.hasMoved) return;
      const [x, y] = now.from;
      const pressed: BlurBox = [x - PRESSED_SIDE / 2, y - PRESSED_SIDE / 2, PRESSED_SIDE, PRESSED_SIDE];
      put(now.at, now.before ? undefined : pressed);
    },
    /** The finger scrolls the page. */
    onPointerCancel() {
      if (drag.current?.hasMoved) put(drag.current.at, drag.current.before);
      drag.current = undefined;
    },
  };
  return { boxes, put, pointer };
}

const readBoxes = (blurs: string): readonly BlurBox[] =>
  blurs.split(';').flatMap((part) => {
    const [x, y, w, h] = part.split(',').map(Number);
    return x === undefined || y === undefined || w === undefined || h === undefined ? [] : [[x, y, w, h] as const];
  });

const writeBoxes = (boxes: readonly BlurBox[]): string =>
  boxes.map((box) => box.map((value) => value.toFixed(1)).join(',')).join(';');

const withinPhoto = ([x, y, w, h]: BlurBox): BlurBox => {
  const [left, top] = [Math.min(98, Math.max(0, x)), Math.min(98, Math.max(0, y))];
  return [left, top, Math.min(w, 100 - left), Math.min(h, 100 - top)];
};

function blurredInWords(n: number): string {
  if (n === 0) return '';
  return n === 1 ? 'Una parte sarà sfocata.' : `${n} parti saranno sfocate.`;
}
