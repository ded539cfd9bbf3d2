import { Fragment, useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { problemNumber } from '../../../platform/contract/problem-number.ts'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import type {
  apiKeyRequests,
  apiKeyUsage,
  KeyUsage,
  ProgramRequestItem,
  staffApiKeyRequests,
  staffApiKeyUsage,
} from './contract.ts'
import { MOST_REQUESTS, REQUEST_DAYS, requestOutcomes, USAGE_DAYS } from './rules.ts'

const SIZE = 10
/** Whoever looks has just tried something. */
const AGAIN_SECONDS = 5

const again = { alwaysAsk: true, refetchSeconds: AGAIN_SECONDS }

interface Calls {
  requests: typeof apiKeyRequests | typeof staffApiKeyRequests
  usage: typeof apiKeyUsage | typeof staffApiKeyUsage
}

type Outcome = ProgramRequestItem['outcome']
const choices: { value: Outcome | ''; label: string }[] = [
  { value: '', label: '全部结果' },
  { value: 'answered', label: requestOutcomes.answered },
  { value: 'refused', label: requestOutcomes.refused },
  { value: 'failed', label: requestOutcomes.failed },
]

/** What a program asked with one key, and how often, by the calls of its owner or of staff. */
export function RequestLog({ id, requests, usage }: Calls & { id: number }) {
  const [outcome, setOutcome] = useState<Outcome | ''>('')
  const [page, setPage] = useState(1)
  const counted = useCall(usage, { id }, again)
  const input = { id, page, size: SIZE, ...(outcome && { outcome }) }
  const listed = useCall(requests, input, again)
  return (
    <div className="stack">
      {counted.data && <Usage usage={counted.data} />}
      <Field label="结果">
        <Select
          options={choices}
          value={outcome}
          onValue={(value) => {
            setOutcome(value)
            setPage(1)
          }}
        />
      </Field>
      <Loaded of={listed}>
        {({ list, total }) =>
          list.length === 0 ? (
            <EmptyState title="没有调用记录" icon="code">
              {`记录保留 ${REQUEST_DAYS} 天、每个密钥最近 ${MOST_REQUESTS.toLocaleString('zh-CN')} 条，几秒后可见。`}
            </EmptyState>
          ) : (
            <>
              <Table caption="调用记录" hideCaption rows={list} rowKey={(row) => String(row.id)} columns={columns} />
              <Pagination page={page} pageCount={Math.ceil(total / SIZE)} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function Usage({ usage: { days, sum } }: { usage: KeyUsage }) {
  const parts = Object.entries(requestOutcomes).map(
    ([outcome, label]) => `${label} ${sum[outcome as keyof typeof sum].toLocaleString('zh-CN')} 次`,
  )
  const perDay = days.map(({ answered, refused, failed, limited }) => answered + refused + failed + limited)
  return (
    <p className="cluster">
      <span className="num">{`近 ${USAGE_DAYS} 天：${parts.join('，')}`}</span>
      <Sparkline values={perDay} label={`近 ${USAGE_DAYS} 天每天的调用次数，最多 ${Math.max(...perDay)} 次`} />
    </p>
  )
}

const tones = { answered: 'ok', refused: 'warn', failed: 'danger' } as const

const columns: Column<ProgramRequestItem>[] = [
  // Without the year: no row is older than a month.
  { key: 'at', header: '时间', render: ({ at }) => <span className="num">{at.slice(5)}</span> },
  {
    key: 'path',
    header: '接口',
    rowHeader: true,
    render: ({ method, path, account }) => (
      <>
        <code>
          {method === 'POST' ? '' : `${method} `}
          <Path path={path} />
        </code>
        {account && <div className="muted">课题组 {account}</div>}
      </>
    ),
  },
  {
    key: 'outcome',
    header: '结果',
    render: ({ outcome, status, error, message }) => (
      <div>
        <StageBadge tone={tones[outcome]}>{requestOutcomes[outcome]}</StageBadge>{' '}
        <code>{[status, error].filter(Boolean).join(' ')}</code>
        {message && <div>{message}</div>}
      </div>
    ),
  },
  { key: 'took', header: '用时', align: 'end', render: (row) => <span className="num">{row.durationMs} 毫秒</span> },
  { key: 'ip', header: '来源', render: ({ ip }) => <span className="num">{ip}</span> },
  {
    key: 'request',
    header: '请求编号',
    render: ({ requestId }) => <code title={requestId}>{problemNumber(requestId)}</code>,
  },
]

/** Breaks between its parts. */
function Path({ path }: { path: string }) {
  return path.split('/').map((part, place) =>
    place === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a path stay in their order
      <Fragment key={place}>
        /<wbr />
        {part}
      </Fragment>
    ),
  )
}
