import { useSearchParams } from 'react-router'
import { mostLabels, staffSampleLabels } from '../../../lab/intake/contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { SampleLabels } from '../label-sheet.tsx'

export const meta = () => [{ title: '样品标签 · 后台' }]

/** Prints the labels of chosen samples again; their numbers are in the address. */
export default function ChosenLabels() {
  const [search] = useSearchParams()
  const sampleNos = (search.get('nos') ?? '').split(',').filter(Boolean).slice(0, mostLabels)
  if (sampleNos.length === 0)
    return <EmptyState title="没有选择样品" icon="tube" action={{ label: '去样品列表选择', to: '/console/samples' }} />
  return <Chosen sampleNos={sampleNos} />
}

function Chosen({ sampleNos }: { sampleNos: string[] }) {
  const labels = useCall(staffSampleLabels, { sampleNos })
  return (
    <Loaded of={labels}>
      {({ samples }) => <SampleLabels title={`样品标签（${samples.length} 个）`} samples={samples} />}
    </Loaded>
  )
}
