/** Draws a photo beside the page, which goes on answering presses. */
import { smallerPhoto } from './smaller-photo.ts';

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(await smallerPhoto(data));
});
