import { Button } from '../inputs/button.tsx'
import { Card, CardLink } from '../layout/card.tsx'
import { CellNote } from '../tables/cell-note.tsx'
import { Countdown } from '../feedback/countdown.tsx'
import { DescriptionList } from '../layout/description-list.tsx'
import { Loaded } from '../feedback/loaded.tsx'
import { Money, PriceFrom } from '../text/money.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { PagedTable } from '../tables/paged-table.tsx'
import { QrCode } from '../text/qr-code.tsx'
import { Stat, StatGrid } from '../layout/stat.tsx'
import { EmptyState, ErrorState, NotFoundState, Skeleton } from '../feedback/states.tsx'
import { type Column, Table } from '../tables/table.tsx'
import { StageBadge, Tag } from '../text/tag.tsx'
import { Timeline } from '../layout/timeline.tsx'
import { Sample, State } from './sample.tsx'
import { longText, nothing, rows } from './sample-texts.ts'
import { phases } from './token-names.ts'

type Row = (typeof rows)[number]

const columns: Column<Row>[] = [
  { key: 'no', header: '订单号', render: (row) => row.no, rowHeader: true },
  {
    key: 'name',
    header: '项目',
    render: (row) => (
      <>
        {row.name}
        <CellNote>2 件</CellNote>
      </>
    ),
  },
  { key: 'stage', header: '状态', render: (row) => <StageBadge tone="work">{row.stage}</StageBadge> },
  { key: 'fen', header: '金额', align: 'end', sortable: true, render: (row) => <Money fen={row.fen} /> },
]
const answer = { isFetching: false, refetch: nothing }
const waiting = { ...answer, data: undefined, error: null, isFetching: true }
const failed = { ...answer, data: undefined, error: new Error('网络异常，请稍后重试') }

/** What is read, in every state. */
export function DisplayStates() {
  return (
    <>
      <Sample of={['text/tag.tsx']} title="阶段与标签">
        <State name="阶段">
          <div className="cluster">
            {phases.map(({ tone, label }) => (
              <StageBadge key={tone} tone={tone}>
                {label}
              </StageBadge>
            ))}
          </div>
        </State>
        <State name="标签">
          <div className="cluster">
            <Tag>送样</Tag>
            <Tag tone="warn">加急</Tag>
            <Tag onRemove={nothing}>粉末</Tag>
          </div>
        </State>
      </Sample>
      <TableStates />
      <Sample of={['feedback/states.tsx', 'feedback/loaded.tsx']} title="加载、空与出错">
        <State name="加载" wide>
          <Skeleton />
          <Loaded of={waiting}>{() => null}</Loaded>
        </State>
        <State name="空" wide>
          <EmptyState title="还没有订单" action={{ label: '去下单', to: '/project' }}>
            下单后在这里看进度。
          </EmptyState>
        </State>
        <State name="出错" wide>
          <Loaded of={failed}>{() => null}</Loaded>
          <ErrorState onRetry={nothing} busy hotline="400-000-0000" />
        </State>
        <State name="不存在" wide>
          <NotFoundState />
        </State>
      </Sample>
      <CardStates />
      <FactStates />
    </>
  )
}

function TableStates() {
  return (
    <Sample
      of={['tables/table.tsx', 'tables/cell-note.tsx', 'tables/paged-table.tsx', 'tables/paged.tsx']}
      title="表格"
    >
      <State name="已选、已排序、长文字" wide>
        <Table
          caption="订单"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.no}
          selected={new Set(['A-001'])}
          onSelect={nothing}
          sort={{ key: 'fen', direction: 'descending' }}
          onSort={nothing}
        />
      </State>
      <State name="悬停" show="hover" wide>
        <Table caption="订单（悬停）" columns={columns} rows={rows.slice(0, 1)} rowKey={(row) => row.no} />
      </State>
      <State name="空" wide>
        <Table caption="订单（空）" columns={columns} rows={[]} rowKey={(row) => row.no} empty="没有符合条件的订单" />
      </State>
      <State name="分页、加载、出错" wide>
        <PagedTable
          caption="订单（分页）"
          of={{ ...answer, error: null, data: { list: rows, total: 40, size: 20 } }}
          page={1}
          onPage={nothing}
          columns={columns}
          rowKey={(row) => row.no}
        />
        <PagedTable caption="加载" of={waiting} page={1} onPage={nothing} columns={columns} rowKey={(row) => row.no} />
        <PagedTable caption="出错" of={failed} page={1} onPage={nothing} columns={columns} rowKey={(row) => row.no} />
      </State>
    </Sample>
  )
}

function CardStates() {
  const now = new Date('2026-11-21T06:00:00Z')
  const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  return (
    <>
      <Sample of={['layout/card.tsx']} title="卡片">
        <State name="标题与操作" wide>
          <Card title="订单信息" actions={<Button size="s">修改</Button>}>
            内容
          </Card>
        </State>
        <State name="可点：常态、悬停" wide>
          <Card as="article" linked>
            <h3>
              <CardLink to="/detail/1">{longText}</CardLink>
            </h3>
          </Card>
        </State>
        <State name="悬停" show="hover" wide>
          <Card as="article" linked>
            <h3>
              <CardLink to="/detail/2">X 射线衍射</CardLink>
            </h3>
          </Card>
        </State>
      </Sample>
      <Sample
        of={[
          'layout/page-header.tsx',
          'layout/stat.tsx',
          'text/money.tsx',
          'feedback/countdown.tsx',
          'text/qr-code.tsx',
        ]}
        title="标题与数字"
      >
        <State name="指标" wide>
          <StatGrid>
            <Stat label="待付款" value={2} to="/member/unpaid" note="合计 ¥1,360.50" />
            <Stat label="即将超时" value={1} to="/member/order" tone="warn" />
            <Stat label="已超时" value={3} tone="danger" />
            <Stat label="余额" value={<Money fen={128_050} />} />
          </StatGrid>
        </State>
        <State name="金额">
          <div className="cluster">
            <Money fen={128_000} /> <Money fen={-8000} signed /> <PriceFrom fen={8000} unit="样" />
            <PriceFrom fen={null} />
          </div>
        </State>
        <State name="期限：尚早、将到、已过">
          <div className="cluster">
            {[600, 20, -90].map((minutes) => (
              <Countdown key={minutes} deadline={after(minutes)} now={now} />
            ))}
          </div>
        </State>
        <State name="二维码（深色时仍为白底）">
          <QrCode text="https://example.com/verify/123" label="报告真伪查询二维码" size={96} />
        </State>
      </Sample>
    </>
  )
}

function FactStates() {
  return (
    <Sample of={['layout/description-list.tsx', 'layout/timeline.tsx']} title="信息与进度">
      <State name="信息" wide>
        <DescriptionList
          items={[
            { term: '订单号', value: 'A-001' },
            { term: '项目', value: longText },
            { term: '备注', value: '', wide: true },
          ]}
        />
      </State>
      <State name="进度" wide>
        <Timeline
          label="进度示例"
          entries={[
            { key: '1', what: '样品已收到', who: '收样员', when: '11-21 10:05', detail: '2 件，状态完好' },
            { key: '2', what: '检测中断', who: '实验员', when: '11-21 15:40', tone: 'danger', detail: longText },
          ]}
          next={{ what: '客户经理来电', promise: '已超 1 小时', overdue: true }}
        />
      </State>
    </Sample>
  )
}

export function TitleState() {
  return <PageHeader title="组件状态" sub="每个组件的常态、悬停、焦点、不可用、出错、空、加载和长文字" />
}
