import { useParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { type DayView, staffDay } from '../contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '日结明细 · 明析科测' }]

type Figure = DayView['figures'][number]

export default function ConsoleDay() {
  const { day = '' } = useParams()
  const shown = useCall(staffDay, { day })
  return (
    <div className="stack">
      <PageHeader title={`${day} 日结`} crumbs={[{ label: '日结', to: '/console/days' }, { label: day }]} />
      <Loaded of={shown}>
        {(data) => (
          <>
            <Card>
              <div className="cluster">
                {data.closedAt === null ? (
                  <StageBadge tone="info">{data.over ? '未日结' : '当日未结束，数字仍会变化'}</StageBadge>
                ) : (
                  <StageBadge tone="ok">已日结</StageBadge>
                )}
                {data.closedAt !== null && (
                  <span>
                    {data.closedByName} 于 <span className="num">{minuteText(data.closedAt)}</span> 日结
                  </span>
                )}
                {data.differenceFen === 0 ? (
                  <span>银行与渠道合计等于客户资金加收入 ✓</span>
                ) : (
                  <StageBadge tone="danger">
                    银行与渠道合计相差 <Money fen={data.differenceFen} />
                  </StageBadge>
                )}
              </div>
            </Card>
            <Table
              caption="各账户"
              hideCaption
              columns={columns(data.figures.some(differs))}
              rows={data.figures}
              rowKey={(row) => row.account}
            />
            <Table
              caption="当日退款与提现"
              columns={givenBackColumns}
              rows={data.givenBack}
              rowKey={(row) => row.label}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

const givenBackColumns: Column<DayView['givenBack'][number]>[] = [
  { key: 'label', header: '项目', rowHeader: true, render: (row) => row.label },
  { key: 'count', header: '笔数', align: 'end', render: (row) => <span className="num">{row.count}</span> },
  { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
]

const differs = (row: Figure) => row.inFen !== row.nowInFen || row.outFen !== row.nowOutFen

function columns(withDifference: boolean): Column<Figure>[] {
  return [
    { key: 'account', header: '账户', rowHeader: true, render: (row) => row.label },
    { key: 'opening', header: '期初', align: 'end', render: (row) => <Money fen={row.openingFen} /> },
    { key: 'in', header: '收入', align: 'end', render: (row) => <Money fen={row.inFen} /> },
    { key: 'out', header: '支出', align: 'end', render: (row) => <Money fen={row.outFen} /> },
    { key: 'closing', header: '期末', align: 'end', render: (row) => <Money fen={row.closingFen} /> },
    ...(withDifference
      ? [
          {
            key: 'now',
            header: '账上现为',
            render: (row: Figure) =>
              differs(row) ? (
                <span>
                  收 <Money fen={row.nowInFen} /> 支 <Money fen={row.nowOutFen} />
                </span>
              ) : (
                '一致'
              ),
          },
        ]
      : []),
  ]
}
