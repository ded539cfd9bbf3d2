import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { useActing } from '../../../platform/client/acting.ts'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { orderHistory } from '../../../lab/orders/contract.ts'
import { orderChoices, orderHistoryFile } from '../../../lab/orders/history/history-contract.ts'
import { orderPayers } from '../../../lab/ordering/contract.ts'
import { OrderTable } from '../order-table.tsx'
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
  const asked = {
    ...typed,
    stage: orderStages.find((stage) => stage === filters.stage) ?? '',
    rid: Number(project) || 0,
    memberId: Number(member) || 0,
  } as const
  const { data, error, refetch, isFetching } = useCall(orderHistory, { ...asked, page, size })
  const file = useDownload(() => send(orderHistoryFile, { ...asked, browserKey: browserKey() }))
  const search = (next: Filters) =>
    setQuery(new URLSearchParams(Object.entries(next).filter(([, value]) => value !== '')))
  return (
    <div className="stack">
      <PageHeader title="订单查询" sub="按订单号、项目、样品、日期、状态和课题号查找，结果可下载" />
      <FilterForm key={query.toString()} filters={filters} onSearch={search} />
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={4} height={72} />}
      {data && data.total > 0 && (
        <div className={css.found}>
          <p role="status">
            {data.totalIsCapped ? `共 ${data.total} 个以上订单，请缩小范围` : `共 ${data.total} 个订单`}
          </p>
          <Button icon="download" busy={file.busy} onClick={() => void file.download()}>
            下载 Excel
          </Button>
        </div>
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
          <Paged
            rows={data.list.length}
            page={page}
            pageCount={Math.ceil(data.total / size)}
            onPage={(next) =>
              setQuery((old) => new URLSearchParams({ ...Object.fromEntries(old), page: String(next) }))
            }
          >
            <OrderTable orders={data.list} caption="查询结果" />
          </Paged>
        </>
      )}
    </div>
  )
}

/** Asked less often: folded until one of them is applied. */
const rare = names.filter((name) => name !== 'kw' && name !== 'stage')

function FilterForm({ filters, onSearch }: { filters: Filters; onSearch: (filters: Filters) => void }) {
  const [values, setValues] = useState(filters)
  const payers = useCall(orderPayers, {})
  const choices = useCall(orderChoices, {})
  const { projects = [], members = [] } = choices.data ?? {}
  // In the name of a group all orders have one payer, and a person has one member: themselves.
  const acting = useActing()
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
        <div className={css.act}>
          <Button type="submit" variant="primary" icon="search">
            查询
          </Button>
        </div>
        <details className={css.more} open={rare.some((name) => filters[name] !== '')}>
          <summary>更多条件</summary>
          <div className={css.form}>
            <Field label="样品编号、自编号或名称">
              <TextInput value={values.sample} onValue={set('sample')} maxLength={60} />
            </Field>
            <Field label="提交日期从">
              <TextInput type="date" value={values.from} onValue={set('from')} />
            </Field>
            <Field label="到">
              <TextInput type="date" value={values.to} onValue={set('to')} />
            </Field>
            <Field label="课题号/经费卡">
              <TextInput value={values.funding} onValue={set('funding')} maxLength={60} />
            </Field>
            <Field label="检测项目">
              <Select value={values.project} onValue={set('project')} options={optionsOf(projects, values.project)} />
            </Field>
            {acting ? (
              <Field label="成员">
                <Select value={values.member} onValue={set('member')} options={optionsOf(members, values.member)} />
              </Field>
            ) : (
              <Field label="付款方">
                <Select
                  value={values.payer}
                  onValue={set('payer')}
                  options={[
                    { value: '', label: '全部' },
                    { value: 'self', label: '自己' },
                    ...(payers.data?.groups ?? []).map(({ groupNo, name }) => ({
                      value: groupNo,
                      label: `课题组 ${name}`,
                    })),
                  ]}
                />
              </Field>
            )}
          </div>
        </details>
      </form>
    </Card>
  )
}

/** All choices; also one that came with the address and does not occur (any more), so that the field says what is applied. */
function optionsOf(choices: readonly { id: number; name: string }[], chosen: string) {
  const named = choices.map(({ id, name }) => ({ value: String(id), label: name || `编号 ${id}` }))
  const known = chosen === '' || named.some(({ value }) => value === chosen)
  return [{ value: '', label: '全部' }, ...named, ...(known ? [] : [{ value: chosen, label: `编号 ${chosen}` }])]
}
