/** Invented crests and a logo, drawn here: they are of no town, and of no programme. */

const drawShield = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#fff" d="M6 4h36v18c0 12-9 19-18 23C15 41 6 34 6 22z"/>${inside}</svg>`;

const inBase64 = (svg: string) => Buffer.from(svg).toString('base64');

/** Crests by the id of their ente: a tower on hills, a street lamp on a hill, a boat. */
export const DEMO_CRESTS: Readonly<Record<string, string>> = {
  borgosereno: inBase64(
    drawShield(
      '<path fill="#007a52" d="M9 25c5-4 9-4 15 0s10 4 15 0c-2 8-8 13-15 16.5C17 38 11 33 9 25z"/>' +
        '<path fill="#b8860b" d="M17 9h3v2h2.5V9h3v2H28V9h3v6h-1.5v9h-11v-9H17z"/><path fill="#fff" d="M22.5 18h3v6h-3z"/>',
    ),
  ),
  collelume: inBase64(
    drawShield(
      '<path fill="#8a1c3b" d="M9 27q15-10 30 0c-2 7-8 11.5-15 14.5C17 38.5 11 34 9 27z"/><path fill="#8a1c3b" d="M23 14h2v10h-2z"/>' +
        '<circle cx="24" cy="11.5" r="4.5" fill="#e0a100"/>',
    ),
  ),
  portolieve: inBase64(
    drawShield(
      '<path fill="#5b3fa0" d="M23 8h2v17h-2zM26 9l9 14h-9zM22 12v11h-7zM11 26h26l-4 6H15z"/>' +
        '<path fill="none" stroke="#2b6cb0" stroke-width="2" d="M13 36q3.700-3 7.400 0t7.400 0 7.400 0"/>',
    ),
  ),
};

/** "Finanziato con fondi di prova", as the logos of real programmes stand in a footer. */
export const DEMO_LOGO = inBase64(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 150 48"><rect width="150" height="48" fill="#fff"/><circle cx="24" cy="24" r="16" fill="#0b3d91"/>' +
    '<path fill="#ffd400" d="M24 13l3 8h8l-6.5 5 2.5 8-7-5-7 5 2.5-8L13 21h8z"/>' +
    '<text x="48" y="22" font-family="sans-serif" font-size="13" fill="#0b3d91">Finanziato con</text>' +
    '<text x="48" y="38" font-family="sans-serif" font-size="13" fill="#0b3d91">fondi di prova</text></svg>',
);
