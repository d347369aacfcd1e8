import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { COMMENT_MAX, MENTIONS_MAX } from '#domain/limits.ts';
import { mentionedIn } from '#domain/mentions.ts';
import { Button } from '#platform/web/kit/button.tsx';
import { inputClass, typedDirection } from '#platform/web/kit/field.tsx';
import { cx } from '#platform/web/lib/cx.ts';
import { useT } from '#platform/web/lib/language.ts';
import { Avatar } from '#web/drawings/avatar.tsx';
import type { NewComment } from './create-comment.ts';
import { type Person, useMentionPicker } from './use-mention-picker.ts';

interface MentionListProps {
  id: string;
  shown: readonly Person[];
  active: Person | undefined;
  onChoose: (person: Person) => void;
}

const optionId = (listId: string, person: Person): string => `${listId}-${person.user_id}`;

/** The list opens above the field, because a phone's keyboard covers the space below. */
function MentionList({ id, shown, active, onChoose }: MentionListProps) {
  const t = useT();
  return (
    <div
      hidden={shown.length === 0}
      className="absolute inset-x-0 bottom-full z-30 mb-1 rounded-md border-2 border-line bg-card p-1 shadow-card"
    >
      <div id={id} role="listbox" aria-label={t('app.comments.field.members')} tabIndex={-1}>
        {shown.map((person) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus and handles the keys
          <div
            key={person.user_id}
            id={optionId(id, person)}
            role="option"
            tabIndex={-1}
            aria-selected={person === active}
            // Otherwise the field would lose focus and close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-sm px-2 py-1.5 text-sm font-semibold hover:bg-sunk aria-selected:bg-star-soft"
          >
            <Avatar name={person.name} look={person.look} url={person.avatar_url} size={28} decorative />
            <span className="min-w-0 truncate user-line">{person.name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

interface CommentFieldProps {
  id: string;
  label: string;
  placeholder: string;
  people: readonly Person[];
  /** Text typed before; `onDraft` receives every change. */
  draft: string;
  onDraft: (text: string) => void;
  /** Resolves to true if the comment was posted or is pending, and to false if it was rejected. */
  onPost: (comment: Pick<NewComment, 'content' | 'mentions'>) => Promise<boolean>;
  autoFocus?: boolean;
  aside?: ReactNode;
}

function useCommentText({ people, draft, onDraft, onPost }: CommentFieldProps) {
  const [text, setText] = useState(draft);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const change = (value: string) => {
    setText(value);
    onDraft(value);
  };
  const post = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !text.trim()) return;
    sending.current = true;
    setBusy(true);
    const mentions = mentionedIn(text, people).map((person) => person.user_id);
    if (await onPost({ content: text, mentions: mentions.slice(0, MENTIONS_MAX) })) change('');
    sending.current = false;
    setBusy(false);
  };
  return { text, busy, change, post };
}

export function CommentField(props: CommentFieldProps) {
  const t = useT();
  const { id, label, placeholder, people, autoFocus, aside } = props;
  const { text, busy, change, post } = useCommentText(props);
  const input = useRef<HTMLInputElement>(null);
  const picker = useMentionPicker({ input, text, people, onText: change });
  const listId = `${id}-members`;
  return (
    <form className={cx('flex gap-2', !!aside && 'flex-wrap justify-end')} onSubmit={(event) => void post(event)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div className={cx('relative min-w-0 grow', !!aside && 'max-sm:basis-full')}>
        <input
          id={id}
          ref={input}
          role="combobox"
          type="text"
          dir={typedDirection(text)}
          autoComplete="off"
          enterKeyHint="send"
          aria-autocomplete="list"
          aria-expanded={picker.open}
          aria-controls={listId}
          aria-activedescendant={picker.open && picker.active ? optionId(listId, picker.active) : undefined}
          // biome-ignore lint/a11y/noAutofocus: a reply opens because its button was pressed
          autoFocus={autoFocus}
          value={text}
          readOnly={busy}
          maxLength={COMMENT_MAX}
          placeholder={placeholder}
          className={cx(inputClass, 'h-12 px-3.5 rtl:text-right')}
          {...picker.field}
        />
        <MentionList id={listId} shown={picker.shown} active={picker.active} onChoose={picker.choose} />
      </div>
      {aside}
      <Button
        type="submit"
        kind="night"
        className="text-sm"
        disabled={!text.trim()}
        busy={busy}
        busyLabel={t('app.comments.field.posting')}
      >
        {t('app.comments.field.post')}
      </Button>
    </form>
  );
}
