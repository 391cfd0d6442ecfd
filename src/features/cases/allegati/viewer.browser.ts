/** Shows pictures as large as the screen allows, one after the other. Loaded with the first of them; without scripts a link opens the picture. */

/**
 * @property address of the picture in the browser
 * @property download address to save it from, if the reader may keep it
 * @property caption from whom it is, when it came, what its note says
 */
export type ShownPicture = { address: string; nome: string; caption?: string; download?: string };

/** The browser returns the focus when the dialog is closed, by *Chiudi* or Escape. @param at the first one to show */
export function showPictures(pictures: readonly ShownPicture[], at: number): void {
  let shown = at;
  const dialog = makeElement('dialog', { className: 'finestra' });
  Object.assign(dialog.style, { width: 'fit-content', textAlign: 'center' });
  const picture = makeElement('img', {});
  Object.assign(picture.style, { display: 'block', maxWidth: '100%', maxHeight: '65vh', margin: '0 auto 0.5rem' });
  const caption = makeElement('p', { className: 'form-text', role: 'status', id: 'foto-grande-testo' });
  const bar = makeElement('div', { className: 'cmp-nav-steps' });
  const save = makeElement('a', { className: 'btn btn-outline-primary', textContent: 'Scarica', download: '' });
  const close = makeElement('button', { type: 'button', className: 'btn btn-primary', textContent: 'Chiudi' });

  const show = (to: number) => {
    const next = pictures[to];
    if (!next) return;
    shown = to;
    const { address, nome, download } = next;
    dialog.ariaLabel = nome;
    Object.assign(picture, { src: address, alt: nome });
    const place = pictures.length > 1 ? `Foto ${to + 1} di ${pictures.length}` : '';
    caption.textContent = [place, nome, next.caption].filter(Boolean).join(' · ');
    save.style.display = download === undefined ? 'none' : '';
    save.href = download ?? '';
    save.ariaLabel = `Scarica ${nome}`;
    turns.forEach(([button, by]) => {
      button.ariaDisabled = pictures[to + by] === undefined ? 'true' : null;
    });
  };
  const turn = (words: string, by: number): [HTMLButtonElement, number] => {
    const button = makeElement('button', { type: 'button', className: 'btn btn-outline-primary', textContent: words });
    button.onclick = () => show(shown + by);
    return [button, by];
  };
  const turns = pictures.length > 1 ? [turn('Precedente', -1), turn('Successiva', 1)] : [];

  close.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  dialog.onkeydown = ({ key }) => {
    if (key === 'ArrowLeft') show(shown - 1);
    if (key === 'ArrowRight') show(shown + 1);
  };
  bar.append(...turns.map(([button]) => button), save, close);
  dialog.setAttribute('aria-describedby', caption.id);
  dialog.append(picture, caption, bar);
  document.body.append(dialog);
  show(at);
  dialog.showModal();
  close.focus();
}

const makeElement = <Tag extends 'dialog' | 'img' | 'p' | 'div' | 'a' | 'button'>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), properties);
