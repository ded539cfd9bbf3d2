import { Card } from '../../../ui/layout/card.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import css from './intake.module.css'

/** One sample received or refused since the page was opened. */
export interface Done {
  sampleNo: string
  orderNo: string
  tone: Tone
  /** Shown in the list and announced by screen readers. */
  text: string
}

export function IntakeLog({ log }: { log: readonly Done[] }) {
  return (
    <Card title={`本次收样${log.length > 0 ? `（${log.length}）` : ''}`}>
      {log.length === 0 ? (
        <p className={css.quiet}>收样和拒收的样品会列在这里。</p>
      ) : (
        <ul role="list" className={css.log}>
          {log.map((done, index) => (
            <li key={`${done.sampleNo}${log.length - index}`}>
              <StageBadge tone={done.tone}>{done.text}</StageBadge>{' '}
              <SmartLink to={`/console/orders/${done.orderNo}`} style={{ whiteSpace: 'nowrap' }}>
                查看订单
              </SmartLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
