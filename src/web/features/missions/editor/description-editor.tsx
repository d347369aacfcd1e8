import { Node } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { Italic } from '@tiptap/extension-italic';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { CharacterCount, Placeholder, UndoRedo } from '@tiptap/extensions';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import { DESCRIPTION_MAX } from '#domain/limits.ts';
import { getT } from '#platform/web/lib/language.ts';
import { EditorToolbar } from './editor-toolbar.tsx';

/** A line break in a paragraph. API clients send them, and without this node an edit would join the words. */
const LineBreak = Node.create({
  name: 'lineBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) };
  },
});

const EXTENSIONS = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  LineBreak,
  BulletList,
  // The stored HTML has no attributes, so a list always starts at 1.
  OrderedList.extend({ addAttributes: () => ({}) }),
  // Leaves out the Tab shortcut, so Tab moves to the next control instead of indenting.
  ListItem.extend({
    addKeyboardShortcuts() {
      return { Enter: () => this.editor.commands.splitListItem(this.name) };
    },
  }),
  ListKeymap,
  UndoRedo,
  Placeholder.configure({ placeholder: () => getT()('app.missions.description.placeholder') }),
  CharacterCount.configure({ limit: DESCRIPTION_MAX }),
];

const LOOKS =
  'prose-felt min-h-24 px-4 py-3 sm:min-h-32 whitespace-break-spaces wrap-anywhere focus-visible:outline-none [&_.is-editor-empty:first-child]:before:pointer-events-none [&_.is-editor-empty:first-child]:before:float-start [&_.is-editor-empty:first-child]:before:h-0 [&_.is-editor-empty:first-child]:before:text-ink-2 [&_.is-editor-empty:first-child]:before:content-[attr(data-placeholder)]';

interface DescriptionEditorProps {
  id: string;
  value: string;
  labelledBy: string;
  describedBy: string;
  invalid: boolean;
  /** HTML of `p br strong em ul ol li`, or an empty string if the text is blank. */
  onChange: (html: string) => void;
}

export default function DescriptionEditor({
  id,
  value,
  labelledBy,
  describedBy,
  invalid,
  onChange,
}: DescriptionEditorProps) {
  const written = useRef(value);
  const [used, setUsed] = useState(false);
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    // The content security policy forbids style elements, so LOOKS contains the editor's styles.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      // The text sets the direction. Without text the page does, because the placeholder is in its language.
      attributes: ({ doc }) => ({
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-required': 'true',
        class: LOOKS,
        ...(describedBy && { 'aria-describedby': describedBy }),
        ...(doc.textContent !== '' && { dir: 'auto' }),
        ...(invalid && { 'aria-invalid': 'true' }),
      }),
    },
    onUpdate: ({ editor: now }) => {
      written.current = now.getText().trim() === '' ? '' : now.getHTML();
      onChange(written.current);
    },
  });
  useEffect(() => {
    // A value from outside, such as a template. Undo restores the previous text.
    if (value === written.current) return;
    written.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <>
      <EditorContent editor={editor} onFocus={() => setUsed(true)} />
      {/* It stays after the first use. If it went with the focus, a pressed button below would move away. */}
      {used && <EditorToolbar editor={editor} controls={id} />}
    </>
  );
}
