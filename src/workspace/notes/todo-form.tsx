import { useState } from 'react'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { TODO_TITLE_LENGTH } from './rules.ts'
import { todoAdd } from './todo-contract.ts'
import { useColleagues } from './mention-text.tsx'
import type { SubjectProps } from './notes-card.tsx'
import { todoReads } from './todo-row.tsx'

/** Opens the form of a new todo, about a record or about none. */
export function NewTodo({ subject }: Partial<SubjectProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...(subject ? { size: 's' } : { variant: 'primary' })} icon="plus" onClick={() => setOpen(true)}>
        新建待办
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="新建待办">
        <TodoForm subject={subject} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function TodoForm({ subject, onClose }: Partial<SubjectProps> & { onClose: () => void }) {
  const me = useStaff()
  const colleagues = useColleagues(subject?.kind)
  const add = useAct(todoAdd, { refreshes: todoReads })
  const form = useZodForm({
    schema: todoAdd.input,
    initial: { title: '', dueAt: '', ownerId: me.id, subject },
    onSubmit: async (input) => {
      await add.submit(input)
      toast.success('已新建待办')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="新建待办">
      <Field label="要做什么" of={form.at('title')} required>
        <TextInput maxLength={TODO_TITLE_LENGTH} autoComplete="off" />
      </Field>
      <Field label="到期时间" of={form.at('dueAt')} required>
        <TextInput type="datetime-local" />
      </Field>
      <Field label="由谁做" of={form.at('ownerId')}>
        <Select
          options={colleagues.map(({ id, name, roleName }) => ({
            value: id,
            label: id === me.id ? `${name}（我）` : `${name}（${roleName}）`,
          }))}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          新建
        </Button>
      </FormActions>
    </Form>
  )
}
