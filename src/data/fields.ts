/** How the schemas of the data file are written; those of what a body offers stand with their services. */
export { describeField, LIST_WANTED, OBJECT_WANTED, strictFields } from '../platform/data-file-fields.ts';
