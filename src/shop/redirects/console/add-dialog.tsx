import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { missingList, redirectAdd, redirectList } from '../contract.ts'

const refreshes = [redirectList, missingList]

/** One redirect; `from` is filled in when an address of the list of missing ones is led somewhere. */
export function AddDialog({ from = '', onClose }: { from?: string; onClose: () => void }) {
  const add = useAct(redirectAdd, { refreshes, quiet: true })
  const form = useZodForm({
    schema: redirectAdd.input,
    initial: { from, to: '' },
    onSubmit: async (input) => {
      await add.submit(input)
      toast.success('已新增跳转')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="新增跳转">
      <Form form={form} aria-label="新增跳转">
        <Field label="旧地址" of={form.at('from')} hint="本站的路径，不含域名，例如 /product/xrd.html" required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="新地址" of={form.at('to')} hint="本站的路径，例如 /detail/1" required>
          <TextInput autoComplete="off" />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            新增
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
