import table from './regions.json' with { type: 'json' }
import { type Region, type Regions, regionOfCode } from './region-rules.ts'

/** All regions, for the answer to the browser. */
export const regions: Regions = table

/** The names of a county code; undefined when there is no such county. */
export function findRegion(code: string): Region | undefined {
  return regionOfCode(regions, code)
}
