import type { Requirement } from '../../shop/catalogue/requirement-rules.ts'
import type { SampleDemand } from '../samples/entry-rules.ts'

/** What a plan line wants to know of its samples. */
export function demandOf(line: {
  id: number
  name: string
  count: number
  serviceType: number
  requirements: readonly Requirement[]
}): SampleDemand {
  return {
    planId: line.id,
    projectName: line.name,
    sampleCount: line.count,
    serviceType: line.serviceType === 2 || line.serviceType === 3 ? line.serviceType : 1,
    requirements: line.requirements,
  }
}
