import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Icon } from '../../../ui/text/icon.tsx'
import { staffReportInstruments } from '../results/record-contract.ts'
import css from './tasks.module.css'

/** Instruments of the order's projects whose control charts are out of control. It stops nobody: the record asks for a reason. */
export function ControlWarnings({ orderNo }: { orderNo: string }) {
  const { may } = useStaff()
  const { data } = useCall(staffReportInstruments, { orderNo }, { enabled: may('report.record') })
  const found = new Map(
    (data?.lines ?? [])
      .flatMap(({ instruments }) => instruments)
      .filter(({ outOfControl }) => outOfControl.length > 0)
      .map((each) => [each.id, each]),
  )
  if (found.size === 0) return null
  return (
    <ul className={css.control} aria-label="质控失控的仪器">
      {[...found.values()].map(({ id, label, outOfControl }) => (
        <li key={id}>
          <Icon name="alert" size={16} /> {`质控失控：${label} ${outOfControl.join('；')}`}
        </li>
      ))}
    </ul>
  )
}
