import { useNavigate, useSearchParams } from 'react-router'
import { DueIn } from '../../orders/order-stage.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { type StaffDemand, staffDemandList } from '../contract.ts'
import { DemandStageBadge } from '../demand-facts.tsx'
import { type DemandKind, demandKinds, demandLifecycle, demandStages, type DemandStage } from '../rules.ts'

export const meta = () => [{ title: '需求 · 明析科测后台' }]

const PAGE_SIZE = 20

interface Query {
  stage: DemandStage | ''
  kind: DemandKind | ''
  kw: string
  page: number
}

/** Demands of customers and requirements of visitors; open ones that wait longest come first. */
export default function Demands() {
  const { query, href } = useQuery()
  const navigate = useNavigate()
  const list = useCall(staffDemandList, { ...query, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const filtered = query.kw !== '' || query.kind !== '' || query.stage !== ''
  return (
    <div className="stack">
      <PageHeader title="需求" sub="目录之外的测试：客户的实验需求与访客的留言，2 小时内答复" />
      <LinkTabs
        label="需求状态"
        tabs={(['', ...demandStages] as const).map((stage) => ({
          to: href({ stage, page: 1 }),
          label: stage === '' ? '全部' : demandLifecycle.stages[stage],
          current: query.stage === stage,
          count: list.data && stage !== '' ? (list.data.counts[stage] ?? 0) : undefined,
        }))}
      />
      <Toolbar>
        <Field label="来源" hideLabel>
          <Select
            value={query.kind}
            options={[
              { value: '', label: '全部来源' },
              ...(Object.keys(demandKinds) as DemandKind[]).map((kind) => ({ value: kind, label: demandKinds[kind] })),
            ]}
            onValue={(kind) => void navigate(href({ kind: (kind ?? '') as DemandKind | '', page: 1 }))}
          />
        </Field>
        <SearchBox
          key={query.kw}
          label="搜索需求"
          placeholder="回执号、名称、联系人、电话、单位"
          defaultValue={query.kw}
          onSearch={(kw) => void navigate(href({ kw, page: 1 }))}
          hotkey
        />
        {query.kw !== '' && <Button onClick={() => void navigate(href({ kw: '', page: 1 }))}>清除搜索</Button>}
      </Toolbar>
      <Loaded of={list}>
        {(data) => (
          <>
            <Table
              lines
              caption="需求列表"
              hideCaption
              columns={columns}
              rows={data.list}
              rowKey={(row) => String(row.id)}
              empty={
                filtered ? (
                  <EmptyState
                    title="没有符合条件的需求"
                    icon="search"
                    action={{ label: '查看全部需求', to: '/console/demands' }}
                  />
                ) : (
                  <EmptyState title="还没有需求" icon="chat" action={{ label: '回到工作台', to: '/console' }}>
                    客户提交的实验需求与访客的留言会出现在这里。
                  </EmptyState>
                )
              }
            />
            <Pagination
              page={query.page}
              pageCount={Math.ceil(data.total / PAGE_SIZE)}
              href={(page) => href({ page })}
              label="需求分页"
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

function useQuery() {
  const [search] = useSearchParams()
  const query: Query = {
    stage: demandStages.find((key) => key === search.get('stage')) ?? '',
    kind: (Object.keys(demandKinds) as DemandKind[]).find((key) => key === search.get('kind')) ?? '',
    kw: search.get('kw')?.slice(0, 60) ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
  }
  const href = (change: Partial<Query>) => {
    const next = { ...query, ...change }
    const kept = Object.entries({ ...next, page: next.page === 1 ? '' : String(next.page) }).filter(
      ([, value]) => value !== '',
    )
    const text = new URLSearchParams(kept as [string, string][]).toString()
    return `/console/demands${text ? `?${text}` : ''}`
  }
  return { query, href }
}

const columns: Column<StaffDemand>[] = [
  {
    key: 'title',
    line: 1,
    header: '需求',
    rowHeader: true,
    render: (row) => (
      <span className="cluster">
        <SmartLink to={`/console/demands/${row.id}`}>{row.title}</SmartLink>
        {row.kind === 'visitor' && <Tag>访客</Tag>}
      </span>
    ),
  },
  { key: 'no', header: '回执号', render: (row) => <span className="num">{row.receiptNo}</span> },
  {
    key: 'who',
    line: 2,
    header: '联系人',
    render: (row) => (
      <span>
        {row.contactName || '—'} <span className="num">{row.contactPhone}</span>
        {row.company && ` · ${row.company}`}
      </span>
    ),
  },
  { key: 'at', header: '提交时间', render: (row) => <span className="num">{row.createdAt.slice(0, 16)}</span> },
  {
    key: 'budget',
    header: '预算',
    align: 'end',
    render: (row) => (row.budgetFen === null ? '—' : <Money fen={row.budgetFen} />),
  },
  {
    key: 'stage',
    line: 2,
    header: '状态',
    render: (row) => (
      <span className="cluster">
        <DemandStageBadge stage={row.stage}>{row.stageName}</DemandStageBadge>
        {row.dueAt && <DueIn at={row.dueAt} />}
        {row.stage === 'answered' && row.answer?.expired && <Tag tone="warn">报价已过期</Tag>}
      </span>
    ),
  },
]
