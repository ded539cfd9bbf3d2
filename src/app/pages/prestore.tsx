import { TopUp } from '../../money/payments/top-up.tsx'
import { PrestoreScreen } from '../../money/prestore/prestore-screen.tsx'

export const meta = () => [{ title: '预存款 · 明析科测' }]

export default function PrestorePage() {
  return <PrestoreScreen actions={<TopUp />} />
}
