import { minuteText } from '../../ui/text/day-text.ts'
import { StageBadge } from '../../ui/text/tag.tsx'
import { webhookStates } from './rules.ts'

type Row = { state: keyof typeof webhookStates; failingSince: string | null }

export function WebhookState({ row: { state, failingSince } }: { row: Row }) {
  if (state === 'active' && failingSince)
    return <StageBadge tone="warn">{`自 ${minuteText(failingSince)} 送达失败`}</StageBadge>
  const tone = state === 'active' ? 'ok' : state === 'disabled' ? 'danger' : 'neutral'
  return <StageBadge tone={tone}>{webhookStates[state]}</StageBadge>
}
