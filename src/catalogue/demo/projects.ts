import type { DemoProject } from './authoring.ts'
import { bet } from './bet.ts'
import { dft } from './dft.ts'
import { ftir } from './ftir.ts'
import { icp } from './icp.ts'
import { nmr } from './nmr.ts'
import { raman } from './raman.ts'
import { tgDsc } from './tg-dsc.ts'
import { xps } from './xps.ts'
import { xrdRefinement } from './xrd-refinement.ts'
import { sem } from './sem.ts'
import { semOnsite } from './sem-onsite.ts'
import { tem } from './tem.ts'
import { xrd } from './xrd.ts'

/** The most wanted ones last: among equal order counts the newest stands first. */
export const demoProjects: DemoProject[] = [
  dft,
  xrdRefinement,
  semOnsite,
  raman,
  ftir,
  tgDsc,
  icp,
  nmr,
  bet,
  xps,
  tem,
  sem,
  xrd,
]
