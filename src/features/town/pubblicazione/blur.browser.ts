/**
 * Draws the parts of a photo that nobody may recognise: by a press or a drag on the photo, or by a button and the keyboard. They are kept in the
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
/** A drag shorter than this is a press: on the photo it adds a box with sides of `PRESSED_SIDE`, on a box it takes it away. */
const LEAST_DRAG = 1;
const PRESSED_SIDE = 16;

/** @property from where it began @property before the box that is moved, as it was; undefined: a new one is drawn */
type BlurDrag = { at: number; from: [number, number]; before: BlurBox | undefined; hasMoved: boolean };

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
  let drag: BlurDrag | undefined;
  frame.addEventListener('pointerdown', (event) => {
    const pressed = (event.target as HTMLElement).closest<HTMLElement>('.sfocato');
    const at = pressed ? [...place.querySelectorAll('.sfocato')].indexOf(pressed) : boxes.length;
    drag = { at, from: pointOf(event), before: boxes[at], hasMoved: false };
    frame.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  frame.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const [x, y] = pointOf(event);
    const [fromX, fromY] = drag.from;
    drag.hasMoved ||= Math.abs(x - fromX) >= LEAST_DRAG && Math.abs(y - fromY) >= LEAST_DRAG;
    if (!drag.hasMoved) return;
    const { before } = drag;
    boxes[drag.at] = withinPhoto(
      before
        ? [before[0] + x - fromX, before[1] + y - fromY, before[2], before[3]]
        : [Math.min(x, fromX), Math.min(y, fromY), Math.abs(x - fromX), Math.abs(y - fromY)],
    );
    show();
  });
  frame.addEventListener('pointerup', () => {
    if (!drag) return;
    const { at, from, before, hasMoved } = drag;
    drag = undefined;
    if (hasMoved) return;
    if (before) boxes.splice(at, 1);
    else boxes.push(withinPhoto([from[0] - PRESSED_SIDE / 2, from[1] - PRESSED_SIDE / 2, PRESSED_SIDE, PRESSED_SIDE]));
    show();
  });
  // The finger scrolls the page.
  frame.addEventListener('pointercancel', () => {
    if (drag?.before) boxes[drag.at] = drag.before;
    else if (drag?.hasMoved) boxes.splice(drag.at, 1);
    drag = undefined;
    show();
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
  hint.textContent =
    'Tocca un volto o una targa per sfocarli, oppure trascina sulla foto. Una parte sfocata si sposta trascinandola, e si toglie toccandola.';
  place.append(hint, button, status);
  show();
}

/** Within the photo. */
const withinPhoto = ([x, y, w, h]: BlurBox): BlurBox => {
  const [left, top] = [Math.min(98, Math.max(0, x)), Math.min(98, Math.max(0, y))];
  return [left, top, Math.min(w, 100 - left), Math.min(h, 100 - top)];
};
