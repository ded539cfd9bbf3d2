import type { ServiceType } from '../samples/service-rules.ts'
import type { Requirement } from '../../shop/catalogue/requirements/requirement-rules.ts'
import type { SuitabilityRule } from '../../shop/catalogue/requirements/suitability-rules.ts'
import type { SampleDemand } from '../samples/entry/entry-rules.ts'

interface Line {
  id: number
  name: string
  count: number
  serviceType: ServiceType
  requirements: readonly Requirement[]
  suitability: readonly SuitabilityRule[]
  consumed: boolean
}

/** What a plan line requires of its samples. For the same line it is the same object, by which what was found out about a sample is remembered. */
export function demandOf(line: Line): SampleDemand {
  const known = demands.get(line)
  if (known) return known
  const demand: SampleDemand = {
    planId: line.id,
    projectName: line.name,
    sampleCount: line.count,
    serviceType: line.serviceType,
    requirements: line.requirements,
    suitability: line.suitability,
    consumed: line.consumed,
  }
  demands.set(line, demand)
  return demand
}

const demands = new WeakMap<Line, SampleDemand>()
