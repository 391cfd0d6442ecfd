/** The smallest files that the portal accepts. */

/** A PDF without a page. @param inside put among its objects, as text */
export const pdfText = (inside = ''): string =>
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${inside}\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

/** A PNG of one point. */
export const ONE_POINT_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
