import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { useStaff } from '../../core/staff/me.tsx'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { actionsAt } from '../../platform/lifecycle/lifecycle.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkTabs } from '../../ui/layout/tabs.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useAddress } from '../../ui/tables/use-address.ts'
import { instrumentDetail, instrumentMove } from './contract.ts'
import { CalibrationBadge, InstrumentBadge } from './instrument-badge.tsx'
import { instrumentList } from './list-contract.ts'
import { calibrationRules, type InstrumentAction, instrumentLifecycle } from './rules.ts'
import { DiaryList } from './diary-list.tsx'
import { DowntimeList } from './downtime-list.tsx'
import { InstrumentDialog } from './instrument-dialog.tsx'
import type { BlockedBookings, InstrumentShown } from './shown.ts'

const views = ['downtimes', 'blocked', 'calibration', 'service'] as const
const viewLabels = { downtimes: '停机时间', blocked: '受影响的预约', calibration: '校准记录', service: '维护记录' }

const questions: Record<InstrumentAction, string> = {
  stop: '停用期间，它服务的项目若没有其他可用仪器，就不能预约，也不能开始检测。已有预约不变，请在预约日历中提议改期。',
  calibrate: '送校期间，它服务的项目若没有其他可用仪器，就不能预约，也不能开始检测。',
  restore: '恢复后可以预约和检测。校准到期与停机时间仍然有效。',
}

interface Props {
  blocked: BlockedBookings
  /** How much it was used; a slice above knows the test records. */
  usage: (props: { instrumentId: number }) => ReactNode
  /** Its control charts; a slice above keeps them. */
  charts: (props: { instrumentId: number; instrumentNo: string }) => ReactNode
}

export function InstrumentPage(props: Props) {
  const found = useCall(instrumentDetail, { id: Number(useParams().id) || 1 })
  return <Loaded of={found}>{(data) => <Instrument instrument={data} {...props} />}</Loaded>
}

function Instrument({
  instrument,
  blocked: Blocked,
  usage: Usage,
  charts: Charts,
}: Props & { instrument: InstrumentShown }) {
  const { may } = useStaff()
  const address = useAddress()
  const view = address.oneOf('view', views)
  const [open, setOpen] = useState<InstrumentAction | 'edit'>()
  const close = () => setOpen(undefined)
  const move = useAct(instrumentMove, { refreshes: [instrumentDetail, instrumentList] })
  const { id, version, stage } = instrument
  const asked = open === 'edit' ? undefined : open
  return (
    <div className="stack">
      <PageHeader
        title={instrument.name}
        crumbs={[{ label: '仪器', to: '/console/instruments' }, { label: instrument.instrumentNo }]}
        badge={<InstrumentBadge stage={stage} />}
        actions={
          <span className="cluster">
            {may('instrument.move') &&
              actionsAt(instrumentLifecycle, stage, 'staff').map((action) => (
                <Button key={action} onClick={() => setOpen(action)}>
                  {instrumentLifecycle.transitions[action].label}
                </Button>
              ))}
            {may('instrument.edit') && <Button onClick={() => setOpen('edit')}>修改资料</Button>}
          </span>
        }
      />
      {instrument.obstacle && <p role="status">现在不能开始检测：{instrument.obstacle}</p>}
      <Facts instrument={instrument} />
      <Usage instrumentId={id} />
      <Charts instrumentId={id} instrumentNo={instrument.instrumentNo} />
      <LinkTabs
        label="仪器记录"
        tabs={views.map((key) => ({ to: address.href({ view: key }), label: viewLabels[key], current: key === view }))}
      />
      {view === 'downtimes' && <DowntimeList instrumentId={id} address={address} blocked={Blocked} />}
      {view === 'blocked' && <Blocked instrumentId={id} />}
      {(view === 'calibration' || view === 'service') && (
        <DiaryList key={view} instrumentId={id} kind={view} address={address} />
      )}
      {open === 'edit' && <InstrumentDialog instrument={instrument} onClose={close} />}
      <ConfirmDialog
        open={asked !== undefined}
        onClose={close}
        title={asked ? `${instrumentLifecycle.transitions[asked].label} ${instrument.instrumentNo}` : ''}
        confirmLabel={asked && instrumentLifecycle.transitions[asked].label}
        danger={asked === 'stop'}
        reason={asked === 'restore' ? undefined : { label: '原因', required: asked === 'stop', maxLength: 200 }}
        onConfirm={async ({ reason }) => {
          if (asked) await move.submit({ id, version, action: asked, reason })
          toast.success('仪器状态已更新')
        }}
      >
        <p>{asked && questions[asked]}</p>
      </ConfirmDialog>
    </div>
  )
}

function Facts({ instrument }: { instrument: InstrumentShown }) {
  return (
    <Card title="资料">
      <DescriptionList
        items={[
          { term: '型号', value: instrument.model },
          { term: '制造商', value: [instrument.maker, instrument.englishMaker].filter(Boolean).join('，') },
          { term: '英文名称', value: instrument.englishName },
          { term: '位置', value: instrument.location },
          { term: '保管人', value: instrument.keeper },
          {
            term: '校准有效期',
            value: (
              <span className="cluster">
                {instrument.calibrationDue && <span className="num">{instrument.calibrationDue}</span>}
                <CalibrationBadge state={instrument.calibration} />
              </span>
            ),
          },
          { term: '到期处理', value: calibrationRules[instrument.calibrationRule] },
          {
            term: '服务项目',
            wide: true,
            value:
              instrument.serves.length === 0 ? (
                ''
              ) : (
                <span className="cluster">
                  {instrument.serves.map(({ rid, name, shared }) => (
                    <span key={rid}>
                      <SmartLink to={`/detail/${rid}`}>{name}</SmartLink>
                      {shared ? '' : '（单独计算时段）'}
                    </span>
                  ))}
                </span>
              ),
          },
          {
            term: '技术指标',
            wide: true,
            value: instrument.specification && (
              <span style={{ whiteSpace: 'pre-line' }}>{instrument.specification}</span>
            ),
          },
        ]}
      />
    </Card>
  )
}
