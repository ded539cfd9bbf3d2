import { useState } from 'react'
import { AuditLink } from '../../../core/staff/audit-link.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ApplicationCard } from '../application-card.tsx'
import {
  staffInvoiceApprove,
  staffInvoiceDeclineRed,
  staffInvoiceReject,
  staffInvoiceRetry,
  staffInvoiceTakeBack,
} from '../staff-contract.ts'
import { type StaffApplication, staffInvoiceList } from '../list-contract.ts'
import { IssueForm } from './issue-form.tsx'
import { ReasonForm } from './reason-form.tsx'
import { AskRedForm, ProviderRedForm, ReddenForm } from './red-forms.tsx'

interface Props {
  row: StaffApplication
  /** The name of the provider; null when finance issues by hand only. */
  providerLabel: string | null
  today: string
  onClose: () => void
}

type Mode = 'facts' | 'reject' | 'takeBack' | 'issue' | 'attach' | 'askRed' | 'redden' | 'redByProvider' | 'declineRed'

const refreshes = [staffInvoiceList]

/** One application with everything that finance can do with it now. */
export function ApplicationDialog({ row, providerLabel, today, onClose }: Props) {
  const [mode, setMode] = useState<Mode>('facts')
  const back = () => setMode('facts')
  const finish = (text: string) => {
    toast.success(text)
    onClose()
  }
  const form = { row, today, onCancel: back, onDone: finish }
  return (
    <Dialog open onClose={onClose} title={`${row.applicationNo} · ${row.stageLabel}`} size="l">
      {mode === 'facts' && <Facts row={row} providerLabel={providerLabel} onMode={setMode} onDone={finish} />}
      {mode === 'reject' && (
        <ReasonForm
          {...form}
          call={staffInvoiceReject}
          label="驳回原因"
          act="驳回申请"
          done="已驳回，客户可以修改后重新提交"
        />
      )}
      {mode === 'takeBack' && (
        <ReasonForm {...form} call={staffInvoiceTakeBack} label="退回原因" act="退回审核" done="已退回审核" />
      )}
      {mode === 'declineRed' && (
        <ReasonForm
          {...form}
          call={staffInvoiceDeclineRed}
          label="不予红冲的原因"
          act="不予红冲"
          done="发票继续有效，已通知客户"
        />
      )}
      {(mode === 'issue' || mode === 'attach') && <IssueForm key={mode} {...form} attach={mode === 'attach'} />}
      {mode === 'askRed' && <AskRedForm {...form} />}
      {mode === 'redden' && <ReddenForm {...form} />}
      {mode === 'redByProvider' && <ProviderRedForm {...form} />}
    </Dialog>
  )
}

interface FactsProps {
  row: StaffApplication
  providerLabel: string | null
  onMode: (mode: Mode) => void
  onDone: (text: string) => void
}

function Facts({ row, providerLabel, onMode, onDone }: FactsProps) {
  return (
    <div className="stack">
      {row.fault !== '' && (
        <p role="alert" style={{ color: 'var(--danger)' }}>
          {row.fault}
        </p>
      )}
      <DescriptionList
        items={[
          { term: '客户', value: `${row.customerName} ${row.customerPhone}` },
          {
            term: '开票方式',
            value: row.stage === 'pending' ? undefined : row.way === 'manual' ? '人工' : (providerLabel ?? '开票平台'),
          },
          {
            term: '税额',
            value:
              row.taxFen === null ? undefined : (
                <span>
                  <Money fen={row.taxFen} />（{row.ratePercent}%）
                </span>
              ),
          },
          { term: '发票备注', value: row.printedRemark || undefined, wide: true },
        ]}
      />
      <ApplicationCard row={row} as="staff" />
      <div className="cluster">
        <Acts row={row} providerLabel={providerLabel} onMode={onMode} onDone={onDone} />
        <AuditLink of={row.applicationNo} />
      </div>
    </div>
  )
}

function Acts({ row, providerLabel, onMode, onDone }: FactsProps) {
  const { may } = useStaff()
  const approve = useAct(staffInvoiceApprove, { refreshes })
  const retry = useAct(staffInvoiceRetry, { refreshes })
  const { id, version, stage } = row
  const pass = async (way: 'manual' | 'nuonuo') => {
    const done = await approve.run({ id, version, way })
    if (done) onDone(way === 'manual' ? '已通过，请开票后登记号码' : '已提交到开票平台')
  }
  const again = async () => {
    if (await retry.run({ id, version })) onDone('已重新提交到开票平台')
  }
  if (stage === 'pending' && may('invoice.approve'))
    return (
      <>
        <Button onClick={() => onMode('reject')}>驳回</Button>
        {providerLabel && (
          <Button busy={approve.busy} onClick={() => void pass('nuonuo')}>
            通过并由{providerLabel}开具
          </Button>
        )}
        <Button variant="primary" busy={approve.busy} onClick={() => void pass('manual')}>
          通过，人工开票
        </Button>
      </>
    )
  if (stage === 'issuing' && may('invoice.issue'))
    return (
      <>
        {!row.atProvider && <Button onClick={() => onMode('takeBack')}>退回审核</Button>}
        {providerLabel && row.requestState === 'failed' && (
          <Button busy={retry.busy} onClick={() => void again()}>
            重新提交{providerLabel}
          </Button>
        )}
        {row.atProvider ? (
          <span>开票平台处理中，完成后自动登记。</span>
        ) : (
          <Button variant="primary" onClick={() => onMode('issue')}>
            登记发票
          </Button>
        )}
      </>
    )
  if ((stage === 'issued' || stage === 'sent') && may('invoice.issue'))
    return (
      <>
        <Button onClick={() => onMode('attach')}>补传文件</Button>
        <Button variant="danger" onClick={() => onMode('askRed')}>
          发起红冲
        </Button>
      </>
    )
  if (stage !== 'reddening' || !may('invoice.redden')) return null
  if (row.atProvider) return <span>红字确认单处理中，购方需在 72 小时内确认。</span>
  return (
    <>
      <Button onClick={() => onMode('declineRed')}>不予红冲</Button>
      {providerLabel && <Button onClick={() => onMode('redByProvider')}>由{providerLabel}红冲</Button>}
      <Button variant="danger" onClick={() => onMode('redden')}>
        登记红字发票
      </Button>
    </>
  )
}
