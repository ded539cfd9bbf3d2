import { useEffect } from 'react'
import { z } from 'zod'
import { useAct } from '../../../platform/client/use-call.ts'
import type { Call } from '../../../platform/contract/call.ts'
import { requiredText } from '../../../platform/contract/fields.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { sampleList, sampleWaybill } from '../contract.ts'
import { WaybillPhoto } from './waybill-photo.tsx'
import { courierOf, couriers } from './waybill-rules.ts'

const waybillForm = z.object({ courier: requiredText('快递公司', 30), waybill: requiredText('快递单号', 40) })

/** One waybill for several samples in one parcel. */
export function WaybillDialog({
  open,
  ids,
  onClose,
  onDone,
  refreshes = [],
}: {
  open: boolean
  ids: number[]
  onClose: () => void
  onDone: () => void
  /** Further reads to refresh. */
  refreshes?: readonly Call[]
}) {
  const send = useAct(sampleWaybill, { refreshes: [sampleList, ...refreshes] })
  const form = useZodForm({
    schema: waybillForm,
    initial: { courier: '', waybill: '' },
    onSubmit: async (input) => {
      await send.submit({ ids, ...input })
      toast.success('快递单号已保存')
      onDone()
    },
  })
  const { set } = form
  const known = courierOf((form.values.waybill ?? '').replaceAll(/\s/g, '').toUpperCase())
  // oxlint-disable-next-line react/exhaustive-deps -- only a number fills the courier in; another one can be typed afterwards
  useEffect(() => void (known && set('courier', known)), [known])
  return (
    <Dialog open={open} onClose={onClose} title={`填写快递单号（${ids.length} 个样品）`} size="s">
      <Form form={form}>
        <WaybillPhoto
          onFound={({ waybill, courier }) => {
            form.set('waybill', waybill)
            if (courier) form.set('courier', courier)
          }}
        />
        <Field label="快递单号" of={form.at('waybill')} required hint="多数单号可认出快递公司">
          <TextInput autoComplete="off" />
        </Field>
        <Field label="快递公司" of={form.at('courier')} required>
          <TextInput list="couriers" autoComplete="off" />
        </Field>
        <datalist id="couriers">
          {couriers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            保存
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
