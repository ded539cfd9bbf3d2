import { DownloadButton } from '../../../ground/files/download-button.tsx'
import { regionText } from '../../../ground/regions/region-rules.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Timeline } from '../../../ui/timeline.tsx'
import { pickupTime } from '../rules.ts'
import { pickupView } from '../staff-contract.ts'

/** Contact and address in full; each look is recorded and counted. */
export function PickupDetail({ id, onClose }: { id: number; onClose: () => void }) {
  const view = useCall(pickupView, { id }, { alwaysAsk: true })
  return (
    <Dialog open onClose={onClose} title="上门取样">
      <Loaded of={view}>
        {(pickup) => (
          <div className="stack">
            {!pickup.full && <p role="status">查看完整个人信息已达上限，手机与地址已隐去。</p>}
            <DescriptionList
              items={[
                { term: '取样单号', value: pickup.pickupNo },
                {
                  term: '订单',
                  value: <SmartLink to={`/console/orders/${pickup.orderNo}`}>{pickup.orderNo}</SmartLink>,
                },
                { term: '订单状态', value: pickup.orderStageName },
                { term: '时间', value: pickupTime({ day: pickup.date, slotText: pickup.timeText }) },
                {
                  term: '联系人',
                  value: (
                    <>
                      {pickup.name} {pickup.full ? <a href={`tel:${pickup.phone}`}>{pickup.phone}</a> : pickup.phone}
                    </>
                  ),
                },
                { term: '地址', value: `${regionText(pickup)}${pickup.address}`, wide: true },
                { term: '留言', value: pickup.message || undefined, wide: true },
                { term: '取样员', value: pickup.who || undefined },
                { term: '取到件数', value: pickup.collectedCount === null ? undefined : `${pickup.collectedCount} 件` },
                {
                  term: `样品（${pickup.samples.length}）`,
                  value: pickup.samples
                    .map(({ sampleNo, name, stageName }) => `${sampleNo} ${name} ${stageName}`)
                    .join('；'),
                  wide: true,
                },
              ]}
            />
            {pickup.photos.length > 0 && (
              <div className="cluster">
                {pickup.photos.map((photo) => (
                  <DownloadButton key={photo.id} fileId={photo.id} name={photo.name} as="staff" />
                ))}
              </div>
            )}
            <Timeline
              label="取样进度"
              entries={pickup.history.map((row, index) => ({
                key: String(index),
                what: row.what,
                who: row.who,
                when: row.at.slice(0, 16),
                detail: row.reason || undefined,
              }))}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
