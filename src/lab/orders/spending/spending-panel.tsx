import { useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Bar, Bars } from '../../../ui/chart/bars.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { orderSpending } from './spending-contract.ts'

type Spending = OutputOf<typeof orderSpending>
type Part = Spending['months'][number]

/** What orders cost in a year, by project, month, funding number and, for a group, member. Each bar opens its orders. */
export function SpendingPanel() {
  const [now] = useState(() => Number(shanghaiDate(new Date()).slice(0, 4)))
  const [year, setYear] = useState(now)
  const asked = useCall(orderSpending, { year })
  const firstYear = asked.data?.firstYear ?? now
  const years = Array.from({ length: now - firstYear + 1 }, (_, i) => String(now - i))
  return (
    <Card
      title="支出"
      actions={
        <Field label="年份" hideLabel>
          <Select
            value={String(year)}
            onValue={(next) => setYear(Number(next))}
            options={years.map((value) => ({ value, label: `${value} 年` }))}
          />
        </Field>
      }
    >
      <Loaded of={asked}>
        {(data) => (
          <div className="stack">
            {data.waiting > 0 && (
              <p role="status" className="cluster">
                {data.waiting} 个订单待课题组审批
                <ButtonLink size="s" variant="primary" to="/member/oquery?stage=group_review">
                  去审批
                </ButtonLink>
              </p>
            )}
            <Total orders={data.orders} totalFen={data.totalFen} />
            {data.orders === 0 ? <p>这一年还没有支出。</p> : <Charts data={data} />}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** Says what it counts, because the assets above count only what is due. */
export function Total({ orders, totalFen }: Pick<Spending, 'orders' | 'totalFen'>) {
  return (
    <p>
      {orders} 个订单，合计 <Money fen={totalFen} price />
      {orders > 0 && '，含尚未付款的订单，未核定的按报价或预估计算'}
    </p>
  )
}

function Charts({ data }: { data: Spending }) {
  const span = { from: `${data.year}-01-01`, to: `${data.year}-12-31` }
  const charts: { id: string; title: string; bars: Bar[] }[] = [
    { id: 'members', title: '按成员', bars: barsOf(data.members, (key) => ({ ...span, member: key })) },
    { id: 'projects', title: '按项目', bars: barsOf(data.projects, (key) => ({ ...span, project: key })) },
    { id: 'months', title: '按月份', bars: barsOf(data.months, monthOf) },
    { id: 'funding', title: '按课题号/经费卡', bars: barsOf(data.funding, (key) => ({ ...span, funding: key })) },
  ]
  const tabs = charts
    .filter(({ bars }) => bars.length > 0)
    .map(({ id, title, bars }) => ({ id, label: title, content: <Bars label={title} bars={bars} /> }))
  return <Tabs label="支出的统计方式" tabs={tabs} />
}

/** The rest, and orders without a funding number, cannot be listed by one filter. */
function barsOf(parts: readonly Part[], filterOf: (key: string) => Record<string, string>): Bar[] {
  return parts.map(({ key, name, amountFen }) => ({
    key: `${key}-${name}`,
    label: name,
    value: amountFen,
    text: <Money fen={amountFen} />,
    to: key === '' || key === '0' ? undefined : `/member/oquery?${new URLSearchParams(filterOf(key)).toString()}`,
  }))
}

function monthOf(month: string): Record<string, string> {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}
