import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Select, TextInput } from '../../ui/inputs/input.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Pagination } from '../../ui/tables/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { BulkBar, Toolbar } from '../../ui/tables/toolbar.tsx'
import { settingList4key } from '../../core/settings/contract.ts'
import { sampleList, sampleRecycle } from './contract.ts'
import { sampleLifecycle, type SampleStage, sampleStages } from './rules.ts'
import { SampleTable } from './sample-table.tsx'
import { WaybillDialog } from './parcels/waybill-dialog.tsx'

const size = 20

/** `actions` and `below`: what slices above add, such as pickups. */
export function SampleListScreen({ actions, below }: { actions?: ReactNode; below?: ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const stage = sampleStages.find((key) => key === query.get('stage')) ?? ''
  const kw = query.get('kw') ?? ''
  const page = Math.max(1, Number(query.get('page')) || 1)
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [open, setOpen] = useState<'waybill' | 'return'>()
  const { data, error, refetch, isFetching } = useCall(sampleList, { stage, kw, page, size })
  const rules = useCall(settingList4key, { keys: ['returnAfterPayment'] })
  const afterPayment = rules.data?.returnAfterPayment ?? true
  const recycle = useAct(sampleRecycle, {
    refreshes: [sampleList],
    onDone: ({ updated }) => toast.success(`${updated} 个样品已申请寄回`),
  })
  const put = (change: Record<string, string>) => {
    setSelected(new Set())
    setQuery(new URLSearchParams(Object.entries({ stage, kw, ...change }).filter(([, value]) => value !== '')))
  }
  const chosen = (data?.list ?? []).filter((sample) => selected.has(String(sample.id)))
  const ids = chosen.map((sample) => sample.id)
  const sendable =
    chosen.length > 0 &&
    chosen.every(({ stage, serviceType }) => serviceType === 1 && (stage === 'pending' || stage === 'in_transit'))
  const all = (stages: readonly string[]) =>
    chosen.length > 0 && chosen.every((sample) => stages.includes(sample.stage))
  const finish = () => {
    setOpen(undefined)
    setSelected(new Set())
  }
  return (
    <div className="stack">
      <PageHeader title="我的样品" sub="寄出后填写快递单号，收样、检测、寄回的每一步都在这里" actions={actions} />
      <Filters key={kw} stage={stage} kw={kw} counts={data?.counts ?? {}} onPut={put} />
      {error && !data && (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      )}
      {!error && !data && <Skeleton lines={4} height={64} />}
      {data?.total === 0 && (
        <EmptyState
          title={stage || kw ? '没有符合条件的样品' : '还没有样品'}
          icon="tube"
          action={
            stage || kw
              ? { label: '查看全部', onClick: () => put({ stage: '', kw: '' }) }
              : { label: '浏览检测项目', to: '/project' }
          }
        />
      )}
      {data && data.total > 0 && (
        <>
          <SampleTable samples={data.list} caption="我的样品" withOrder selected={selected} onSelect={setSelected} />
          <Pagination
            page={page}
            pageCount={Math.ceil(data.total / size)}
            onPage={(next) => put({ page: String(next) })}
          />
        </>
      )}
      <BulkBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button
          size="s"
          icon="truck"
          aria-disabled={!sendable}
          onClick={() => (sendable ? setOpen('waybill') : toast.info('只有待寄送和运输中的样品可以填写单号'))}
        >
          填写快递单号
        </Button>
        <Button
          size="s"
          aria-disabled={!all(returnable)}
          onClick={() => (all(returnable) ? setOpen('return') : toast.info('所选样品中有当前不能寄回的'))}
        >
          申请寄回
        </Button>
      </BulkBar>
      {below}
      <WaybillDialog open={open === 'waybill'} ids={ids} onClose={() => setOpen(undefined)} onDone={finish} />
      <ConfirmDialog
        open={open === 'return'}
        onClose={() => setOpen(undefined)}
        title="申请寄回样品"
        confirmLabel="申请寄回"
        onConfirm={async () => {
          await recycle.submit({ ids })
          finish()
        }}
      >
        将寄回 {ids.length} 个样品到订单中的寄回地址。
        {afterPayment ? '所属订单费用付清后 48 小时内寄出；拒收和已取消订单的样品即可寄出。' : '将尽快寄出。'}
      </ConfirmDialog>
    </div>
  )
}

interface FiltersProps {
  stage: SampleStage | ''
  kw: string
  counts: Partial<Record<SampleStage, number>>
  onPut: (change: Record<string, string>) => void
}

function Filters({ stage, kw, counts, onPut }: FiltersProps) {
  const [typed, setTyped] = useState(kw)
  return (
    <Toolbar>
      <Select
        aria-label="状态"
        value={stage}
        onValue={(next) => onPut({ stage: next })}
        options={[
          { value: '', label: '全部状态' },
          ...sampleStages.map((key) => ({
            value: key as string,
            label: `${sampleLifecycle.stages[key]}${counts[key] ? `（${counts[key]}）` : ''}`,
          })),
        ]}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onPut({ kw: typed })
        }}
      >
        <TextInput
          aria-label="样品编号、自编号或名称"
          placeholder="样品编号、自编号或名称"
          value={typed}
          onValue={setTyped}
          maxLength={60}
        />
        <Button type="submit" icon="search">
          查找
        </Button>
      </form>
    </Toolbar>
  )
}

const returnable: readonly SampleStage[] = sampleLifecycle.transitions.askReturn.from
