'use client';
// The style is here as well: from a server component Next would send it twice, in the HTML and in the data of the page.
import { SegnalazioneForm } from '../../../../src/features/services/segnalazione/SegnalazioneForm.tsx';
import { style } from './style.js';

// biome-ignore lint/security/noDangerouslySetInnerHtml: the portal's own style
export const Styles = () => <style dangerouslySetInnerHTML={{ __html: style }} />;

export const Form = SegnalazioneForm;
