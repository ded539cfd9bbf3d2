import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { minuteText, withoutThisYear } from '../../../ui/text/day-text.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { staffLoad, staffLoadFile, staffMovable } from '../load/load-contract.ts'
import { capacityDays, leastFinished } from '../load/load-rules.ts'
import css from './load.module.css'

export const meta = () => [{ title: '仪器负荷 · 明析科测后台' }]

type Group = OutputOf<typeof staffLoad>['groups'][number]
type Day = Group['days'][number]

/** The work of the next two weeks by instrument against what the laboratory can do, and what could be moved. */
export default function Load() {
  const load = useCall(staffLoad, {}, { alwaysAsk: true })
  const sheet = useDownload(() => send(staffLoadFile, { browserKey: browserKey() }))
  const groups = load.data?.groups ?? []
  return (
    <div className="stack">
      <PageHeader
        title="仪器负荷"
        sub="在手订单按约定日期排到未来 14 天；格内为到期/产能"
        actions={
          groups.length > 0 && (
            <Button icon="download" busy={sheet.busy} onClick={() => void sheet.download()}>
              导出 Excel
            </Button>
          )
        }
      />
      <Loaded of={load}>
        {(data) =>
          data.groups.length === 0 ? (
            <EmptyState title="没有待检测的订单" icon="check">
              收样后，订单会按约定日期排到这里。
            </EmptyState>
          ) : (
            <>
              <Card title="未来 14 天">
                <Days groups={data.groups} />
                <p
                  className={css.note}
                >{`产能取近 ${capacityDays} 天里完成较多的一天（第 90 百分位），扣除停机和休息日；完成不足 ${leastFinished} 单的不估算。尚未收样的订单不计入。`}</p>
              </Card>
              <Movable over={data.groups.some(({ overOn }) => overOn !== null)} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Days({ groups }: { groups: readonly Group[] }) {
  const dates = groups[0]?.days.map(({ date }) => date) ?? []
  const columns: Column<Group>[] = [
    { key: 'label', header: '仪器', rowHeader: true, words: true, render: (group) => <Name group={group} /> },
    {
      key: 'over',
      header: '负荷',
      render: ({ overOn, perDay, late }) => (
        <span className="cluster">
          {perDay === null ? (
            '产能未知'
          ) : overOn ? (
            <Tag tone="danger">{withoutThisYear(overOn)} 起超出</Tag>
          ) : (
            '可按期完成'
          )}
          {late > 0 && <Tag tone="warn">逾期 {late}</Tag>}
        </span>
      ),
    },
    ...dates.map((date, index) => ({
      key: date,
      header: <span className={css.day}>{withoutThisYear(date)}</span>,
      align: 'center' as const,
      render: (group: Group) => <DayCell day={group.days[index]} known={group.perDay !== null} />,
    })),
  ]
  return (
    <Table
      caption="未来 14 天每天到期的订单与产能"
      hideCaption
      noCards
      rows={groups}
      rowKey={({ key }) => key}
      columns={columns}
    />
  )
}

function Name({ group: { label, instruments, open, perDay, undated } }: { group: Group }) {
  const facts = [
    `在手 ${open} 单`,
    perDay === null ? '' : `每日 ${perDay} 单`,
    undated > 0 ? `${undated} 单没有约定日期` : '',
    instruments.length === 0 ? '没有登记仪器' : '',
  ]
  return (
    <>
      {instruments.length === 0 && label}
      {instruments.map((each, index) => (
        <span key={each.id}>
          {index > 0 && '、'}
          <SmartLink to={`/console/instruments/${each.id}`}>{each.label}</SmartLink>
        </span>
      ))}
      <span className={css.note}>{facts.filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** Due / capacity; and how many cannot be finished by then. */
function DayCell({ day, known }: { day: Day | undefined; known: boolean }) {
  if (!day) return null
  if (day.closed && day.due === 0) return <span className={css.off}>休</span>
  return (
    <span className={css.day}>
      <span className={day.due > 0 ? 'num' : `num ${css.off}`}>{known ? `${day.due}/${day.capacity}` : day.due}</span>
      {day.short > 0 && <span className={css.over}>差 {day.short}</span>}
      {day.down && <span className={css.off}>停机</span>}
    </span>
  )
}

function Movable({ over }: { over: boolean }) {
  const { page, href } = useAddress()
  const movable = useCall(staffMovable, { page }, { enabled: over })
  if (!over)
    return (
      <Card title="可以后移的订单">
        <EmptyState title="没有仪器超出产能" icon="check">
          超出时，这里列出可以让出时间的订单。
        </EmptyState>
      </Card>
    )
  return (
    <Card title="可以后移的订单">
      <p className={css.note}>超出产能的仪器上，尚未开始检测、约定日期还有余量的订单；余量大的在前。</p>
      <PagedTable
        caption="可以后移的订单"
        of={movable}
        page={page}
        href={(to) => href({ page: to })}
        rowKey={({ orderNo }) => orderNo}
        empty={
          <EmptyState title="没有可以后移的订单" icon="calendar">
            未开始的订单都已到约定日期；请加派人员或联系客户。
          </EmptyState>
        }
        columns={[
          {
            key: 'no',
            header: '订单号',
            rowHeader: true,
            render: ({ orderNo, urgent }) => (
              <>
                <SmartLink to={`/console/tasks/${orderNo}`} className="num">
                  {orderNo}
                </SmartLink>
                {urgent && (
                  <>
                    {' '}
                    <Tag tone="warn">加急</Tag>
                  </>
                )}
              </>
            ),
          },
          { key: 'title', header: '项目', render: ({ title }) => title },
          { key: 'relieves', header: '仪器', render: ({ relieves }) => relieves },
          { key: 'promised', header: '约定日期', render: ({ promisedAt }) => minuteText(promisedAt) },
          { key: 'slack', header: '余量', align: 'end', render: ({ slackDays }) => `${slackDays} 个工作日` },
        ]}
      />
    </Card>
  )
}
