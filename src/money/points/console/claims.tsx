import { useState } from 'react'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { FormActions } from '../../../ui/inputs/form.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { claimIndex, staffClaimList } from '../list-contract.ts'
import { PointBadge } from '../point-badge.tsx'
import { type StaffClaim, staffClaimApprove, staffClaimReject, staffClaimRevoke } from '../staff-contract.ts'
import { PointsNav } from './points-nav.tsx'

export const meta = () => [{ title: '致谢积分申请 · 明析科测' }]

export default function ConsoleClaims() {
  const [open, setOpen] = useState<StaffClaim>()
  return (
    <div className="stack">
      <PageHeader title="积分" sub="客户为致谢本实验室的论文申请积分" />
      <PointsNav here="/console/points/claims" />
      <IndexList
        index={claimIndex}
        call={staffClaimList}
        looks={looks}
        more={[actColumn(setOpen)]}
        empty={<EmptyState title="没有待审核的申请" icon="file" />}
      />
      {open && <ClaimDialog claim={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

const looks: IndexListProps<StaffClaim, keyof typeof claimIndex.fields>['looks'] = {
  title: { line: 1, rowHeader: true },
  journal: { line: 2 },
  customer: { render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{row.customerName}</span> },
  stage: { line: 1, render: (row) => <PointBadge stage={row.stage}>{row.stageLabel}</PointBadge> },
}

function actColumn(onOpen: (row: StaffClaim) => void): Column<StaffClaim> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) => (
      <Button
        size="s"
        aria-label={`${row.stage === 'pending' ? '审核' : '查看'} ${row.doi}`}
        onClick={() => onOpen(row)}
      >
        {row.stage === 'pending' ? '审核' : '查看'}
      </Button>
    ),
  }
}

function ClaimDialog({ claim, onClose }: { claim: StaffClaim; onClose: () => void }) {
  const { may } = useStaff()
  const [verdict, setVerdict] = useState<'approve' | 'reject' | 'revoke'>()
  const refreshes = [staffClaimList]
  const approve = useAct(staffClaimApprove, {
    refreshes,
    onDone: ({ points, acknowledgementId }) =>
      toast.success(`已发放 ${points} 积分${acknowledgementId === null ? '' : '，并展示在文章致谢'}`),
  })
  const reject = useAct(staffClaimReject, { refreshes, onDone: () => toast.success('已驳回') })
  const revoke = useAct(staffClaimRevoke, { refreshes, onDone: ({ points }) => toast.success(`已收回 ${points} 积分`) })
  const { id, version } = claim
  return (
    <Dialog open onClose={onClose} title="致谢积分申请">
      <div className="stack">
        <ClaimFacts claim={claim} />
        {claim.stage === 'pending' && may('pointClaim.approve') && (
          <FormActions>
            <Button onClick={() => setVerdict('reject')}>驳回</Button>
            <Button variant="primary" onClick={() => setVerdict('approve')}>
              通过
            </Button>
          </FormActions>
        )}
        {claim.stage === 'approved' && may('pointClaim.revoke') && (
          <FormActions>
            <Button onClick={() => setVerdict('revoke')}>收回积分</Button>
          </FormActions>
        )}
      </div>
      <ConfirmDialog
        open={verdict === 'approve'}
        onClose={() => setVerdict(undefined)}
        onConfirm={async () => {
          await approve.submit({ id, version })
          onClose()
        }}
        title="通过申请"
        confirmLabel="通过并发放"
      >
        <p>
          发放 {claim.points} 积分给 {claim.customerName}。
          {claim.consent ? '客户同意展示，论文将发布到「文章致谢」。' : '客户不同意展示，不会发布。'}
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={verdict === 'reject'}
        onClose={() => setVerdict(undefined)}
        onConfirm={async ({ reason }) => {
          await reject.submit({ id, version, reason })
          onClose()
        }}
        title="驳回申请"
        confirmLabel="驳回"
        danger
        reason={{ label: '驳回原因', required: true, maxLength: 200 }}
      >
        <p>客户会看到原因，可以修改后重新申请。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={verdict === 'revoke'}
        onClose={() => setVerdict(undefined)}
        onConfirm={async ({ reason }) => {
          await revoke.submit({ id, version, reason })
          onClose()
        }}
        title="收回积分"
        confirmLabel="收回"
        danger
        reason={{ label: '收回原因', required: true, maxLength: 200 }}
      >
        <p>
          从 {claim.customerName} 收回 {claim.points} 积分，已用掉的从之后获得的积分中扣除。
          {claim.acknowledgementId !== null && '展示在「文章致谢」的条目同时下线。'}客户会看到原因，可以重新申请。
        </p>
      </ConfirmDialog>
    </Dialog>
  )
}

function ClaimFacts({ claim }: { claim: StaffClaim }) {
  return (
    <DescriptionList
      single
      items={[
        { term: '论文', value: claim.title },
        { term: 'DOI', value: <SmartLink to={`https://doi.org/${claim.doi}`}>{claim.doi}</SmartLink> },
        { term: '期刊', value: `${claim.journal}，${claim.publishedOn}` },
        { term: '检测项目', value: claim.project },
        { term: '作者单位', value: claim.company },
        { term: '致谢原文', value: claim.words },
        ...(claim.link ? [{ term: '网址', value: <SmartLink to={claim.link}>{claim.link}</SmartLink> }] : []),
        ...(claim.fileId === null
          ? []
          : [{ term: '论文页面', value: <DownloadButton fileId={claim.fileId} name="论文页面" as="staff" /> }]),
        { term: '展示', value: claim.consent ? '同意' : '不同意' },
        { term: '客户', value: `${claim.customerName} ${claim.customerPhone}` },
        { term: '积分', value: <span className="num">{claim.points}</span> },
        ...(claim.reason ? [{ term: '原因', value: claim.reason }] : []),
      ]}
    />
  )
}
