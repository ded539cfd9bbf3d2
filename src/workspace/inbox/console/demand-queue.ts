import { staffDemandList } from '../../../lab/demands/list-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import type { Queue } from './inbox-list.tsx'
import { withoutThisYear } from '../../../ui/text/day-text.ts'

const SHOWN = 10

export type OpenDemands = OutputOf<typeof staffDemandList>

/** Demands that wait for an answer, the oldest first; `data` is undefined while loading or when the role may not answer them. */
export function useOpenDemands(): { mine: boolean; data: OpenDemands | undefined } {
  const mine = useStaff().may('demand.answer')
  const list = useCall(
    staffDemandList,
    { tab: 'open', sort: 'created', size: SHOWN },
    { enabled: mine, refetchSeconds: 60 },
  )
  return { mine, data: list.data }
}

export function demandQueue({ list, total }: OpenDemands): Queue {
  return {
    key: 'demand',
    label: '待响应需求',
    promise: '提交后 2 小时内',
    total,
    overdue: list.filter((demand) => demand.overdue).length,
    all: '/console/demands?tab=open',
    items: list.map((demand) => ({
      number: demand.receiptNo,
      to: `/console/demands/${demand.id}`,
      urgent: false,
      mark: demand.kind === 'visitor' ? '访客' : undefined,
      what: [demand.contactName || '未留姓名', demand.company, demand.title].filter(Boolean).join(' · '),
      dueAt: demand.dueAt ?? null,
      since: `${withoutThisYear(demand.createdAt.slice(0, 16))} 提交`,
    })),
  }
}
