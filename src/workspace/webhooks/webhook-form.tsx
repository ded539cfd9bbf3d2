import { useAct } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { CheckboxGroup } from '../../ui/inputs/choice.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/input.tsx'
import { webhookAdd, webhookEdit, type WebhookItem, webhookList } from './contract.ts'
import { webhookTypes, type WebhookType } from './rules.ts'

const refreshes = [webhookList]
const typeOptions = Object.entries(webhookTypes).map(([value, label]) => ({ value, label: `${label}（${value}）` }))
const most: WebhookType[] = ['order.received', 'order.delivered', 'report.published', 'order.completed']

/** `onDone` gets the secret of a new address. */
export function WebhookForm(props: {
  row?: WebhookItem | undefined
  onClose: () => void
  onDone: (secret?: string) => void
}) {
  const { row, onClose, onDone } = props
  const add = useAct(webhookAdd, { refreshes })
  const edit = useAct(webhookEdit, { refreshes })
  const form = useZodForm({
    schema: webhookAdd.input,
    initial: { url: row?.url ?? 'https://', types: row?.types ?? most },
    onSubmit: async (input) => {
      if (!row) return onDone((await add.submit(input)).secret)
      await edit.submit({ id: row.id, ...input })
      onDone()
    },
  })
  return (
    <Form form={form} aria-label="推送地址">
      <Field label="推送地址" of={form.at('url')} required hint="公网可以访问的 https 网址">
        <TextInput type="url" autoComplete="off" maxLength={500} />
      </Field>
      <Field label="事件" of={form.at('types')} as="group" required>
        <CheckboxGroup options={typeOptions} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存
        </Button>
      </FormActions>
    </Form>
  )
}
