/** How the schemas of the data file are written; those of what a body offers stand with their services. */
export { campi, detto, ELENCO, OGGETTO } from '../platform/campi.ts';
