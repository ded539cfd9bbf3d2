import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select, TextInput } from '../../../ui/input.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { orderHistory } from '../../../lab/orders/contract.ts'
import { orderPayers } from '../../../lab/ordering/contract.ts'
import { type OrderSummary, OrderTable } from '../order-table.tsx'
import { orderLifecycle, orderStages } from '../../../lab/orders/rules.ts'
import css from './order-query.module.css'

export const meta = () => [{ title: '订单查询 · 明析科测' }]

const size = 20
const names = ['kw', 'sample', 'from', 'to', 'stage', 'funding', 'payer', 'project', 'member'] as const
type Filters = Record<(typeof names)[number], string>

/** Filters are kept in the address, so that a search can be bookmarked and shared. */
export default function OrderQuery() {
  const [query, setQuery] = useSearchParams()
  const filters = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Filters
  const page = Math.max(1, Number(query.get('page')) || 1)
  const { project, member, ...typed } = filters
  const { data, error, refetch, isFetching } = useCall(orderHistory, {
    ...typed,
    stage: orderStages.find((stage) => stage === filters.stage) ?? '',
    rid: Number(project) || 0,
    memberId: Number(member) || 0,
    page,
    size,
  })
  const search = (next: Filters) =>
    setQuery(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')))
  return (
    <div className="stack">
      <PageHeader title="订单查询" sub="按订单号、项目、样品、日期和状态查找" />
      <FilterForm key={query.toString()} filters={filters} onSearch={search} />
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={4} height={72} />}
      <Narrowed filters={filters} example={data?.list[0]} onClear={(name) => search({ ...filters, [name]: '' })} />
      {data && (
        <p role="status" style={{ color: 'var(--ink-500)' }}>
          {data.totalIsCapped ? `共 ${data.total} 个以上订单，请缩小范围` : `共 ${data.total} 个订单`}
        </p>
      )}
      {data?.total === 0 && (
        <EmptyState
          title="没有符合条件的订单"
          icon="search"
          action={{ label: '清除条件', onClick: () => setQuery(new URLSearchParams()) }}
        />
      )}
      {data && data.total > 0 && (
        <>
          <OrderTable orders={data.list} caption="查询结果" />
          <Pagination
            page={page}
            pageCount={Math.ceil(data.total / size)}
            onPage={(next) =>
              setQuery((old) => new URLSearchParams({ ...Object.fromEntries(old), page: String(next) }))
            }
          />
        </>
      )}
    </div>
  )
}

/** Conditions that come from a chart: they have no field, and are named and taken away here. */
function Narrowed({
  filters,
  example,
  onClear,
}: {
  filters: Filters
  example: OrderSummary | undefined
  onClear: (name: 'project' | 'member') => void
}) {
  if (filters.project === '' && filters.member === '') return null
  return (
    <p className="cluster">
      {filters.member !== '' && (
        <Button size="s" icon="close" onClick={() => onClear('member')}>
          成员：{example?.cluster?.member ?? filters.member}
        </Button>
      )}
      {filters.project !== '' && (
        <Button size="s" icon="close" onClick={() => onClear('project')}>
          项目编号：{filters.project}
        </Button>
      )}
    </p>
  )
}

function FilterForm({ filters, onSearch }: { filters: Filters; onSearch: (filters: Filters) => void }) {
  const [values, setValues] = useState(filters)
  const payers = useCall(orderPayers, {})
  const set = (name: keyof Filters) => (value: string) => setValues((old) => ({ ...old, [name]: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(values)
  }
  return (
    <Card>
      <form onSubmit={submit} className={css.form}>
        <Field label="订单号或项目">
          <TextInput value={values.kw} onValue={set('kw')} maxLength={60} />
        </Field>
        <Field label="样品编号、自编号或名称">
          <TextInput value={values.sample} onValue={set('sample')} maxLength={60} />
        </Field>
        <Field label="提交日期从">
          <TextInput type="date" value={values.from} onValue={set('from')} />
        </Field>
        <Field label="到">
          <TextInput type="date" value={values.to} onValue={set('to')} />
        </Field>
        <Field label="状态">
          <Select
            value={values.stage}
            onValue={set('stage')}
            options={[
              { value: '', label: '全部' },
              ...orderStages.map((stage) => ({ value: stage as string, label: orderLifecycle.stages[stage] })),
            ]}
          />
        </Field>
        <Field label="课题号/经费卡">
          <TextInput value={values.funding} onValue={set('funding')} maxLength={60} />
        </Field>
        <Field label="付款方">
          <Select
            value={values.payer}
            onValue={set('payer')}
            options={[
              { value: '', label: '全部' },
              { value: 'self', label: '自己' },
              ...(payers.data?.groups ?? []).map(({ groupNo, name }) => ({ value: groupNo, label: `课题组 ${name}` })),
            ]}
          />
        </Field>
        <div className={css.act}>
          <Button type="submit" variant="primary" icon="search">
            查询
          </Button>
        </div>
      </form>
    </Card>
  )
}
