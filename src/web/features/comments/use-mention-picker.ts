import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { insertMention, matchPeople, mentionQuery } from './mention-query.ts';

/** A member who can be named. */
export interface Person {
  user_id: string;
  name: string;
  avatar_url: string | null;
}

const SHOWN = 6;

interface PickerOptions {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  people: readonly Person[];
  onText: (text: string) => void;
}

/** The list of members that opens while `@…` is typed: what it shows, which row is lit, and what each key does. */
export function useMentionPicker({ input, text, people, onText }: PickerOptions) {
  const [caret, setCaret] = useState(0);
  const [focused, setFocused] = useState(false);
  const [active, setActive] = useState(0);
  /** The place of the `@` for which the list was closed by hand. */
  const [dismissed, setDismissed] = useState(-1);
  const goTo = useRef<number | null>(null);

  const query = focused ? mentionQuery(text, caret) : null;
  const shown = query && query.at !== dismissed ? matchPeople(people, query.typed, SHOWN) : [];
  const open = shown.length > 0;
  const lit = Math.min(active, shown.length - 1);

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

  /** Whether the key meant something here. */
  const press = (key: string): boolean => {
    if (!open || !query) return false;
    if (key === 'ArrowDown') setActive((lit + 1) % shown.length);
    else if (key === 'ArrowUp') setActive((lit + shown.length - 1) % shown.length);
    else if (key === 'Enter' || key === 'Tab') choose(shown[lit]);
    else if (key === 'Escape') setDismissed(query.at);
    else return false;
    return true;
  };

  return {
    open,
    shown,
    active: shown[lit],
    choose,
    /** For the field: the caret is where it was moved to by typing, by keys and by pointing. */
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
        // While letters are being composed, Enter belongs to the composition.
        if (!event.nativeEvent.isComposing && !event.shiftKey && press(event.key)) event.preventDefault();
      },
    },
  };
}
