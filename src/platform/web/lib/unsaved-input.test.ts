import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hasUnsavedInput, trackUnsavedInput } from './unsaved-input.ts';

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

it('counts typed text as unsaved until the field is blank or removed', () => {
  trackUnsavedInput();
  const field = new Field();
  const type = (text: string) => {
    field.textContent = text;
    page.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: field }));
  };
  expect(hasUnsavedInput()).toBe(false);
  type('Dear aunt,');
  expect(hasUnsavedInput()).toBe(true);
  type(' ');
  expect(hasUnsavedInput()).toBe(false);
  type('Dear uncle,');
  field.isConnected = false;
  expect(hasUnsavedInput()).toBe(false);
});
