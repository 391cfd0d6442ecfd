/** The number of a notice as it is printed: in groups of four digits. */
export const groupDigits = (numeroAvviso: string): string => numeroAvviso.replace(/(\d{4})(?=\d)/g, '$1 ');
