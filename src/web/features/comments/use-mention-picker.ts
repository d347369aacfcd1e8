import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Look } from '#domain/looks.ts';
import { isMentionSign } from '#domain/mentions.ts';

/** A mention being typed: the position of its `@` and the text up to the caret. */
interface MentionQuery {
  at: number;
  typed: string;
}

/** The maximum length of text after an `@` that can be a name. */
const TYPED_MAX = 40;

/** Returns the mention at the caret, or null. Its `@` starts a word and no line break follows. */
export function mentionQuery(text: string, caret: number): MentionQuery | null {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  if (at < 0 || caret - at > TYPED_MAX) return null;
  const typed = before.slice(at + 1);
  if (typed.startsWith(' ') || typed.includes('\n')) return null;
  return isMentionSign(before, at) ? { at, typed } : null;
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns people with a name word that starts with `typed`, matches of the first name first. Chinese names match
 * anywhere.
 */
export function matchPeople<Person extends { name: string }>(
  people: readonly Person[],
  typed: string,
  limit: number,
): Person[] {
  const wanted = plain(typed);
  const begins = (person: Person) => plain(person.name).startsWith(wanted);
  const sought = /^\p{Script=Han}/u.test(wanted) ? wanted : ` ${wanted}`;
  const inside = (person: Person) => plain(person.name).includes(sought);
  return [...people.filter(begins), ...people.filter((person) => !begins(person) && inside(person))].slice(0, limit);
}

/** Inserts the name and returns the new position of the caret. */
export function insertMention(
  text: string,
  caret: number,
  { at }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const head = `${text.slice(0, at)}@${name} `;
  return { text: head + text.slice(caret).replace(/^ /, ''), caret: head.length };
}

export interface Person {
  user_id: string;
  name: string;
  avatar_url: string | null;
  look: Look;
}

const SHOWN = 6;

interface PickerOptions {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  people: readonly Person[];
  onText: (text: string) => void;
}

export function useMentionPicker({ input, text, people, onText }: PickerOptions) {
  const [caret, setCaret] = useState(0);
  const [focused, setFocused] = useState(false);
  const [active, setActive] = useState(0);
  /** The position of the `@` whose list the user closed. */
  const [dismissed, setDismissed] = useState(-1);
  const goTo = useRef<number | null>(null);

  const query = focused ? mentionQuery(text, caret) : null;
  const shown = query && query.at !== dismissed ? matchPeople(people, query.typed, SHOWN) : [];
  const open = shown.length > 0;
  const activeIndex = Math.min(active, shown.length - 1);

  useLayoutEffect(() => {
    if (goTo.current === null) return;
    input.current?.setSelectionRange(goTo.current, goTo.current);
    goTo.current = null;
  });

  const choose = (person: Person | undefined) => {
    if (!person || !query) return;
    const next = insertMention(text, caret, query, person.name);
    goTo.current = next.caret;
    setCaret(next.caret);
    onText(next.text);
  };

  /** Handles a key. Returns true if the list used it. */
  const press = (key: string): boolean => {
    if (!open || !query) return false;
    if (key === 'ArrowDown') setActive((activeIndex + 1) % shown.length);
    else if (key === 'ArrowUp') setActive((activeIndex + shown.length - 1) % shown.length);
    else if (key === 'Enter' || key === 'Tab') choose(shown[activeIndex]);
    else if (key === 'Escape') setDismissed(query.at);
    else return false;
    return true;
  };

  return {
    open,
    shown,
    active: shown[activeIndex],
    choose,
    field: {
      onChange: (event: { target: HTMLInputElement }) => {
        setActive(0);
        setDismissed(-1);
        setCaret(event.target.selectionStart ?? event.target.value.length);
        onText(event.target.value);
      },
      onSelect: (event: { currentTarget: HTMLInputElement }) => setCaret(event.currentTarget.selectionStart ?? 0),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
      onKeyDown: (event: KeyboardEvent) => {
        // During composition, Enter belongs to the input method.
        if (!event.nativeEvent.isComposing && !event.shiftKey && press(event.key)) event.preventDefault();
      },
    },
  };
}
