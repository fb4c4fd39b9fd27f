/** The page of the panel: draws each snapshot it is sent, and sends back what was pressed. Runs in the browser. */
import type { FromPage, ToPage } from '../messages';
import { Page } from './page';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

const { postMessage } = acquireVsCodeApi();
const page = new Page(document.getElementById('whittle')!, (message) => postMessage(message));

addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.kind === 'snapshot') page.show(data.snapshot);
});
postMessage({ kind: 'ready' });
