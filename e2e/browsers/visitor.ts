import { expect } from '@playwright/test';
import type { Browser } from './driver.ts';

/** Keys as WebDriver names them. */
export const enter = '\uE007';
export const escapeKey = '\uE00C';
const control = '\uE009';

/** Uses pages as a person does: it finds everything by the words that are shown. */
const finding = `
  const [kind, name] = given;
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim();
  const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const words = (element) => plain(element.getAttribute('aria-label') || element.innerText || element.value);
  const fieldOf = (label) => label.control;
  // An open dialog covers the page.
  const page = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].findLast(isShown) ?? document;
  const found = kind === 'field'
    ? [...page.querySelectorAll('label')].filter((label) => plain(label.innerText).startsWith(name)).map(fieldOf)
        .concat([...page.querySelectorAll('[aria-label]')].filter((each) => each.getAttribute('aria-label') === name && each.matches('input, textarea, [role=textbox]')))
    : [...page.querySelectorAll('button, a, summary')].filter((each) => words(each) === name);
  const element = found.find((each) => each && isShown(each));
  if (!element) return null;
`;

export class Visitor {
  readonly #browser: Browser;
  readonly #url: string;

  constructor(browser: Browser, url: string) {
    this.#browser = browser;
    this.#url = url;
  }

  async open(address: string): Promise<void> {
    await this.#browser.open(new URL(address, this.#url).href);
  }

  run(body: string, given?: string[]): Promise<unknown> {
    return this.#browser.run(body, given);
  }

  /** Waits until the page says so. */
  async sees(text: string): Promise<void> {
    const shown = () => this.#browser.run(`return document.body?.innerText.replace(/\\s+/g, ' ') ?? '';`);
    await expect.poll(() => shown().catch(String), { timeout: 60_000 }).toContain(text);
  }

  async isAt(path: string): Promise<void> {
    const at = () => this.#browser.run('return location.pathname;').catch(String);
    await expect.poll(at, { timeout: 60_000 }).toBe(path);
  }

  /** Presses a button or link, as soon as it is there. */
  press(name: string): Promise<void> {
    return this.#click('action', name);
  }

  /** Writes into a field as hands do, in place of what is there. */
  async write(label: string, text: string): Promise<void> {
    await this.#click('field', label);
    await this.#browser.run(`${finding} element.focus(); element.select?.();`, ['field', label]);
    await this.type(text);
    const value = () =>
      this.#browser.run(`${finding} return element.value ?? element.innerText;`, ['field', label]);
    // Some fields write what was typed in their own way.
    await expect.poll(value, { timeout: 60_000 }).not.toBe('');
  }

  check(label: string): Promise<void> {
    return this.#click('field', label);
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#browser.input([{ type: 'key', id: 'keyboard', actions }]);
  }

  /** Presses a key with Control. */
  async control(key: string): Promise<void> {
    const actions = [
      { type: 'keyDown', value: control },
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
      { type: 'keyUp', value: control },
    ];
    await this.#browser.input([{ type: 'key', id: 'keyboard', actions }]);
  }

  async #click(kind: 'field' | 'action', name: string): Promise<void> {
    const middle = `${finding}
      if (element.disabled) return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      // No place is returned while something else would take the press: it will go away.
      return hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.control === element) ? [x, y].join() : null;`;
    let place = '';
    const ready = async () => {
      const before = place;
      place = String((await this.#browser.run(middle, [kind, name]).catch(() => null)) ?? '');
      // Where it was the time before: what loads above moves it no more.
      return place !== '' && place === before;
    };
    await expect.poll(ready, { timeout: 60_000, message: `${kind} “${name}”` }).toBe(true);
    const [x, y] = place.split(',').map(Number);
    const actions = [
      { type: 'pointerMove', x, y, duration: 0, origin: 'viewport' },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#browser.input([{ type: 'pointer', id: 'mouse', actions }]);
  }
}
