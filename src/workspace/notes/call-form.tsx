import { useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import type { Call } from '../../platform/contract/call.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { callAdd, callList } from './call-contract.ts'
import { CALL_TEXT_LENGTH, callDirections, callResults } from './rules.ts'
import type { SubjectProps } from './notes-card.tsx'
import { todoReads } from './todo-row.tsx'

const optionsOf = <K extends string>(table: Record<K, string>) =>
  Object.entries<string>(table).map(([value, label]) => ({ value, label }))

/** Notes one call about a record. `reads`: what the page shows of the record, which a noted call can change. */
export function CallForm({ subject, reads, onClose }: SubjectProps & { reads: readonly Call[]; onClose: () => void }) {
  const [now] = useState(() => shanghaiTime(new Date()).slice(0, 16).replace(' ', 'T'))
  const add = useAct(callAdd, { refreshes: [callList, ...todoReads, ...reads] })
  const form = useZodForm({
    schema: callAdd.input,
    initial: {
      ...{ subject, direction: 'out', result: 'reached', text: '' },
      calledAt: now,
      nextAt: '',
    },
    onSubmit: async (input) => {
      const { keptPromise } = await add.submit(input)
      toast.success(keptPromise ? '已登记通话，订单的致电承诺已兑现' : '已登记通话')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="登记通话">
      <Field label="方向" of={form.at('direction')} required>
        <Select options={optionsOf(callDirections)} />
      </Field>
      <Field label="结果" of={form.at('result')} required>
        <Select options={optionsOf(callResults)} />
      </Field>
      <Field label="通话时间" of={form.at('calledAt')} required>
        <TextInput type="datetime-local" />
      </Field>
      <Field label="通话内容" of={form.at('text')} required>
        <TextArea rows={3} maxLength={CALL_TEXT_LENGTH} />
      </Field>
      <Field label="下一步时间" of={form.at('nextAt')} hint="填写后会新建一件“再次联系”的待办">
        <TextInput type="datetime-local" />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          登记
        </Button>
      </FormActions>
    </Form>
  )
}
