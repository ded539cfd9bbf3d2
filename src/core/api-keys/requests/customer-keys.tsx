import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { keyStates } from '../rules.ts'
import { staffApiKeyRequests, staffApiKeys, staffApiKeyUsage } from './contract.ts'
import { RequestLog } from './request-log.tsx'

/** The keys of a customer's programs, for staff who are asked why a program is refused. Nothing when there are none. */
export function CustomerKeys({ customerId }: { customerId: number }) {
  const { data } = useCall(staffApiKeys, { customerId })
  const [reading, setReading] = useState<{ id: number; name: string }>()
  if (!data || data.list.length === 0) return null
  return (
    <Card title="开放接口">
      <ul role="list" className="stack">
        {data.list.map(({ id, name, prefix, state }) => (
          <li key={id} className="cluster">
            <span style={{ overflowWrap: 'anywhere' }}>
              {name} <code>{prefix}…</code>
            </span>
            <StageBadge tone={state === 'active' ? 'ok' : 'neutral'}>{keyStates[state]}</StageBadge>
            <Button size="s" aria-label={`调用记录 ${name}`} onClick={() => setReading({ id, name })}>
              调用记录
            </Button>
          </li>
        ))}
      </ul>
      {reading && (
        <Dialog open onClose={() => setReading(undefined)} title={`调用记录：${reading.name}`} size="l">
          <RequestLog id={reading.id} requests={staffApiKeyRequests} usage={staffApiKeyUsage} />
        </Dialog>
      )}
    </Card>
  )
}
