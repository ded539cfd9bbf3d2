import type { ServiceType } from '../samples/service-rules.ts'
import type { Requirement } from '../../shop/catalogue/requirement-rules.ts'
import type { SuitabilityRule } from '../../shop/catalogue/suitability-rules.ts'
import type { SampleDemand } from '../samples/entry-rules.ts'

/** What a plan line requires of its samples. */
export function demandOf(line: {
  id: number
  name: string
  count: number
  serviceType: ServiceType
  requirements: readonly Requirement[]
  suitability: readonly SuitabilityRule[]
}): SampleDemand {
  return {
    planId: line.id,
    projectName: line.name,
    sampleCount: line.count,
    serviceType: line.serviceType,
    requirements: line.requirements,
    suitability: line.suitability,
  }
}
