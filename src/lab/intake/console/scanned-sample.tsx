import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffSampleRefuse, type FoundSample } from '../contract.ts'
import { sampleReturns } from '../return-contract.ts'
import { SamplePhotos } from '../../samples/photos/sample-photos.tsx'
import { sampleLifecycle } from '../../samples/rules.ts'
import type { Done } from './intake-log.tsx'
import css from './intake.module.css'
import { sampleFacts } from '../sample-facts.tsx'
import { ReceiveForm } from './receive-form.tsx'

type Props = {
  scanned: FoundSample
  /** The shelf whose label was scanned after the sample. */
  scannedShelf: string | undefined
  onDone: (done: Done) => void
  /** Called with a sample number that was scanned into another field. */
  onScan: (text: string) => void
}

export function ScannedSample({ scanned, scannedShelf, onDone, onScan }: Props) {
  const { sample, intake } = scanned
  const { may } = useStaff()
  const [refusing, setRefusing] = useState(false)
  const refuse = useAct(staffSampleRefuse, { refreshes: [sampleReturns] })
  const stage = sample.stage
  const awaited = intake !== undefined
  const receivable = awaited && (sampleLifecycle.transitions[intake].from as readonly string[]).includes(stage)
  const refusable = (sampleLifecycle.transitions.refuse.from as readonly string[]).includes(stage)
  return (
    <Card
      title={<span className="num">{sample.sampleNo}</span>}
      actions={<StageBadge tone={receivable ? 'info' : 'warn'}>{sample.stageName}</StageBadge>}
    >
      {sample.hazardNames.length > 0 && (
        <p className={css.hazards}>
          <Icon name="alert" />
          危险性：
          {sample.hazardNames.map((name) => (
            <Tag key={name} tone="danger">
              {name}
            </Tag>
          ))}
        </p>
      )}
      <DescriptionList items={sampleFacts(scanned)} />
      {!receivable && (
        <p role="alert" className={css.note}>
          {awaited
            ? `样品状态为“${sample.stageName}”，不能重复收样。`
            : `订单状态为“${scanned.orderStageName}”，现在不收它的样品。`}
        </p>
      )}
      {receivable && intake === 'park' && (
        <p role="note" className={css.note}>
          订单状态为“{scanned.orderStageName}”，样品先登记暂存；订单通过后自动转为已收样。
        </p>
      )}
      {receivable && <ReceiveForm sample={sample} scannedShelf={scannedShelf} onDone={onDone} onScan={onScan} />}
      {may('sample.photo') && sample.serviceType === 1 && (
        <details className={css.photos}>
          <summary>照片</summary>
          <SamplePhotos sampleNo={sample.sampleNo} as="staff" edits />
        </details>
      )}
      {refusable && (
        <p className={css.refuse}>
          <Button variant="quiet" size="s" onClick={() => setRefusing(true)}>
            拒收这个样品…
          </Button>
        </p>
      )}
      <ConfirmDialog
        open={refusing}
        onClose={() => setRefusing(false)}
        onConfirm={async ({ reason }) => {
          await refuse.submit({ sampleNo: sample.sampleNo, reason })
          toast.success('已登记拒收')
          onDone({
            sampleNo: sample.sampleNo,
            orderNo: sample.orderNo,
            tone: 'danger',
            text: `${sample.sampleNo} 已拒收：${reason}`,
          })
        }}
        title={`拒收 ${sample.sampleNo}`}
        confirmLabel="拒收"
        danger
        reason={{ label: '拒收原因', required: true, maxLength: 200 }}
      >
        拒收后样品进入待寄回，客户会收到原因。此操作不能撤销。
      </ConfirmDialog>
    </Card>
  )
}
