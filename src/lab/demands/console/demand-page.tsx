import { useState } from 'react'
import { useParams } from 'react-router'
import { DueIn } from '../../orders/order-stage.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { NotFoundState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { staffDemandClose, staffDemandDetail, staffDemandReply, staffDemandSettle } from '../contract.ts'
import { staffDemandList } from '../list-contract.ts'
import { visitorReply } from '../rules.ts'
import { DemandFacts, DemandStageBadge, OfferFacts } from '../demand-facts.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '需求详情 · 明析科测后台' }]

type Detail = OutputOf<typeof staffDemandDetail>

/** One demand: the request, who sent it, and the answer of staff. */
export default function DemandPage() {
  const id = Number(useParams().id)
  const known = Number.isSafeInteger(id) && id > 0
  const demand = useCall(staffDemandDetail, { id }, { enabled: known })
  if (!known || (demand.error && demand.error.status === 404))
    return <NotFoundState title="没有这个需求" action={{ label: '查看全部需求', to: '/console/demands' }} />
  return <Loaded of={demand}>{(data) => <Demand demand={data} />}</Loaded>
}

const refreshes = [staffDemandDetail, staffDemandList]

function Demand({ demand }: { demand: Detail }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'answer' | 'close' | 'reply'>()
  const visitor = demand.kind === 'visitor'
  const close = useAct(visitor ? staffDemandSettle : staffDemandClose, {
    refreshes,
    onDone: () => toast.success(visitor ? '已登记处理结果' : '已关闭，客户会收到通知'),
  })
  const reply = useAct(staffDemandReply, { refreshes, onDone: () => toast.success('答复短信已发出') })
  const mayClose = demand.mayClose && may(visitor ? 'demand.settle' : 'demand.close')
  return (
    <div className="stack">
      <PageHeader
        title={demand.title}
        badge={
          <>
            <DemandStageBadge stage={demand.stage}>{demand.stageName}</DemandStageBadge>
            {demand.answer?.expired && demand.stage === 'answered' && <Tag tone="warn">报价已过期</Tag>}
          </>
        }
        sub={`${demand.receiptNo} · ${minuteText(demand.createdAt)} 提交`}
        crumbs={[{ label: '需求', to: '/console/demands' }, { label: demand.receiptNo }]}
        actions={
          <>
            {mayClose && <Button onClick={() => setOpen('close')}>{visitor ? '登记处理结果' : '关闭需求'}</Button>}
            {mayClose && visitor && (
              <Button variant="primary" onClick={() => setOpen('reply')}>
                短信答复
              </Button>
            )}
            {demand.mayAnswer && may('demand.answer') && (
              <Button variant="primary" onClick={() => setOpen('answer')}>
                {demand.answer ? '重新报价' : '报价'}
              </Button>
            )}
          </>
        }
      />
      <Card title="联系人">
        <DescriptionList
          items={[
            { term: '来源', value: demand.kindName },
            { term: '姓名', value: demand.contactName || '未填写' },
            {
              term: '电话',
              value: demand.personalNotice ? (
                `${demand.contactPhone}（${demand.personalNotice}）`
              ) : (
                <SmartLink to={`tel:${demand.contactPhone}`}>{demand.contactPhone}</SmartLink>
              ),
            },
            { term: '单位', value: demand.company || '未填写' },
            ...(demand.dueAt ? [{ term: '答复期限', value: <DueIn at={demand.dueAt} /> }] : []),
            ...(demand.orderNo
              ? [
                  {
                    term: '订单',
                    value: <SmartLink to={`/console/orders/${demand.orderNo}`}>{demand.orderNo}</SmartLink>,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      <Card title="需求">
        <DemandFacts demand={demand} as="staff" />
      </Card>
      {demand.answer && (
        <Card title="报价">
          <OfferFacts answer={demand.answer} />
        </Card>
      )}
      <Card title="经过">
        <Timeline
          label="需求经过"
          entries={demand.history.map((entry, i) => ({
            key: String(i),
            what: entry.what,
            who: entry.who,
            when: minuteText(entry.at),
            detail: entry.reason || undefined,
          }))}
        />
      </Card>
      {open === 'answer' && <OfferDialog demand={demand} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'reply'}
        onClose={() => setOpen(undefined)}
        title="短信答复"
        confirmLabel="发送"
        reason={{ label: '答复', required: true, maxLength: visitorReply.maxLength }}
        onConfirm={({ reason }) => reply.submit({ id: demand.id, version: demand.version, text: reason })}
      >
        发到访客留下的手机 {demand.contactPhone}，最多 {visitorReply.maxLength} 个字；发送后需求关闭，答复留在经过里。
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'close'}
        onClose={() => setOpen(undefined)}
        title={visitor ? '登记处理结果' : '关闭需求'}
        confirmLabel={visitor ? '登记' : '关闭需求'}
        danger={!visitor}
        reason={{ label: visitor ? '处理结果' : '关闭原因', required: true, maxLength: 500 }}
        onConfirm={({ reason }) => close.submit({ id: demand.id, version: demand.version, reason })}
      >
        {visitor ? `请先致电 ${demand.contactPhone}，再登记沟通结果。` : '无法承接时请说明原因，客户会在通知中看到。'}
      </ConfirmDialog>
    </div>
  )
}
