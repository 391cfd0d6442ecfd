/**
 * Draws the parts of a photo that nobody may recognise: by pointer on the photo, or by a button and the keyboard. They are kept in the
 * hidden field beside the photo, in per cent.
 */
type BlurBox = [x: number, y: number, w: number, h: number];

/** Per cent that an arrow key moves or stretches a box by. */
const BLUR_STEP = 2;
const ARROW_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-BLUR_STEP, 0],
  ArrowRight: [BLUR_STEP, 0],
  ArrowUp: [0, -BLUR_STEP],
  ArrowDown: [0, BLUR_STEP],
};
/** A drag shorter than this is a press, and draws nothing. */
const LEAST_DRAG = 1;

export function startBlurTools(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-sfoca]')) startTool(place);
}

function startTool(place: HTMLElement): void {
  const frame = place.querySelector<HTMLElement>('.riquadro');
  const field = place.querySelector<HTMLInputElement>('input[type=hidden]');
  if (!frame || !field) return;
  const boxes: BlurBox[] = field.value
    .split(';')
    .filter(Boolean)
    .map((part) => part.split(',').map(Number) as BlurBox);
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'form-text';

  /** @param focused index of the box that the keyboard is on */
  function show(focused?: number): void {
    for (const old of place.querySelectorAll('.sfocato')) old.remove();
    for (const [at, box] of boxes.entries()) frame?.append(boxElement(at, box));
    if (field) field.value = boxes.map((box) => box.map((value) => value.toFixed(1)).join(',')).join(';');
    if (focused !== undefined) place.querySelectorAll<HTMLElement>('.sfocato')[focused]?.focus();
    status.textContent =
      boxes.length === 0
        ? ''
        : boxes.length === 1
          ? 'Una parte sarà sfocata.'
          : `${boxes.length} parti saranno sfocate.`;
  }

  function boxElement(at: number, [x, y, w, h]: BlurBox): HTMLElement {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'sfocato';
    element.setAttribute(
      'aria-label',
      `Parte sfocata ${at + 1}: frecce per spostarla, con Maiusc per allargarla, Canc per toglierla`,
    );
    Object.assign(element.style, { left: `${x}%`, top: `${y}%`, width: `${w}%`, height: `${h}%` });
    element.addEventListener('keydown', (event) => changeByKey(event, at));
    return element;
  }

  function changeByKey(event: KeyboardEvent, at: number): void {
    const box = boxes[at];
    const [dx, dy] = ARROW_KEYS[event.key] ?? [0, 0];
    if (event.key === 'Delete' || event.key === 'Backspace') boxes.splice(at, 1);
    else if (!box || (dx === 0 && dy === 0)) return;
    else if (event.shiftKey)
      boxes[at] = withinPhoto([box[0], box[1], Math.max(BLUR_STEP, box[2] + dx), Math.max(BLUR_STEP, box[3] + dy)]);
    else boxes[at] = withinPhoto([box[0] + dx, box[1] + dy, box[2], box[3]]);
    event.preventDefault();
    show(Math.min(at, boxes.length - 1));
  }

  const pointOf = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { left, top, width, height } = frame.getBoundingClientRect();
    return [((clientX - left) / width) * 100, ((clientY - top) / height) * 100];
  };
  let start: [number, number] | undefined;
  frame.addEventListener('pointerdown', (event) => {
    if ((event.target as HTMLElement).closest('.sfocato')) return;
    start = pointOf(event);
    frame.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  frame.addEventListener('pointerup', (event) => {
    if (!start) return;
    const [x, y] = pointOf(event);
    const box: BlurBox = [Math.min(x, start[0]), Math.min(y, start[1]), Math.abs(x - start[0]), Math.abs(y - start[1])];
    start = undefined;
    if (box[2] < LEAST_DRAG || box[3] < LEAST_DRAG) return;
    boxes.push(withinPhoto(box));
    show();
  });
  frame.addEventListener('pointercancel', () => {
    start = undefined;
  });

  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-link';
  button.textContent = 'Sfoca una parte';
  button.addEventListener('click', () => {
    boxes.push([40, 40, 20, 20]);
    show(boxes.length - 1);
  });
  const hint = document.createElement('p');
  hint.className = 'form-text';
  hint.textContent = 'Trascina sulla foto per sfocare un volto o una targa.';
  place.append(hint, button, status);
  show();
}

/** Within the photo. */
const withinPhoto = ([x, y, w, h]: BlurBox): BlurBox => {
  const [left, top] = [Math.min(98, Math.max(0, x)), Math.min(98, Math.max(0, y))];
  return [left, top, Math.min(w, 100 - left), Math.min(h, 100 - top)];
};
