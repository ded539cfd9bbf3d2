import { type ReactNode, useState } from 'react'
import type { Call } from '../../platform/contract/call.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/input.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { samplingOrders } from './contract.ts'
import { PickupForm } from './pickup-form.tsx'
import { sendTypes } from './rules.ts'
import { SelfSendPart } from './self-send-part.tsx'

const size = 50

type Props = {
  /** Without it the person chooses one of the orders that wait for samples. */
  orderNo?: string | undefined
  onClose: () => void
  /** Reads to refresh after a change. */
  refreshes?: readonly Call[]
}

/**
 * How the samples of an order reach the laboratory: sent by the customer, which is the default of an order, or fetched, which whoever
 * opens this has asked for.
 */
export function PickupDialog({ orderNo, onClose, refreshes = [] }: Props) {
  return (
    <FormDialog open onClose={onClose} title="送样方式" size="m">
      {orderNo === undefined ? (
        <ChosenOrder>{(chosen) => <Choice orderNo={chosen} onClose={onClose} refreshes={refreshes} />}</ChosenOrder>
      ) : (
        <Choice orderNo={orderNo} onClose={onClose} refreshes={refreshes} />
      )}
    </FormDialog>
  )
}

function Choice({ orderNo, onClose, refreshes }: Required<Props> & { orderNo: string }) {
  const [type, setType] = useState<0 | 1>(1)
  return (
    <div className="stack">
      <Field label="送样方式" as="group" hideLabel>
        <RadioGroup
          cards
          value={type}
          onValue={setType}
          options={[
            { value: 0, label: sendTypes[0], note: '寄到实验室，快递单号在“我的样品”中填写' },
            { value: 1, label: sendTypes[1], note: '取样员按预约的日期与时段上门，免费' },
          ]}
        />
      </Field>
      {type === 0 && <SelfSendPart orderNo={orderNo} onDone={onClose} refreshes={refreshes} />}
      {/* Hidden rather than left out: whoever looks at the address of the laboratory keeps what was typed. */}
      <div hidden={type === 0}>
        <PickupForm orderNo={orderNo} onDone={onClose} refreshes={refreshes} />
      </div>
    </div>
  )
}

/** The person's orders that wait for samples; the first one is chosen. */
function ChosenOrder({ children }: { children: (orderNo: string) => ReactNode }) {
  const [page, setPage] = useState(1)
  const orders = useCall(samplingOrders, { page, size }, { alwaysAsk: true })
  const [wanted, setWanted] = useState('')
  return (
    <Loaded of={orders}>
      {({ list, total }) => {
        const chosen = list.find(({ orderNo }) => orderNo === wanted) ?? list[0]
        if (!chosen)
          return (
            <EmptyState title="没有待寄送样品的订单" icon="truck" action={{ label: '浏览检测项目', to: '/project' }}>
              提交订单后，可在这里预约上门取样。
            </EmptyState>
          )
        return (
          <div className="stack">
            <Field label="订单" required>
              <Select
                value={chosen.orderNo}
                onValue={setWanted}
                options={list.map(({ orderNo, title, samples }) => ({
                  value: orderNo,
                  label: `${orderNo} ${title}（${samples} 个样品）`,
                }))}
              />
            </Field>
            <Pagination page={page} pageCount={Math.ceil(total / size)} onPage={setPage} />
            {children(chosen.orderNo)}
          </div>
        )
      }}
    </Loaded>
  )
}
