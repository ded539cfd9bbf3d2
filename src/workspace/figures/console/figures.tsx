import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { figuresFile, figuresRead } from '../contract.ts'
import { type RangeKind, rangeKindKeys, rangeKinds } from '../rules.ts'
import { FigureCard } from './figure-card.tsx'
import css from './figures.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '经营看板 · 明析科测后台' }]

interface Asked {
  range: RangeKind
  from?: string
  to?: string
}

/** How the laboratory does: the cards of one's own work, each beside the range before. */
export default function Figures() {
  const address = useAddress()
  const range = address.oneOf('range', rangeKindKeys)
  const [from, to] = [address.get('from'), address.get('to')]
  const ready = range !== 'own' || (from !== '' && to !== '')
  const asked: Asked = range === 'own' ? { range, from, to } : { range }
  return (
    <div className="stack">
      <PageHeader
        title="经营看板"
        sub="与本岗位有关的统计，按北京时间的日期计算"
        actions={ready && <SheetButton asked={asked} />}
      />
      <LinkTabs
        label="时间范围"
        tabs={rangeKindKeys.map((key) => ({
          to: address.href({ range: key, from: '', to: '' }),
          label: rangeKinds[key],
          current: key === range,
        }))}
      />
      {range === 'own' && <OwnRange key={`${from}${to}`} from={from} to={to} />}
      {ready ? <Cards asked={asked} /> : <EmptyState title="请选择开始日期和结束日期" icon="calendar" />}
    </div>
  )
}

function Cards({ asked }: { asked: Asked }) {
  const figures = useCall(figuresRead, asked)
  const { roleName } = useStaff()
  return (
    <Loaded of={figures}>
      {({ range, before, at, cards }) => (
        <>
          <p className={css.range}>
            <span className="num">
              {range.from} 至 {range.to}
            </span>
            ，上期为{' '}
            <span className="num">
              {before.from} 至 {before.to}
            </span>
            。统计时间 <span className="num">{minuteText(at)}</span>
          </p>
          {cards.length === 0 ? (
            <EmptyState title={`${roleName}没有可查看的统计`} icon="chart" />
          ) : (
            <div className={css.cards}>
              {cards.map((card) => (
                <FigureCard key={card.key} card={card} range={range} />
              ))}
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** A form of the address, so that the range can be sent to a colleague. */
function OwnRange({ from, to }: { from: string; to: string }) {
  const [first, setFirst] = useState(from)
  const [last, setLast] = useState(to)
  return (
    <form method="get" className={css.own}>
      <input type="hidden" name="range" value="own" />
      <Field label="开始日期">
        <TextInput type="date" name="from" value={first} onValue={setFirst} required />
      </Field>
      <Field label="结束日期">
        <TextInput type="date" name="to" value={last} onValue={setLast} required />
      </Field>
      <Button type="submit">查看</Button>
    </form>
  )
}

function SheetButton({ asked }: { asked: Asked }) {
  const sheet = useDownload(() => send(figuresFile, { ...asked, browserKey: browserKey() }))
  return (
    <Button icon="download" busy={sheet.busy} onClick={() => void sheet.download()}>
      导出 Excel
    </Button>
  )
}
