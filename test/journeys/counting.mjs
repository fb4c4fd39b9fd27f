// Counts what a journey costs a person: clicks, keys, messages that pop up, and questions.

/** Begins to count in the page; `cost` gives the figures since `begin`. Clicks in webviews are not seen. */
export async function counting(page) {
  await page.evaluate(() => {
    const counted = (globalThis.counted = { clicks: 0, keys: 0, toasts: [], questions: [] });
    addEventListener('mousedown', ({ isTrusted }) => void (counted.clicks += Number(isTrusted)), true);
    addEventListener(
      'keydown',
      ({ isTrusted, key }) => void (counted.keys += Number(isTrusted && key.length > 0)),
      true,
    );
    const add = (list, text) => text && !list.includes(text) && list.push(text);
    const look = () => {
      for (const one of document.querySelectorAll('.notification-toast')) {
        const text = one.querySelector('.notification-list-item-message')?.innerText;
        const buttons = [...one.querySelectorAll('.notification-list-item-buttons-container .monaco-button')];
        add(counted.toasts, text);
        for (const button of buttons) add((counted.buttons ??= []), button.innerText);
      }
      const widget = document.querySelector('.quick-input-widget');
      if (widget?.offsetParent) add(counted.questions, widget.querySelector('.quick-input-title')?.innerText);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return {
    begin: () =>
      page.evaluate(() =>
        Object.assign(globalThis.counted, { clicks: 0, keys: 0, toasts: [], questions: [], buttons: [] }),
      ),
    cost: () => page.evaluate(() => ({ ...globalThis.counted })),
  };
}

/** A box that asks nothing of its own: it only says that the command runs. */
const isQuestion = (title) => !title.startsWith('Running the command');

/** `clicks 2 · keys 0 · toasts 1 · questions 1` */
export function told({ clicks, keys, toasts, questions }) {
  return `clicks ${clicks} · keys ${keys} · toasts ${toasts.length} · questions ${questions.filter(isQuestion).length}`;
}

export const asked = ({ questions }) => questions.filter(isQuestion).length;

/** Messages that have popped up since `begin`. */
export const toastsSeen = (page) => page.evaluate(() => globalThis.counted.toasts);
