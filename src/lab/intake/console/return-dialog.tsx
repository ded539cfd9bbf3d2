import { staffOrderList } from '../../orders/lists/list-contract.ts'
import { staffOrderDetail } from '../../orders/staff/staff-contract.ts'
import { staffTaskList } from '../../orders/tasks/task-contract.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../platform/client/transport.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm, type ZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { courierOf, couriers } from '../../samples/parcels/waybill-rules.ts'
import { staffSampleFind } from '../contract.ts'
import { staffSampleReturn, sampleReturns, type ReturnParcel } from '../return-contract.ts'

const parcelInput = staffSampleReturn.input.pick({ courier: true, waybill: true })

type Props = { parcel: ReturnParcel; samples: ReturnParcel['samples'] | undefined; onClose: () => void }

/** Courier and waybill of one parcel, for all samples in it. */
export function ReturnDialog({ parcel, samples, onClose }: Props) {
  return (
    <Dialog open={samples !== undefined} onClose={onClose} title={`寄回 ${parcel.orderNo} 的样品`} size="s">
      {samples && <ReturnForm samples={samples} parcel={parcel} onClose={onClose} />}
    </Dialog>
  )
}

let lastCourier = ''

function ReturnForm({
  samples,
  parcel: { to, toMark: mark },
  onClose,
}: {
  samples: ReturnParcel['samples']
  parcel: ReturnParcel
  onClose: () => void
}) {
  // The address that staff had before their eyes: the list behind the dialog is read again while it is open.
  const seen = useRef<string | undefined>(mark)
  const act = useAct(staffSampleReturn, { refreshes: [sampleReturns, staffOrderDetail, staffOrderList, staffTaskList] })
  const form = useZodForm({
    schema: parcelInput,
    initial: { courier: lastCourier, waybill: '' },
    onSubmit: async ({ courier, waybill }) => {
      // One call per sample: when a later one is refused, the earlier ones stay registered and the list shows the rest.
      for (const [index, { sampleNo }] of samples.entries()) {
        await act.submit({ sampleNo, courier, waybill, toMark: seen.current ?? mark }).catch((cause: Error) => {
          // The new one is shown now, so that the next attempt confirms it.
          if (cause instanceof ApiError && cause.error === 'returnAddressChanged') seen.current = undefined
          throw new Error(`${sampleNo}：${cause.message}${index > 0 ? `（前 ${index} 个已登记寄出）` : ''}`)
        })
      }
      lastCourier = courier
      toast.success(`已登记寄出 ${samples.length} 个样品`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p>{samples.map((sample) => sample.sampleNo).join('、')}</p>
      {to && (
        <p>
          寄往：{to.name} {to.phone}，{to.address}
        </p>
      )}
      <ParcelFields form={form} />
      <p>登记后客户会收到单号，不能撤销；单号填错可以在样品页面更正。</p>
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          确认寄出
        </Button>
      </FormActions>
    </Form>
  )
}

/** The number names its courier. */
function ParcelFields({ form }: { form: ZodForm<typeof parcelInput> }) {
  const { set } = form
  const known = courierOf((form.values.waybill ?? '').replaceAll(/\s/g, '').toUpperCase())
  // oxlint-disable-next-line react/exhaustive-deps -- only a number fills the courier in; another one can be typed afterwards
  useEffect(() => void (known && set('courier', known)), [known])
  return (
    <>
      <Field label="快递单号" of={form.at('waybill')} required hint="可用扫码枪扫面单；多数单号可认出快递公司">
        <TextInput maxLength={40} autoComplete="off" autoCapitalize="characters" />
      </Field>
      <Field label="快递公司" of={form.at('courier')} required>
        <TextInput list="couriers" maxLength={30} />
      </Field>
      <datalist id="couriers">
        {couriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** A mistyped number of a parcel that was sent back. */
export function CorrectReturn({ sample }: { sample: ReturnParcel['samples'][number] }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="s" icon="edit" onClick={() => setOpen(true)}>
        更正寄回单号
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`更正寄回单号：${sample.orderNo}`} size="s">
        {open && <CorrectForm sample={sample} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function CorrectForm({ sample, onClose }: { sample: ReturnParcel['samples'][number]; onClose: () => void }) {
  const { sampleNo, returnCourier, returnWaybill } = sample
  const act = useAct(staffSampleReturn, { refreshes: [staffSampleFind, staffOrderDetail] })
  const form = useZodForm({
    schema: parcelInput,
    initial: { courier: returnCourier, waybill: returnWaybill },
    onSubmit: async (parcel) => {
      await act.submit({ sampleNo, ...parcel, corrects: true })
      toast.success('单号已更正，客户会收到通知')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="更正寄回单号">
      <p>此订单以 {returnWaybill} 寄回的样品一并更正，客户会收到新的单号。</p>
      <ParcelFields form={form} />
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          更正
        </Button>
      </FormActions>
    </Form>
  )
}
