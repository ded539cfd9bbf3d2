import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Select, TextInput } from '../../ui/inputs/input.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Paged } from '../../ui/tables/paged.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { BulkBar, Toolbar } from '../../ui/tables/toolbar.tsx'
import { AskReturnDialog } from './ask-return-dialog.tsx'
import { sampleList } from './contract.ts'
import { isGoingBack, isReturnable, sampleLifecycle, type SampleStage, sampleStages } from './rules.ts'
import { type SampleItem, SampleTable } from './sample-table.tsx'
import { WaybillDialog } from './parcels/waybill-dialog.tsx'

const size = 20

/** `actions` and `below`: what slices above add, such as pickups. */
export function SampleListScreen({ actions, below }: { actions?: ReactNode; below?: ReactNode }) {
  const [query, setQuery] = useSearchParams()
  const stage = sampleStages.find((key) => key === query.get('stage')) ?? ''
  const kw = query.get('kw') ?? ''
  const page = Math.max(1, Number(query.get('page')) || 1)
  const [selected, setSelected] = useState<Set<string>>(new Set())
  const [open, setOpen] = useState<'waybill'>()
  /** The samples that are asked back: the ticked ones, or the one of a row. */
  const [asked, setAsked] = useState<Asked>()
  const { data, error, refetch, isFetching } = useCall(sampleList, { stage, kw, page, size })
  const put = (change: Record<string, string>) => {
    setSelected(new Set())
    setQuery(new URLSearchParams(Object.entries({ stage, kw, ...change }).filter(([, value]) => value !== '')))
  }
  const chosen = (data?.list ?? []).filter((sample) => selected.has(String(sample.id)))
  const ids = chosen.map((sample) => sample.id)
  const sendable =
    chosen.length > 0 &&
    chosen.every(({ stage, serviceType }) => serviceType === 1 && (stage === 'pending' || stage === 'in_transit'))
  const returnable = chosen.length > 0 && chosen.every(isReturnable)
  const finish = () => {
    setOpen(undefined)
    setAsked(undefined)
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
          <Paged
            rows={data.list.length}
            page={page}
            pageCount={Math.ceil(data.total / size)}
            onPage={(next) => put({ page: String(next) })}
          >
            <SampleTable
              samples={data.list}
              caption="我的样品"
              withOrder
              renderActs={(sample) => <AskBack sample={sample} onAsk={setAsked} />}
              selected={selected}
              onSelect={setSelected}
            />
          </Paged>
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
          aria-disabled={!returnable}
          onClick={() => (returnable ? setAsked({ ids }) : toast.info('所选样品中有当前不能寄回的'))}
        >
          申请寄回
        </Button>
      </BulkBar>
      {below}
      <WaybillDialog open={open === 'waybill'} ids={ids} onClose={() => setOpen(undefined)} onDone={finish} />
      {asked && <AskReturnDialog {...asked} onClose={() => setAsked(undefined)} onDone={finish} />}
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

interface Asked {
  ids: number[]
  onlyAddress?: boolean
}

/** Asks for a sample back whose work is over and that does not go back by itself, or changes the address of one that does. */
function AskBack({ sample, onAsk }: { sample: SampleItem; onAsk: (asked: Asked) => void }) {
  const onlyAddress = isGoingBack(sample)
  if (!onlyAddress && !staysHere(sample)) return null
  const label = onlyAddress ? '更改寄回地址' : '申请寄回'
  return (
    <Button
      size="s"
      variant="quiet"
      aria-label={`${label} ${sample.sampleNo}`}
      onClick={() => onAsk({ ids: [sample.id], onlyAddress })}
    >
      {label}
    </Button>
  )
}

function staysHere(sample: SampleItem): boolean {
  const isOver = ['tested', 'kept', 'refused', 'dropped'].includes(sample.stage)
  return isOver && isReturnable(sample) && (sample.stage !== 'tested' || !sample.returnWanted)
}
