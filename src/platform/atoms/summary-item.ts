/** One row of a case's summary: a label with its value, or with a table of figures. */

/** A table of figures: the head, then one row each, named by its first cell, and at last the sum. In a shorter row that cell is wider. */
export type TableRows = readonly (readonly string[])[];

/** Label and value of one fact of a case. */
export type SummaryItem = readonly [nome: string, valore: string | TableRows];
