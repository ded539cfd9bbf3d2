import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { ApiError } from '../../platform/client/transport.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextInput } from '../../ui/input.tsx'
import type { ContentKind } from '../define-kind-rules.ts'
import { FieldInput } from './field-input.tsx'

type Data = Record<string, unknown>

/** The form of any kind, from its declaration. Leaving with unsaved changes asks first. */
export function ItemForm({
  kind,
  initial,
  onSave,
  onDirty,
  onReload,
}: {
  kind: ContentKind
  initial: Data
  onSave: (data: Data, note: string) => Promise<void>
  onDirty?: (dirty: boolean) => void
  onReload?: () => void
}) {
  const [note, setNote] = useState('')
  const [overtaken, setOvertaken] = useState(false)
  const form = useZodForm({
    schema: kind.schema,
    initial: initial as never,
    onSubmit: async (data) => {
      try {
        await onSave(data as Data, note)
      } catch (error) {
        setOvertaken(error instanceof ApiError && error.error === 'revisionConflict')
        throw error
      }
    },
  })
  const { dirty, busy } = form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  return (
    <Form form={form as never} aria-label={kind.label}>
      {Object.entries(kind.fields).map(([name, field]) => (
        <FieldInput key={name} field={field} path={name} at={(path) => form.at(path as never)} />
      ))}
      <Field label="修改说明" hint="写给同事看的，留在版本历史里">
        <TextInput value={note} onValue={setNote} maxLength={200} />
      </Field>
      <FormActions>
        {overtaken && onReload && <Button onClick={onReload}>放弃我的修改，载入最新版本</Button>}
        <Button type="submit" variant="primary" busy={busy}>
          保存草稿
        </Button>
      </FormActions>
      <LeaveGuard dirty={dirty && !busy} />
    </Form>
  )
}

function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title="还有没保存的修改"
      confirmLabel="放弃修改并离开"
      danger
    >
      <p>离开后，这次的修改不会保留。</p>
    </ConfirmDialog>
  )
}
