import { Fragment, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { LeaveGuard } from '../../../ui/feedback/leave-guard.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { conflictsOf } from '../revisions/conflict-rules.ts'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { differences } from '../kinds/kind-rules.ts'
import type { FieldChange } from '../change-rules.ts'
import { ConflictPanel, type Newer } from './conflict-panel.tsx'
import { Sections } from './inputs/sections.tsx'

type Data = Record<string, unknown>

/** The form of any kind, built from its declaration. Leaving it with unsaved changes asks for confirmation. */
export function ItemForm({
  kind,
  initial,
  changes,
  onSave,
  onDirty,
  onValues,
  newer,
  onKeep,
  onTake,
  refused,
}: {
  kind: ContentKind
  initial: Data
  /** The fields that differ from the published version. */
  changes?: readonly FieldChange[]
  onSave: (data: Data, note: string) => Promise<void>
  onDirty?: (dirty: boolean) => void
  /** Gets what the form holds, now and after every change. */
  onValues?: ((data: Data) => void) | undefined
  /** Changes that somebody else saved since `initial` was read; the form keeps what was typed until the editor has chosen. */
  newer?: Newer | undefined
  onKeep?: () => void
  onTake?: () => void
  /** Why the server refused to publish this text, by field. */
  refused?: Record<string, string> | undefined
}) {
  const [note, setNote] = useState('')
  const form = useZodForm({
    schema: kind.schema,
    initial: initial as never,
    onSubmit: async (data) => {
      await onSave(data as Data, note)
      // It said what changed in the version that was saved.
      setNote('')
    },
  })
  const { dirty, busy } = form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const { values } = form
  useEffect(() => onValues?.(values as Data), [values, onValues])
  const { showErrors } = form
  const shown = useRef<Record<string, string>>(undefined)
  useEffect(() => {
    if (refused && shown.current !== refused) showErrors(refused)
    shown.current = refused
  }, [refused, showErrors])
  const [merged, setMerged] = useState(0)
  const conflicts = newer ? conflictsOf(kind, { base: initial, theirs: newer.data, mine: form.values as Data }) : []
  const merge = (taken: Data) => {
    // Nothing of one's own is left: the form continues as if it had just been opened.
    if (newer && differences(kind, newer.data, { ...(form.values as Data), ...taken }).length === 0) return onTake?.()
    form.merge(taken as never)
    setMerged(merged + 1)
    onKeep?.()
  }
  return (
    <>
      <Form form={form as never} aria-label={kind.label}>
        {newer && onTake && <ConflictPanel kind={kind} newer={newer} conflicts={conflicts} onMerge={merge} />}
        {/* The key remounts inputs that hold their own state, so that they show the text that was taken over. */}
        <Fragment key={merged}>
          <Sections
            kind={kind}
            errors={form.errors}
            changed={new Set(changes?.map(({ field }) => field))}
            at={(path) => form.at(path as never)}
          />
        </Fragment>
        <Field label="修改说明" hint="写给同事看的，留在版本历史里">
          <TextInput value={note} onValue={setNote} maxLength={200} />
        </Field>
        <FormActions>
          <Button type="submit" variant="primary" busy={busy} aria-disabled={newer !== undefined || undefined}>
            保存草稿
          </Button>
        </FormActions>
      </Form>
      {/* Beside the form, because the dialog holds a form of its own. */}
      <LeaveGuard dirty={dirty && !busy} />
    </>
  )
}
