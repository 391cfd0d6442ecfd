/** The beginning of a text, for a row that shows a part of it. Pure. */

/** @param max characters, an emoji being one @returns the text, or its beginning with an ellipsis */
export function shortenText(text: string, max: number): string {
  const [...characters] = text;
  return characters.length > max ? `${characters.slice(0, max).join('').trimEnd()}…` : text;
}
