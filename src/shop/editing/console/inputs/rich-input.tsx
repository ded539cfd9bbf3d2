import { Editor } from '@tiptap/core'
import { Image } from '@tiptap/extension-image'
import { TableKit } from '@tiptap/extension-table'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef, useState } from 'react'
import { useFieldLink } from '../../../../ui/inputs/field.tsx'
import { isEditorLink } from '../../../articles/rules.ts'
import css from './rich-input.module.css'
import { RichToolbar } from './rich-toolbar.tsx'

/** Accepts pictures of our own library only. Other pictures in pasted HTML are dropped here, as the server would drop them. */
const OwnImage = Image.extend({ parseHTML: () => [{ tag: 'img[src^="/img/"]' }] })

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (uri) => isEditorLink(uri),
      HTMLAttributes: { rel: null, target: null },
    },
  }),
  OwnImage,
  TableKit.configure({ table: { resizable: false } }),
]

/** Rich text, bound to the surrounding Field. Its value is HTML, which the server cleans again. */
export default function RichInput({ label }: { label: string }) {
  const link = useFieldLink()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, redraw] = useState(0)
  const latest = useRef(link?.state)
  latest.current = link?.state
  useEffect(() => {
    if (!place.current) return
    const made = new Editor({
      element: place.current,
      extensions,
      content: String(latest.current?.value ?? ''),
      // The Content Security Policy forbids styles added by scripts; the editor's styles are in the CSS module.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': label,
          class: `prose ${css.text}`,
        },
      },
      onUpdate: ({ editor: now }) => latest.current?.set(now.isEmpty ? '' : now.getHTML()),
      onTransaction: () => redraw((count) => count + 1),
    })
    setEditor(made)
    return () => made.destroy()
  }, [label])
  return (
    <div className={css.editor} data-invalid={link?.invalid || undefined}>
      {editor && <RichToolbar editor={editor} />}
      <div ref={place} />
    </div>
  )
}
