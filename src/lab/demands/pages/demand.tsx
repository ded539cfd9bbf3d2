import { useState } from 'react'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { planList } from '../../plans/contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Pagination } from '../../../ui/tables/pagination.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { demandAccept, demandCancel, type DemandItem, demandList } from '../contract.ts'
import { DemandFacts, DemandStageBadge, OfferFacts } from '../demand-facts.tsx'
import css from './demand.module.css'
import { DemandDialog } from './demand-dialog.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '实验需求 · 明析科测' }]

const PAGE_SIZE = 10
const refreshes = [demandList]

type Asked = { action: 'accept' | 'withdraw'; demand: DemandItem }

/** Demands outside the catalogue: post one, withdraw it, accept the offer into the plan. */
export default function DemandPage() {
  const [page, setPage] = useState(1)
  const [posting, setPosting] = useState(false)
  const [open, setOpen] = useState<Asked>()
  const list = useCall(demandList, { page, size: PAGE_SIZE })
  const withdraw = useAct(demandCancel, { refreshes, onDone: () => toast.success('需求已撤回') })
  const accept = useAct(demandAccept, {
    refreshes: [demandList, planList, userInfo],
    onDone: () => toast.success('已加入实验方案，可以下单了'),
  })
  const target = open && { id: open.demand.id, version: open.demand.version }
  return (
    <div className={`page stack ${css.page}`}>
      <PageHeader
        title="实验需求"
        sub="目录里没有的测试：写明目的与样品，客户经理 2 小时内答复，报价满意即可转入实验方案"
        crumbs={[{ label: '实验方案', to: '/experiment/plan' }, { label: '实验需求' }]}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setPosting(true)}>
            新建需求
          </Button>
        }
      />
      <Loaded of={list}>
        {(data) =>
          data.list.length === 0 ? (
            <EmptyState
              title="还没有实验需求"
              icon="flask"
              action={{ label: '新建需求', onClick: () => setPosting(true) }}
            >
              在目录里找不到合适的项目时，可以在这里提出。
            </EmptyState>
          ) : (
            <>
              {data.list.map((demand) => (
                <Demand key={demand.id} demand={demand} onAction={(action) => setOpen({ action, demand })} />
              ))}
              <Pagination page={page} pageCount={Math.ceil(data.total / PAGE_SIZE)} onPage={setPage} />
            </>
          )
        }
      </Loaded>
      {posting && <DemandDialog onClose={() => setPosting(false)} />}
      <ConfirmDialog
        open={open?.action === 'withdraw'}
        onClose={() => setOpen(undefined)}
        onConfirm={() => target && withdraw.submit(target)}
        title="撤回需求"
        confirmLabel="撤回"
        danger
      >
        撤回后客户经理不再处理「{open?.demand.title}」，此操作不能撤销。
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.action === 'accept'}
        onClose={() => setOpen(undefined)}
        onConfirm={() => target && accept.submit(target)}
        title="接受报价并加入方案"
        confirmLabel="加入方案"
      >
        {open?.demand.answer && (
          <p>
            「{open.demand.answer.title}」以 <Money fen={open.demand.answer.totalFen} price />{' '}
            加入实验方案，请在有效期（{open.demand.answer.validUntil}）内下单。
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

function Demand({ demand, onAction }: { demand: DemandItem; onAction: (action: Asked['action']) => void }) {
  return (
    <Card
      title={demand.title}
      actions={
        <span className="cluster">
          <DemandStageBadge stage={demand.stage}>{demand.stageName}</DemandStageBadge>
          {demand.answer?.expired && demand.stage === 'answered' && <Tag tone="warn">报价已过期</Tag>}
        </span>
      }
    >
      <div className="stack">
        <p className={css.facts}>
          回执号 <span className="num">{demand.receiptNo}</span> · {minuteText(demand.createdAt)} 提交
        </p>
        <DemandFacts demand={demand} as="customer" />
        {demand.answer && (
          <section aria-label={`${demand.title}的报价`} className={css.offer}>
            <OfferFacts answer={demand.answer} />
          </section>
        )}
        {demand.closeReason && <p className={css.facts}>关闭原因：{demand.closeReason}</p>}
        <div className="cluster">
          {demand.mayAccept && (
            <Button variant="primary" onClick={() => onAction('accept')}>
              {demand.stage === 'accepted' ? '重新加入方案' : '接受报价并加入方案'}
            </Button>
          )}
          {demand.inPlan && <ButtonLink to="/experiment/plan">去实验方案下单</ButtonLink>}
          {demand.orderNo && (
            <span>
              已下单：<SmartLink to={`/member/order/${demand.orderNo}`}>{demand.orderNo}</SmartLink>
            </span>
          )}
          {demand.mayWithdraw && <Button onClick={() => onAction('withdraw')}>撤回需求</Button>}
        </div>
      </div>
    </Card>
  )
}
