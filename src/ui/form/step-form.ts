/** Id of the form of a step, for the buttons of the page around it. */
export const STEP_FORM = 'modulo';
