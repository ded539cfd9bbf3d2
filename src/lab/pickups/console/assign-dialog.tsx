import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { RadioGroup } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/form.tsx'
import { Select, TextInput } from '../../../ui/input.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pickupSearch } from '../list-contract.ts'
import { pickupTime } from '../rules.ts'
import {
  pickupAssign,
  pickupDispatchCourier,
  pickupDrivers,
  pickupRoute,
  pickupView,
  type StaffPickup,
} from '../staff-contract.ts'

const reads = [pickupSearch, pickupDrivers, pickupRoute, pickupView]

/** Names who comes: a driver of the laboratory, or a courier with its waybill. */
export function AssignDialog({ row, onClose }: { row: StaffPickup; onClose: () => void }) {
  const [by, setBy] = useState<'driver' | 'courier'>(row.courier ? 'courier' : 'driver')
  const done = () => {
    toast.success('已派单，客户会收到通知')
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`${row.stage === 'assigned' ? '改派' : '派单'} ${row.pickupNo}`} size="s">
      <div className="stack">
        <p>
          {pickupTime({ day: row.date, slotText: row.timeText })}，{row.city || row.province}
          {row.area}，{row.sampleCount} 个样品
        </p>
        <Field label="由谁上门" as="group">
          <RadioGroup
            value={by}
            onValue={setBy}
            options={[
              { value: 'driver', label: '实验室取样员' },
              { value: 'courier', label: '快递公司' },
            ]}
          />
        </Field>
        {by === 'driver' ? <DriverForm row={row} onDone={done} /> : <CourierForm row={row} onDone={done} />}
      </div>
    </Dialog>
  )
}

function DriverForm({ row, onDone }: { row: StaffPickup; onDone: () => void }) {
  const drivers = useCall(pickupDrivers, { date: row.date }, { alwaysAsk: true })
  const assign = useAct(pickupAssign, { refreshes: reads })
  const form = useZodForm({
    schema: pickupAssign.input,
    initial: { id: row.id, version: row.version, ...(row.driverId ? { staffId: row.driverId } : {}) },
    onSubmit: async (input) => {
      await assign.submit(input)
      onDone()
    },
  })
  return (
    <Loaded of={drivers}>
      {(answer) =>
        answer.drivers.length === 0 ? (
          <p role="status">没有在职的收发样人员，请先在员工与角色中添加，或交由快递公司。</p>
        ) : (
          <Form form={form}>
            <Field label="取样员" of={form.at('staffId')} required>
              <Select
                placeholder="请选择"
                options={answer.drivers.map(({ id, name, stops }) => ({
                  value: id,
                  label: `${name}（当天 ${stops} 处）`,
                }))}
              />
            </Field>
            <FormActions>
              <Button type="submit" variant="primary" busy={form.busy}>
                派单
              </Button>
            </FormActions>
          </Form>
        )
      }
    </Loaded>
  )
}

function CourierForm({ row, onDone }: { row: StaffPickup; onDone: () => void }) {
  const send = useAct(pickupDispatchCourier, { refreshes: reads })
  const form = useZodForm({
    schema: pickupDispatchCourier.input,
    initial: { id: row.id, version: row.version, courier: row.courier, waybill: row.waybill },
    onSubmit: async (input) => {
      await send.submit(input)
      onDone()
    },
  })
  return (
    <Form form={form}>
      <FormRow>
        <Field label="快递公司" of={form.at('courier')} required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="快递单号" of={form.at('waybill')} required>
          <TextInput autoComplete="off" />
        </Field>
      </FormRow>
      <FormActions>
        <Button type="submit" variant="primary" busy={form.busy}>
          派单
        </Button>
      </FormActions>
    </Form>
  )
}
