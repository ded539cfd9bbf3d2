import { PickupButton } from '../../lab/pickups/pickup-button.tsx'
import { PickupList } from '../../lab/pickups/pickup-list.tsx'
import { sampleList } from '../../lab/samples/contract.ts'
import { SampleListScreen } from '../../lab/samples/sample-list-screen.tsx'

export const meta = () => [{ title: '我的样品 · 明析科测' }]

/** The samples, and the pickups that fetch them. */
export default function SamplePage() {
  return (
    <SampleListScreen
      actions={<PickupButton opensAt="pickup" refreshes={[sampleList]} />}
      below={<PickupList refreshes={[sampleList]} />}
    />
  )
}
