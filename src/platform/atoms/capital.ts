/** @returns the text with a capital at its beginning, as a sentence or a title has it */
export const capitalizeFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
