import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '../../../../ui/inputs/button.tsx'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { Field } from '../../../../ui/inputs/field.tsx'
import { FormActions } from '../../../../ui/inputs/form.tsx'
import { TextInput } from '../../../../ui/inputs/input.tsx'
import { isEditorLink } from '../../../articles/rules.ts'
import { ImagePicker } from '../../images/image-input.tsx'
import css from './rich-input.module.css'

interface Tool {
  label: string
  /** Shown instead of the label. */
  sign: string
  active?: boolean
  disabled?: boolean
  run: () => unknown
}

export function RichToolbar({ editor }: { editor: Editor }) {
  const [open, setOpen] = useState<'link' | 'image'>()
  const chain = () => editor.chain().focus()
  const inTable = editor.isActive('table')
  const tools: Tool[] = [
    { label: '撤销', sign: '↶', disabled: !editor.can().undo(), run: () => chain().undo().run() },
    { label: '重做', sign: '↷', disabled: !editor.can().redo(), run: () => chain().redo().run() },
    heading(editor, 2, '二级标题'),
    heading(editor, 3, '三级标题'),
    { label: '粗体', sign: '粗', active: editor.isActive('bold'), run: () => chain().toggleBold().run() },
    { label: '斜体', sign: '斜', active: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
    {
      label: '列表',
      sign: '列表',
      active: editor.isActive('bulletList'),
      run: () => chain().toggleBulletList().run(),
    },
    {
      label: '编号',
      sign: '编号',
      active: editor.isActive('orderedList'),
      run: () => chain().toggleOrderedList().run(),
    },
    { label: '引用', sign: '引用', active: editor.isActive('blockquote'), run: () => chain().toggleBlockquote().run() },
    { label: '链接', sign: '链接', active: editor.isActive('link'), run: () => setOpen('link') },
    { label: '插入图片', sign: '图片', run: () => setOpen('image') },
    {
      label: '插入表格',
      sign: '表格',
      disabled: inTable,
      run: () => chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
    },
    ...(inTable ? tableTools(editor) : []),
    { label: '清除格式', sign: '清除格式', run: () => chain().unsetAllMarks().clearNodes().run() },
  ]
  return (
    <>
      <div role="toolbar" aria-label="文字格式" className={css.toolbar}>
        {tools.map(({ label, sign, active, disabled, run }) => (
          <Button
            key={label}
            size="s"
            variant="quiet"
            aria-label={label}
            title={label}
            aria-pressed={active}
            disabled={disabled}
            onClick={run}
          >
            {sign}
          </Button>
        ))}
      </div>
      {open === 'link' && <LinkDialog editor={editor} onClose={() => setOpen(undefined)} />}
      <ImagePicker
        open={open === 'image'}
        onClose={() => setOpen(undefined)}
        onPick={({ img, width, height, name, alt }) => {
          chain()
            .setImage({ src: `/${img}`, alt: alt || name.replace(/\.\w+$/, ''), width, height })
            .run()
          setOpen(undefined)
        }}
      />
    </>
  )
}

function heading(editor: Editor, level: 2 | 3, label: string): Tool {
  return {
    label,
    sign: label,
    active: editor.isActive('heading', { level }),
    run: () => editor.chain().focus().toggleHeading({ level }).run(),
  }
}

function tableTools(editor: Editor): Tool[] {
  const chain = () => editor.chain().focus()
  return [
    { label: '加一行', sign: '加一行', run: () => chain().addRowAfter().run() },
    { label: '加一列', sign: '加一列', run: () => chain().addColumnAfter().run() },
    { label: '删除行', sign: '删除行', run: () => chain().deleteRow().run() },
    { label: '删除列', sign: '删除列', run: () => chain().deleteColumn().run() },
    { label: '删除表格', sign: '删除表格', run: () => chain().deleteTable().run() },
  ]
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<string>()
  const save = () => {
    const plain = href.trim()
    if (plain !== '' && !isEditorLink(plain))
      return setError('链接只能是 http(s) 网址、以 / 开头的本站路径、mailto: 或 tel:')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (plain === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: plain, marks: [{ type: 'link', attrs: { href: plain } }] }).run()
    else chain.setLink({ href: plain }).run()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="链接" size="s">
      <Field label="地址" hint="留空则去掉链接" error={error}>
        <TextInput
          inputMode="url"
          value={href}
          onValue={setHref}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Without this, Enter would submit the form around the dialog.
            event.preventDefault()
            save()
          }}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button variant="primary" onClick={save}>
          确定
        </Button>
      </FormActions>
    </Dialog>
  )
}
