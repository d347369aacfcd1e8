import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { holdsTyped, watchTyping } from './typed.ts';

class Field extends EventTarget {
  isConnected = true;
  textContent = '';
}

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('HTMLElement', Field);
  vi.stubGlobal('HTMLTextAreaElement', class {});
  vi.stubGlobal('HTMLInputElement', class {});
});
afterEach(() => vi.unstubAllGlobals());

it('knows what stands in a field that was typed into, until the field is gone', () => {
  watchTyping();
  const field = new Field();
  const type = (text: string) => {
    field.textContent = text;
    page.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: field }));
  };
  expect(holdsTyped()).toBe(false);
  type('Dear aunt,');
  expect(holdsTyped()).toBe(true);
  type(' ');
  expect(holdsTyped()).toBe(false);
  type('Dear uncle,');
  field.isConnected = false;
  expect(holdsTyped()).toBe(false);
});
