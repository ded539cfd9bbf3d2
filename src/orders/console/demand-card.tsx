import { staffDemandList } from '../../demands/contract.ts'
import { useCall } from '../../platform/client/use-call.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useStaff } from '../../staff/me.tsx'
import { Card } from '../../ui/card.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { Stat } from '../../ui/stat.tsx'
import { Tag } from '../../ui/tag.tsx'
import { DueIn } from '../order-stage.tsx'
import css from './inbox.module.css'

const LIST = '/console/demands?stage=open'
const SHOWN = 10

export type OpenDemands = OutputOf<typeof staffDemandList>

/** What customers and visitors asked for and nobody has answered yet, the longest waiting first; undefined while unknown or not this role's. */
export function useOpenDemands(): { mine: boolean; data: OpenDemands | undefined } {
  const mine = useStaff().may('demand.answer')
  const list = useCall(staffDemandList, { stage: 'open', page: 1, size: SHOWN }, { enabled: mine, refetchSeconds: 60 })
  return { mine, data: list.data }
}

export function DemandStat({ demands }: { demands: OpenDemands | undefined }) {
  const overdue = demands?.list.filter((demand) => demand.overdue).length ?? 0
  return (
    <Stat
      label="待响应需求"
      value={demands?.total ?? '…'}
      to={demands && demands.total > 0 ? '#queue-demand' : LIST}
      {...(overdue > 0 ? { tone: 'danger', note: `${overdue} 项已超时` } : {})}
    />
  )
}

export function DemandCard({ demands: { list, total } }: { demands: OpenDemands }) {
  return (
    <Card
      id="queue-demand"
      title={
        <>
          待响应需求 <span className={css.count}>{total}</span>
        </>
      }
      actions={<span className={css.promise}>提交后 2 小时内</span>}
      flush
    >
      <ul role="list" style={{ marginTop: 'var(--space-12)' }}>
        {list.map((demand) => (
          <li key={demand.id} className={css.item}>
            <span>
              <SmartLink to={`/console/demands/${demand.id}`} className={css.link}>
                {demand.receiptNo}
              </SmartLink>{' '}
              {demand.kind === 'visitor' && <Tag>访客</Tag>}
            </span>
            <span className={css.what}>
              {[demand.contactName, demand.company].filter(Boolean).join(' · ') || '未留姓名'} · {demand.title}
            </span>
            <span className={css.due}>{demand.dueAt && <DueIn at={demand.dueAt} />}</span>
            <span className={css.when}>{demand.createdAt.slice(5, 16)} 提交</span>
          </li>
        ))}
      </ul>
      {total > list.length && (
        <p className={css.more}>
          <SmartLink to={LIST}>另有 {total - list.length} 项，查看全部</SmartLink>
        </p>
      )}
    </Card>
  )
}
