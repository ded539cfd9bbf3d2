import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { sampleRoute, staffSampleRoute } from '../contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

type Parcel = OutputOf<typeof sampleRoute>['parcels'][number]

/** Opens what the courier reported about the parcels of a sample. Nothing when the courier is not asked for them. */
export function WaybillRoute({ sample, staff }: { sample: { sampleNo: string; followed: boolean }; staff?: boolean }) {
  const [open, setOpen] = useState(false)
  if (!sample.followed) return null
  // A dense table lays the parts of a cell out as text; inside of this span the button stays one.
  return (
    <span>
      <Button variant="quiet" size="s" icon="truck" onClick={() => setOpen(true)}>
        物流轨迹
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={`物流轨迹：${sample.sampleNo}`} light>
        {staff ? <StaffRoute sampleNo={sample.sampleNo} /> : <OwnRoute sampleNo={sample.sampleNo} />}
      </Dialog>
    </span>
  )
}

function OwnRoute({ sampleNo }: { sampleNo: string }) {
  return <Loaded of={useCall(sampleRoute, { sampleNo })}>{({ parcels }) => <Parcels parcels={parcels} />}</Loaded>
}

function StaffRoute({ sampleNo }: { sampleNo: string }) {
  return <Loaded of={useCall(staffSampleRoute, { sampleNo })}>{({ parcels }) => <Parcels parcels={parcels} />}</Loaded>
}

function Parcels({ parcels }: { parcels: readonly Parcel[] }) {
  return (
    <div className="stack">
      {parcels.map((parcel) => (
        <section key={parcel.way} className="stack">
          <h3>
            {parcel.way === 'here' ? '寄往实验室' : '寄回客户'} · {parcel.courier}{' '}
            <span className="num">{parcel.waybill}</span>
          </h3>
          {parcel.nodes.length === 0 ? (
            <p>快递公司还没有轨迹，揽收后约两小时更新一次。</p>
          ) : (
            <Timeline
              label={`${parcel.waybill} 的物流轨迹`}
              entries={parcel.nodes.map((node, i) => ({
                key: String(i),
                what: node.kindName,
                detail: node.text,
                when: minuteText(node.at),
                who: node.place,
                ...(node.kind === 'problem' ? { tone: 'danger' as const } : {}),
              }))}
            />
          )}
          {parcel.way === 'here' && parcel.nodes.some(({ kind }) => kind === 'signed') && (
            <p>快递签收不等于收样：实验室拆包扫描后，样品状态才变为已收样。</p>
          )}
        </section>
      ))}
    </div>
  )
}
