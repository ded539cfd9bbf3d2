import { useState } from 'react'
import { IndexList } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { dayIndex, staffCloseDay, staffDay, staffDayList, staffOpenDays } from '../contract.ts'
import { dayLooks } from './day-looks.tsx'

export const meta = () => [{ title: '日结 · 明析科测' }]

export default function ConsoleDays() {
  return (
    <div className="stack">
      <PageHeader title="日结" sub="按北京时间逐日固定银行、支付渠道、客户资金、收入、退款与提现的期初、收支和期末" />
      <OpenDays />
      <IndexList
        index={dayIndex}
        call={staffDayList}
        looks={dayLooks}
        empty={<EmptyState title="还没有日结" icon="calendar" />}
      />
    </div>
  )
}

function OpenDays() {
  const open = useCall(staffOpenDays, {})
  const { may } = useStaff()
  const [closing, setClosing] = useState(false)
  if (!open.data) return null
  const { lastClosed, from, to } = open.data
  return (
    <Card>
      <div className="cluster" style={{ justifyContent: 'space-between' }}>
        <span>
          {from === null ? (
            '没有待日结的日期'
          ) : (
            <>
              待日结{' '}
              <SmartLink to={`/console/days/${from}`} className="num">
                {from}
              </SmartLink>
              {to !== null && to !== from && (
                <>
                  {' 至 '}
                  <SmartLink to={`/console/days/${to}`} className="num">
                    {to}
                  </SmartLink>
                </>
              )}
            </>
          )}
          {lastClosed && <>，已日结至 {lastClosed}</>}
        </span>
        {may('books.close') && from !== null && to !== null && (
          <Button variant="primary" icon="check" onClick={() => setClosing(true)}>
            日结
          </Button>
        )}
      </div>
      {closing && from !== null && to !== null && <CloseDays from={from} to={to} onClose={() => setClosing(false)} />}
    </Card>
  )
}

function CloseDays({ from, to, onClose }: { from: string; to: string; onClose: () => void }) {
  const close = useAct(staffCloseDay, { refreshes: [staffOpenDays, staffDayList, staffDay] })
  const form = useZodForm({
    schema: staffCloseDay.input,
    initial: { day: to },
    onSubmit: async (input) => {
      const { closed } = await close.submit(input)
      toast.success(`已日结 ${closed} 天`)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="日结">
      <Form form={form}>
        <p>从 {from} 起逐日固定数字，日结后不能撤销。</p>
        <Field label="日结至" of={form.at('day')} required>
          <TextInput type="date" min={from} max={to} />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            确认日结
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
