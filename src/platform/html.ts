/** @returns the text as HTML shows it, in an element or between quotes */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
