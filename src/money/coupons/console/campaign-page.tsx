import { useState } from 'react'
import { useParams } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { formatFen } from '../../../platform/money.ts'
import { CouponCard } from '../coupon-card.tsx'
import { type CampaignItem, staffCampaign, staffCampaignStop } from '../staff-contract.ts'
import { staffCampaigns } from '../list-contract.ts'
import { conditionText, scopeText, valueText } from '../wording-rules.ts'
import { CampaignDialog } from './campaign-dialog.tsx'
import { CodeList } from './code-list.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { IssuedList } from './issued-list.tsx'
import { SegmentList } from './segment-list.tsx'
import { validText } from './valid-text.ts'

export const meta = () => [{ title: '优惠券活动 · 明析科测' }]

const views = ['used', 'all', 'codes', 'batches'] as const
const viewLabels = { used: '使用记录', all: '全部优惠券', codes: '兑换码', batches: '批量发放' }

export default function ConsoleCampaign() {
  const campaign = useCall(staffCampaign, { id: Number(useParams().id) || 1 })
  return <Loaded of={campaign}>{(data) => <Campaign campaign={data} />}</Loaded>
}

function Campaign({ campaign }: { campaign: CampaignItem }) {
  const { may } = useStaff()
  const address = useAddress()
  const view = address.oneOf('view', views)
  const [open, setOpen] = useState<'edit' | 'stop' | 'issue'>()
  const close = () => setOpen(undefined)
  const stop = useAct(staffCampaignStop, {
    refreshes: [staffCampaign, staffCampaigns],
    onDone: () => toast.success('活动已停止，不再发放'),
  })
  const { id, version, running } = campaign
  return (
    <div className="stack">
      <PageHeader
        title={campaign.name}
        crumbs={[{ label: '优惠券', to: '/console/coupons' }, { label: campaign.name }]}
        badge={<StageBadge tone={running ? 'ok' : 'neutral'}>{running ? '进行中' : '已结束'}</StageBadge>}
        actions={
          running && (
            <span className="cluster">
              {may('coupon.edit') && <Button onClick={() => setOpen('stop')}>停止活动</Button>}
              {may('coupon.edit') && <Button onClick={() => setOpen('edit')}>修改</Button>}
              {may('coupon.issue') && (
                <Button variant="primary" onClick={() => setOpen('issue')}>
                  发放
                </Button>
              )}
            </span>
          )
        }
      />
      <Summary campaign={campaign} />
      <LinkTabs
        label="活动内容"
        tabs={views.map((key) => ({ to: address.href({ view: key }), label: viewLabels[key], current: key === view }))}
      />
      {view === 'codes' && <CodeList campaign={campaign} address={address} />}
      {view === 'batches' && <SegmentList campaignId={id} address={address} />}
      {(view === 'used' || view === 'all') && <IssuedList campaignId={id} used={view === 'used'} address={address} />}
      {open === 'edit' && <CampaignDialog campaign={campaign} onClose={close} />}
      {open === 'issue' && <IssueDialog campaign={campaign} onClose={close} />}
      <ConfirmDialog
        open={open === 'stop'}
        onClose={close}
        onConfirm={() => stop.submit({ id, version })}
        title="停止活动"
        confirmLabel="停止活动"
        danger
      >
        <p>停止后不再发放，兑换码失效，不能恢复。客户已领到的优惠券在有效期内仍可使用。</p>
      </ConfirmDialog>
    </div>
  )
}

function Summary({ campaign }: { campaign: CampaignItem }) {
  const of = (count: number, limit: number | null) => (limit === null ? String(count) : `${count} / ${limit}`)
  return (
    <>
      <div style={{ maxWidth: '30rem' }}>
        <CouponCard
          coupon={{
            ...campaign,
            valueText: valueText(campaign),
            conditionText: conditionText(campaign),
            scopeText: scopeText(campaign),
            validText: `${validText(campaign)}，每人限领 ${campaign.perPerson} 张`,
          }}
        />
      </div>
      <StatGrid>
        <Stat label="已发放" value={of(campaign.issued, campaign.issueLimit)} />
        <Stat label="使用中与已用" value={of(campaign.uses, campaign.useLimit)} />
        <Stat label="占用中优惠" value={formatFen(campaign.lockedFen)} note={`${campaign.lockedCount} 张`} />
        <Stat label="已用优惠" value={formatFen(campaign.usedFen)} note={`${campaign.usedCount} 张`} />
        <Stat label="已过期" value={String(campaign.expiredCount)} />
      </StatGrid>
    </>
  )
}
