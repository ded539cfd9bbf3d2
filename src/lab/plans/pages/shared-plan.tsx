import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { requestLogin } from '../../../people/sign-in/dialog/login-request.tsx'
import { PageRefusal, serverApi } from '../../../platform/client/server-api.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useSignedIn } from '../../../platform/client/use-session.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ParameterSummary } from '../parameter-summary.tsx'
import { planShared, type planTake } from '../share-contract.ts'
import { workingDays } from '../../../core/settings/opening-hours/days-rules.ts'

/** The call has no cache tags, so the page is made anew for each visit: a link that was stopped opens no longer. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return { plan: await context.get(serverApi).call(planShared, { token: params.token ?? '' }) }
  } catch (error) {
    if (error instanceof PageRefusal) return { plan: null }
    throw error
  }
}

export const meta = () => [{ title: '分享的实验方案 · 明析科测' }, { name: 'robots', content: 'noindex' }]

type Shared = OutputOf<typeof planShared>
type Line = Shared['lines'][number]

/** A plan that somebody shows by a link. */
export default function SharedPlan() {
  const { token = '' } = useParams()
  const { plan } = useLoaderData<typeof loader>()
  return (
    <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
      {plan ? (
        <Plan plan={plan} token={token} />
      ) : (
        <>
          <h1 className="visually-hidden">分享的实验方案</h1>
          <NotFoundState title="分享已结束" action={{ label: '浏览检测项目', to: '/project' }}>
            链接不正确、已过期或已停止分享，请向分享人索取新的链接。
          </NotFoundState>
        </>
      )}
    </div>
  )
}

function Plan({ plan, token }: { plan: Shared; token: string }) {
  const { sharedBy, note, expiresAt, lines, showsPrices, totalFen } = plan
  return (
    <div className="stack">
      <PageHeader
        title={sharedBy === '' ? '分享的实验方案' : `${sharedBy}分享的实验方案`}
        sub={`${expiresAt.slice(0, 10)} 前有效`}
      />
      {note && <p style={{ whiteSpace: 'pre-wrap' }}>{note}</p>}
      <Table
        caption="方案中的项目"
        hideCaption
        rows={lines.map((line, place) => ({ ...line, place }))}
        rowKey={({ place }) => String(place)}
        columns={showsPrices ? [...columns, amount] : columns}
      />
      {totalFen !== null && (
        <p>
          预估合计 <Money fen={totalFen} price />
          {lines.some(({ amountFen }) => amountFen === null) && '，另有项目待报价'}
          。价格按分享人的客户类型计算，以订单确认的价格为准。
        </p>
      )}
      <Take token={token} />
    </div>
  )
}

function Take({ token }: { token: string }) {
  const signedIn = useSignedIn('customer')
  const [taken, setTaken] = useState<OutputOf<typeof planTake>>()
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const { takePlan } = await import('./signed-in.ts')
      setTaken(await takePlan(token))
    } catch (cause) {
      toast.error((cause as Error).message)
    } finally {
      setBusy(false)
    }
  }
  if (taken)
    return (
      <div role="status" className="stack">
        <p>{taken.added > 0 ? `已加入 ${taken.added} 项，价格按您的客户类型计算。` : '没有可以加入的项目。'}</p>
        {taken.left.length > 0 && (
          <ul>
            {taken.left.map(({ name, reason }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may repeat and the list does not change
              <li key={place}>
                {name}没有加入：{reason}
              </li>
            ))}
          </ul>
        )}
        <div>
          <ButtonLink variant="primary" to="/experiment/plan">
            查看我的方案
          </ButtonLink>
        </div>
      </div>
    )
  return (
    <div>
      <Button
        variant="primary"
        icon="flask"
        busy={busy}
        onClick={() => (signedIn ? void take() : requestLogin({ view: 'signIn' }))}
      >
        {signedIn ? '加入我的方案' : '登录后加入我的方案'}
      </Button>
    </div>
  )
}

const columns: Column<Line & { place: number }>[] = [
  {
    key: 'name',
    header: '项目',
    rowHeader: true,
    cardLabel: '',
    render: ({ rid, name, urgent }) => (
      <span className="cluster">
        {rid === 0 ? name : <SmartLink to={`/detail/${rid}`}>{name}</SmartLink>}
        {urgent && <Tag tone="warn">加急</Tag>}
      </span>
    ),
  },
  {
    key: 'parameters',
    header: '参数',
    width: '40%',
    render: ({ described }) => <ParameterSummary described={described} />,
  },
  { key: 'count', header: '样品数', align: 'end', render: ({ count }) => count },
  { key: 'days', header: '周期', render: ({ days }) => workingDays(days) },
]

const amount: Column<Line & { place: number }> = {
  key: 'amount',
  header: '小计',
  align: 'end',
  render: ({ amountFen }) => (amountFen === null ? '待报价' : <Money fen={amountFen} price />),
}
