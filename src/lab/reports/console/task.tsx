import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { OrderVerb } from '../../orders/rules.ts'
import { AssigneeMenu } from '../../orders/tasks/assignee-menu.tsx'
import { DueIn, OrderStageBadge } from '../../orders/order-stage.tsx'
import {
  type StaffOrder,
  staffOrderDetail,
  staffOrderHandIn,
  staffOrderHold,
  staffOrderReturnToTesting,
  staffOrderStartTesting,
  staffOrderVerify,
} from '../../orders/staff/staff-contract.ts'
import { staffTaskList } from '../../orders/tasks/task-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { staffOrderList, staffVerifyList } from '../../orders/lists/list-contract.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { CompareButton } from '../compared-curves/compare-button.tsx'
import { staffReportDetail } from '../contract.ts'
import { ReportList, ResultFiles, TestRecords } from '../results/result-files.tsx'
import { sameDataText } from '../results/same-data-rules.ts'
import { unticked } from '../checks/check-rules.ts'
import { Checked, CheckList } from './check-list.tsx'
import { ControlWarnings } from './control-warnings.tsx'
import { RecordForms } from './record-form.tsx'
import { ReportPreview } from './report-preview.tsx'
import { MoveFile, RemoveFile, UploadResults } from './upload-results.tsx'
import { WithoutData } from './without-data.tsx'
import { LineAndSamples } from './line-and-samples.tsx'
import css from './tasks.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

const ControlNotes = lazy(() =>
  import('../control/control-notes.tsx').then((module) => ({ default: module.ControlNotes })),
)

type Delivery = OutputOf<typeof staffReportDetail>

export const meta = () => [{ title: '检测与审核 · 后台' }]

/** One order in the laboratory: the request, the test records, the data, and the next step of this role. */
export default function Task() {
  const { orderNo = '' } = useParams()
  const order = useCall(staffOrderDetail, { orderNo })
  const delivery = useCall(staffReportDetail, { orderNo })
  return (
    <Loaded
      of={{
        data: order.data && delivery.data && { order: order.data, delivery: delivery.data },
        error: order.error ?? delivery.error,
        isFetching: order.isFetching || delivery.isFetching,
        refetch: () => void Promise.all([order.refetch(), delivery.refetch()]),
      }}
      waiting={<Skeleton lines={8} height={48} />}
    >
      {(both) => <Work {...both} />}
    </Loaded>
  )
}

function Work({ order, delivery }: { order: StaffOrder; delivery: Delivery }) {
  const { may } = useStaff()
  const editable = order.stage === 'testing' && may('report.record')
  const [unsaved, setUnsaved] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title={order.orderNo}
        crumbs={[
          may('order.verify')
            ? { label: '数据审核', to: '/console/verify' }
            : { label: '检测任务', to: '/console/tasks' },
          { label: order.orderNo },
        ]}
        sub={order.title}
        badge={
          <span className="cluster">
            <OrderStageBadge stage={order.stage}>{order.stageName}</OrderStageBadge>
            {order.urgent && <Tag tone="warn">加急</Tag>}
            <AssigneeMenu order={order} />
            {order.next?.dueAt && order.next.who === 'staff' && (
              <span>
                {order.next.what} <DueIn at={order.next.dueAt} />
              </span>
            )}
          </span>
        }
        actions={<Steps order={order} delivery={delivery} unsaved={unsaved} />}
      />
      {order.stage === 'testing' && may('report.record') && <ControlWarnings orderNo={order.orderNo} />}
      {order.remark && <Card title="客户备注">{order.remark}</Card>}
      {delivery.round && <RoundReason round={delivery.round} />}
      <CustomerAnswer order={order} shown={delivery.round?.reason} />
      <div className={css.columns}>
        <div className="stack">
          <LineAndSamples order={order} />
        </div>
        <div className="stack">
          {editable && delivery.missing.length > 0 && (
            <Card title="提交审核前还需要">
              <ul className={css.missing}>
                {delivery.missing.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Card>
          )}
          <Card title="检测记录">
            {editable ? (
              <RecordForms
                order={order}
                records={delivery.records}
                templates={delivery.templates}
                onUnsaved={setUnsaved}
              />
            ) : delivery.records.length > 0 ? (
              <TestRecords records={delivery.records} />
            ) : (
              <EmptyState title="还没有检测记录" icon="file" />
            )}
          </Card>
          <Card
            title="数据文件"
            actions={
              <CompareButton
                orderNo={order.orderNo}
                files={delivery.files}
                projectNames={delivery.records.map((record) => record.projectName)}
                records={delivery.records}
                as="staff"
              />
            }
          >
            {editable && <UploadResults order={order} withoutData={delivery.withoutData} />}
            {delivery.files.length > 0 ? (
              <ResultFiles
                files={delivery.files}
                projectNames={delivery.records.map((record) => record.projectName)}
                as="staff"
                renderActions={(file) =>
                  editable && !file.replaced ? (
                    <span style={{ display: 'flex', flex: '1 1 15rem', minWidth: 0 }}>
                      <MoveFile order={order} file={file} />
                      <RemoveFile orderNo={order.orderNo} file={file} />
                    </span>
                  ) : null
                }
              />
            ) : (
              !editable && <EmptyState title="还没有数据文件" icon="file" />
            )}
          </Card>
          {delivery.records.length > 0 && (
            <Suspense>
              <ControlNotes orderNo={order.orderNo} as="staff" />
            </Suspense>
          )}
          <WithoutData order={order} entries={delivery.withoutData} withData={delivery.withData} editable={editable} />
          <Checked checked={delivery.checked} />
          {delivery.reports.length > 0 && (
            <Card title="检测报告">
              <ReportList reports={delivery.reports} as="staff" />
            </Card>
          )}
        </div>
      </div>
    </div>
  )
}

const roundTitles = { retest: '客户申请复测的原因', return: '审核退回原因', correction: '更正报告的原因' } as const

/** Why the order is being tested again. Shown until it is handed in. */
function RoundReason({ round }: { round: NonNullable<Delivery['round']> }) {
  return (
    <Card title={roundTitles[round.kind]}>
      <p style={{ margin: 0 }}>
        {round.reason}
        <br />
        <small>{minuteText(round.at)}</small>
      </p>
    </Card>
  )
}

/** The customer's answer: the reason of the latest step that has one. */
function CustomerAnswer({ order, shown }: { order: StaffOrder; shown: string | undefined }) {
  const last = order.timeline.at(-1)
  if (!last?.detail || last.detail === shown) return null
  return (
    <Card title={last.what}>
      <p style={{ margin: 0 }}>
        {last.detail}
        <br />
        <small>
          {last.who} {minuteText(last.when)}
        </small>
      </p>
    </Card>
  )
}

type Asking = 'start' | 'hold' | 'handIn' | 'verify' | 'return'

const stale = [staffOrderDetail, staffReportDetail, staffOrderList, staffVerifyList, staffTaskList]

function Steps({
  order,
  delivery: { missing, checks, files, records },
  unsaved,
}: {
  order: StaffOrder
  delivery: Delivery
  /** The forms of the records hold input that the next stage would drop. */
  unsaved: boolean
}) {
  const [asking, setAsking] = useState<Asking>()
  const [ticked, setTicked] = useState<string[]>([])
  const { id } = useStaff()
  const target = { orderNo: order.orderNo, version: order.version }
  const actions = useActions()
  const close = () => setAsking(undefined)
  const offers = (action: OrderVerb) => order.staffActions.includes(action)
  const doubts = files.flatMap(({ name, sameAs, replaced }) =>
    sameAs && !replaced ? [`${name}：${sameDataText(sameAs)}`] : [],
  )
  const ownWork = order.testerId === id
  const lost = unsaved && <p role="alert">检测记录还有没保存的修改，继续后不会保留。</p>
  return (
    <span className="cluster">
      {(order.stage === 'testing' || order.stage === 'verifying') && records.length > 0 && (
        <ReportPreview orderNo={order.orderNo} unsaved={unsaved} />
      )}
      {offers('hold') && <Button onClick={() => setAsking('hold')}>上报异常</Button>}
      {offers('startTesting') && (
        <Button variant="primary" onClick={() => setAsking('start')}>
          开始检测
        </Button>
      )}
      {offers('handIn') && (
        <Button variant="primary" disabled={missing.length > 0} onClick={() => setAsking('handIn')}>
          提交审核
        </Button>
      )}
      {offers('returnToTesting') && <Button onClick={() => setAsking('return')}>退回检测</Button>}
      {offers('verify') && (
        <Button variant="primary" disabled={ownWork} onClick={() => setAsking('verify')}>
          审核通过并交付
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'start'}
        onClose={close}
        title="开始检测"
        confirmLabel="开始"
        onConfirm={async () => {
          await actions.start(target)
          toast.success('已开始检测')
        }}
      >
        <ControlWarnings orderNo={order.orderNo} />
        由您负责此订单的检测。开始后客户不能再取消。
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'hold'}
        onClose={close}
        title="上报异常"
        confirmLabel="上报"
        reason={{ label: '异常说明', required: true, maxLength: 500 }}
        onConfirm={async ({ reason }) => {
          await actions.hold({ ...target, reason })
          toast.success('已上报，等待客户答复')
        }}
      >
        {lost}
        客户会立即收到通知并看到说明，答复之前检测暂停。
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'handIn'}
        onClose={close}
        title="提交审核"
        confirmLabel="提交"
        onConfirm={async () => {
          await actions.handIn(target)
          toast.success('已提交审核')
        }}
      >
        {lost}
        提交后检测记录和数据不能再修改，由审核员核对后交付客户。
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'verify'}
        onClose={close}
        title="审核通过并交付"
        confirmLabel="通过并交付"
        onConfirm={async () => {
          const [open] = unticked(checks, ticked)
          if (open !== undefined) throw new Error(`请先核对：${open}`)
          await actions.verify({ ...target, checks: ticked })
          toast.success('数据已交付客户')
        }}
      >
        {checks.length > 0 && <CheckList items={checks} ticked={ticked} onTicked={setTicked} />}
        {doubts.map((text) => (
          <p key={text} role="alert" style={{ color: 'var(--warn)' }}>
            {text}
          </p>
        ))}
        <p>数据文件和报告会立即对客户开放，并以短信、邮件和站内信通知。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'return'}
        onClose={close}
        title="退回检测"
        confirmLabel="退回"
        reason={{ label: '退回原因', required: true, maxLength: 500 }}
        onConfirm={async ({ reason }) => {
          await actions.giveBack({ ...target, reason })
          toast.success('已退回实验员')
        }}
      />
    </span>
  )
}

function useActions() {
  return {
    start: useAct(staffOrderStartTesting, { refreshes: stale }).submit,
    hold: useAct(staffOrderHold, { refreshes: stale }).submit,
    handIn: useAct(staffOrderHandIn, { refreshes: stale }).submit,
    verify: useAct(staffOrderVerify, { refreshes: stale }).submit,
    giveBack: useAct(staffOrderReturnToTesting, { refreshes: stale }).submit,
  }
}
