import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { pickupTime } from '../rules.ts'
import { pickupAssign, pickupDispatchCourier, pickupDrivers, type StaffPickup } from '../staff/staff-contract.ts'
import { pickupReads } from './reads.ts'

type Props = { pickup: StaffPickup; onClose: () => void }

export function driverOptions(drivers: OutputOf<typeof pickupDrivers>['drivers'], day: string) {
  return drivers.map(({ id, name, stops }) => ({ value: id, label: `${name}（${day} ${stops} 站）` }))
}

/** The driver of one pickup, with the stops that each driver already has on that day. */
export function AssignDialog({ pickup, onClose }: Props) {
  const { id, version, driverId, date, timeText } = pickup
  const drivers = useCall(pickupDrivers, { date })
  const assign = useAct(pickupAssign, { refreshes: pickupReads })
  const form = useZodForm({
    schema: pickupAssign.input,
    initial: { id, version, ...(driverId === null ? {} : { staffId: driverId }) },
    onSubmit: async (input) => {
      await assign.submit(input)
      toast.success('已派单，客户会收到通知')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`派单：${pickup.pickupNo}`} size="s">
      <Form form={form} aria-label="派单">
        <p>{pickupTime({ day: date, slotText: timeText })}</p>
        <Field label="取样员" of={form.at('staffId')} required error={drivers.error?.message}>
          <Select
            placeholder={drivers.isPending ? '正在加载' : '请选择'}
            options={driverOptions(drivers.data?.drivers ?? [], '当天')}
          />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            派单
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

/** A courier comes to the customer instead: the waybill was ordered with the courier and is entered here. */
export function CourierDialog({ pickup, onClose }: Props) {
  const { id, version, courier, waybill } = pickup
  const dispatch = useAct(pickupDispatchCourier, { refreshes: pickupReads })
  const form = useZodForm({
    schema: pickupDispatchCourier.input,
    initial: { id, version, courier: courier || '顺丰速运', waybill },
    onSubmit: async (input) => {
      await dispatch.submit(input)
      toast.success('已交由快递取样，客户会收到通知')
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`交由快递：${pickup.pickupNo}`} size="s">
      <Form form={form} aria-label="交由快递">
        <p>请先向快递公司下单，再填写快递单号。</p>
        <Field label="快递公司" of={form.at('courier')} required>
          <TextInput autoComplete="off" maxLength={30} />
        </Field>
        <Field label="快递单号" of={form.at('waybill')} required>
          <TextInput autoComplete="off" maxLength={40} />
        </Field>
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
