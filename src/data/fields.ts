/** Helpers for the schemas of the data file; the schemas of offers are in the folders of their services. */
export { describeField, LIST_WANTED, OBJECT_WANTED, strictFields } from '../platform/data-file-fields.ts';
