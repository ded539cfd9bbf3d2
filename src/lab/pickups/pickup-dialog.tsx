import { useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/input.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { samplingOrders } from './contract.ts'
import { PickupForm } from './pickup-form.tsx'
import { sendTypes } from './rules.ts'
import { SelfSendPart } from './self-send-part.tsx'

type Props = {
  /** Without it the person chooses one of the orders that wait for samples. */
  orderNo?: string
  /** Self-send is the default. */
  initial?: 0 | 1
  onClose: () => void
  /** Reads to refresh after a change. */
  refreshes?: readonly Call[]
}

/** How the samples of an order reach the laboratory: sent by the customer, or fetched. */
export function PickupDialog({ orderNo, initial = 0, onClose, refreshes = [] }: Props) {
  const [type, setType] = useState<0 | 1>(initial)
  const [chosen, setChosen] = useState(orderNo ?? '')
  return (
    <Dialog open onClose={onClose} title="送样方式" size="m">
      <div className="stack">
        {orderNo === undefined && <OrderChoice value={chosen} onValue={setChosen} />}
        <Field label="送样方式" as="group" hideLabel>
          <RadioGroup
            cards
            value={type}
            onValue={setType}
            options={[
              { value: 0, label: sendTypes[0], note: '寄到实验室，快递单号在样品管理中填写' },
              { value: 1, label: sendTypes[1], note: '取样员按预约的日期与时段上门，免费' },
            ]}
          />
        </Field>
        {type === 0 ? (
          <SelfSendPart orderNo={chosen} onDone={onClose} refreshes={refreshes} />
        ) : (
          <PickupForm orderNo={chosen} onDone={onClose} refreshes={refreshes} />
        )}
      </div>
    </Dialog>
  )
}

function OrderChoice({ value, onValue }: { value: string; onValue: (orderNo: string) => void }) {
  const orders = useCall(samplingOrders, { size: 100 }, { alwaysAsk: true })
  return (
    <Loaded of={orders}>
      {({ list }) =>
        list.length === 0 ? (
          <p role="status">
            没有待寄送样品的订单。提交订单后，可在这里预约上门取样。{' '}
            <Button size="s" onClick={() => window.location.assign('/project')}>
              浏览检测项目
            </Button>
          </p>
        ) : (
          <Field label="订单" required>
            <Select
              placeholder="请选择订单"
              value={value}
              onValue={onValue}
              options={list.map(({ orderNo, title, samples }) => ({
                value: orderNo,
                label: `${orderNo} ${title}（${samples} 个样品）`,
              }))}
            />
          </Field>
        )
      }
    </Loaded>
  )
}
