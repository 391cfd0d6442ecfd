/** A table of figures: its head, a row each, whose first cell names it, and last their sum; in a shorter row that cell is wider. */
export type TableRows = readonly (readonly string[])[];

/** Label and value of what a case says of itself. */
export type SummaryItem = readonly [nome: string, valore: string | TableRows];
