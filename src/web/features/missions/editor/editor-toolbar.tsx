import { type Editor, useEditorState } from '@tiptap/react';
import { Bold, Italic, List, ListOrdered } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { cx } from '#platform/web/lib/cx.ts';
import { isMirrored, stepOf } from '#platform/web/lib/direction.ts';
import { useT } from '#platform/web/lib/language.ts';

const TOOLS = [
  {
    name: 'bold',
    label: 'app.missions.description.bold',
    Icon: Bold,
    turned: '',
    run: (editor: Editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: 'italic',
    label: 'app.missions.description.italic',
    Icon: Italic,
    turned: '',
    run: (editor: Editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: 'bulletList',
    label: 'app.missions.description.bullets',
    Icon: List,
    turned: 'rtl:-scale-x-100',
    run: (editor: Editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    label: 'app.missions.description.numbers',
    Icon: ListOrdered,
    // Mirrors the lines but not the digits.
    turned: 'rtl:[&>:nth-child(-n+3)]:[translate:-8px] rtl:[&>:nth-child(n+4)]:[translate:14px]',
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
] as const;

/** A toolbar with one tab stop; the arrow keys move inside it. */
export function EditorToolbar({ editor, controls }: { editor: Editor; controls: string }) {
  const t = useT();
  const [stop, setStop] = useState(0);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map(({ name }) => now.isActive(name)),
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf(event.key, isMirrored(event.currentTarget));
    if (!step) return;
    event.preventDefault();
    const next = (stop + step + TOOLS.length) % TOOLS.length;
    setStop(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={t('app.missions.description.tools')}
      aria-controls={controls}
      onKeyDown={onKeyDown}
      className="flex gap-1 bg-sunk p-1"
    >
      {TOOLS.map(({ name, label, Icon, turned, run }, at) => (
        <button
          key={name}
          type="button"
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={active[at] ?? false}
          tabIndex={at === stop ? 0 : -1}
          onFocus={() => setStop(at)}
          // Keeps the selection in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
          className="grid size-11 cursor-pointer place-items-center rounded-sm hover:bg-card aria-pressed:bg-card aria-pressed:text-flame"
        >
          <Icon className={cx('size-5', turned)} strokeWidth={2.5} aria-hidden />
        </button>
      ))}
    </div>
  );
}
