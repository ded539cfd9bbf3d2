import { useState } from 'react'
import { useNavigate } from 'react-router'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { AgainNotice, useAgain } from '../again/again-notice.tsx'
import { draftGet, draftSave } from '../contract.ts'
import { serviceTypeLabels } from '../../samples/service-rules.ts'
import { send } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { WizardShell } from '../../../ui/shell/wizard-shell.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { planAdd, planDelete, planList } from '../../plans/contract.ts'
import { SameAsDialog } from '../../plans/same-as-dialog.tsx'
import { EditLineDialog } from '../../plans/edit-line-dialog.tsx'
import { planPaper } from '../../plans/share-contract.ts'
import { ShareDialog } from '../../plans/share-dialog.tsx'
import { PlanTable, type PlanItem } from '../../plans/plan-table.tsx'

export const meta = () => [{ title: '实验方案 · 明析科测' }]

export default function PlanPage() {
  const { data, error, refetch, isFetching } = useCall(planList, {})
  if (error && !data) {
    return (
      <div className="page">
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </ErrorState>
      </div>
    )
  }
  if (!data) {
    return (
      <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
        <Skeleton lines={4} height={96} />
      </div>
    )
  }
  if (data.planCount === 0) {
    return (
      <div className="page" style={{ paddingBlock: 'var(--space-24)' }}>
        <PageHeader title="实验方案" />
        <EmptyState title="方案为空" icon="flask" action={{ label: '浏览检测项目', to: '/project' }}>
          把要做的测试加入方案，填好参数后一起下单。目录里没有的，可以
          <SmartLink to="/experiment/demand">提出实验需求</SmartLink>。
        </EmptyState>
      </div>
    )
  }
  return <Plan groups={data.dataArr} />
}

const refreshes = [planList, userInfo]

function Plan({ groups }: { groups: { type_id: number; type_name: string; items: PlanItem[] }[] }) {
  const navigate = useNavigate()
  const items = groups.flatMap((group) => group.items)
  const taken = useAgain()?.lines
  // What was in the plan before is another matter than the order that is ordered again.
  const [unchosen, setUnchosen] = useState<ReadonlySet<number>>(
    () => new Set(taken ? items.map(({ id }) => id).filter((id) => !taken.some(({ planId }) => planId === id)) : []),
  )
  const [open, setOpen] = useState<{ edit?: PlanItem; same?: PlanItem; remove?: number[] }>({})
  const [ordering, setOrdering] = useState(false)
  const [sharing, setSharing] = useState(false)
  const copy = useAct(planAdd, { refreshes, onDone: () => toast.success('已复制一份') })
  const remove = useAct(planDelete, { refreshes, onDone: () => toast.success('已删除') })
  const chosen = items.filter((item) => item.validity === 'valid' && !unchosen.has(item.id))
  const services = [...new Set(chosen.map((item) => item.serviceType))]
  const totalFen = chosen.reduce((total, item) => total + (item.amountFen ?? 0), 0)
  const unquoted = chosen.filter((item) => item.amountFen === null).length
  const order = async () => {
    if (chosen.length === 0) return toast.error('请先勾选要下单的项目')
    if (services.length > 1)
      return toast.error(`${services.map((type) => serviceTypeLabels[type]).join('和')}请分别下单`)
    setOrdering(true)
    try {
      await beginDraft(chosen.map((item) => item.id))
      navigate('/experiment/step1')
    } catch (cause) {
      toast.error((cause as Error).message)
    } finally {
      setOrdering(false)
    }
  }
  return (
    <WizardShell
      current={0}
      totalFen={totalFen}
      totalNote={[`已选 ${chosen.length} 项`, unquoted > 0 ? `其中 ${unquoted} 项待报价` : '']
        .filter(Boolean)
        .join('，')}
      next={{ label: '去下单', onClick: () => void order(), busy: ordering, disabled: chosen.length === 0 }}
    >
      <div className="stack">
        <PageHeader
          title="实验方案"
          sub="按类别列出要做的测试，价格按您的客户类型实时计算"
          actions={
            <>
              <ButtonLink to="/project" icon="plus">
                继续添加项目
              </ButtonLink>
              <Button icon="share" disabled={chosen.length === 0} onClick={() => setSharing(true)}>
                分享
              </Button>
              <MoreOfPlan ids={chosen.map(({ id }) => id)} />
            </>
          }
        />
        <AgainNotice />
        {groups.map((group) => (
          <PlanTable
            key={group.type_id}
            title={group.type_name}
            items={group.items}
            unchosen={unchosen}
            onUnchosen={setUnchosen}
            onEdit={(edit) => setOpen({ edit })}
            onSame={(same) => setOpen({ same })}
            onCopy={({ rid, parameters, count, urgent }) =>
              void copy.run({ rid, parameters, sampleCount: count, urgent })
            }
            onRemove={(ids) => setOpen({ remove: ids })}
          />
        ))}
        {items.length > 1 && (
          <div>
            <Button
              variant="quiet"
              size="s"
              icon="trash"
              onClick={() => setOpen({ remove: items.map((item) => item.id) })}
            >
              清空方案
            </Button>
          </div>
        )}
      </div>
      {sharing && <ShareDialog ids={chosen.map(({ id }) => id)} onClose={() => setSharing(false)} />}
      {open.edit && <EditLineDialog item={open.edit} onClose={() => setOpen({})} />}
      {open.same && <SameAsDialog item={open.same} onClose={() => setOpen({})} />}
      <ConfirmDialog
        open={open.remove !== undefined}
        onClose={() => setOpen({})}
        title="删除项目"
        danger
        confirmLabel="删除"
        onConfirm={() => remove.submit({ ids: open.remove ?? [] })}
      >
        {open.remove && open.remove.length > 1
          ? `将删除方案中的 ${open.remove.length} 个项目及其参数。`
          : '将删除该项目及已填写的参数。'}
      </ConfirmDialog>
    </WizardShell>
  )
}

/** What is rarely wanted: the chosen lines as a PDF, and a test that the catalogue does not have. */
function MoreOfPlan({ ids }: { ids: number[] }) {
  const { busy, download } = useDownload(() => send(planPaper, { ids, browserKey: browserKey() }))
  return (
    <Menu
      label={busy ? '正在生成 PDF…' : '更多'}
      align="end"
      items={[
        { label: '下载 PDF', icon: 'download', onClick: () => void download(), hidden: busy || ids.length === 0 },
        { label: '目录里没有的测试', icon: 'flask', to: '/experiment/demand' },
      ]}
    />
  )
}

/** Starts the wizard with these lines and keeps the samples that were entered for them before. */
async function beginDraft(planIds: number[]): Promise<void> {
  const draft = await send(draftGet, {})
  const samples = draft.data.samples.filter((sample) => planIds.includes(Number(sample.planId)))
  await send(draftSave, { version: draft.version, step: 1, data: { ...draft.data, planIds, samples } })
}
