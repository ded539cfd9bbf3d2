import { afm } from './afm.ts'
import type { DemoProject } from './authoring.ts'
import { bet } from './bet.ts'
import { cellViability } from './cell-viability.ts'
import { contactAngle } from './contact-angle.ts'
import { ct } from './ct.ts'
import { dft } from './dft.ts'
import { dma } from './dma.ts'
import { dsc } from './dsc.ts'
import { ebsd } from './ebsd.ts'
import { electrochemistry } from './electrochemistry.ts'
import { elementalAnalysis } from './elemental-analysis.ts'
import { epma } from './epma.ts'
import { epr } from './epr.ts'
import { fatigue } from './fatigue.ts'
import { fibTem } from './fib-tem.ts'
import { flexuralImpact } from './flexural-impact.ts'
import { ftir } from './ftir.ts'
import { gcMs } from './gc-ms.ts'
import { gpc } from './gpc.ts'
import { hall } from './hall.ts'
import { hardness } from './hardness.ts'
import { hplc } from './hplc.ts'
import { icp } from './icp.ts'
import { illustration } from './illustration.ts'
import { ionChromatography } from './ion-chromatography.ts'
import { karlFischer } from './karl-fischer.ts'
import { lcMsMs } from './lc-ms-ms.ts'
import { maldiTof } from './maldi-tof.ts'
import { nmr } from './nmr.ts'
import { particleSize } from './particle-size.ts'
import { photoluminescence } from './photoluminescence.ts'
import { ppms } from './ppms.ts'
import { raman } from './raman.ts'
import { relatedSlugs } from './related.ts'
import { rheology } from './rheology.ts'
import { saxs } from './saxs.ts'
import { sem } from './sem.ts'
import { semOnsite } from './sem-onsite.ts'
import { solidNmr } from './solid-nmr.ts'
import { tem } from './tem.ts'
import { temOnsite } from './tem-onsite.ts'
import { tensile } from './tensile.ts'
import { tgDsc } from './tg-dsc.ts'
import { tofSims } from './tof-sims.ts'
import { tprTpd } from './tpr-tpd.ts'
import { uvVis } from './uv-vis.ts'
import { vsm } from './vsm.ts'
import { xps } from './xps.ts'
import { xpsFitting } from './xps-fitting.ts'
import { xrd } from './xrd.ts'
import { xrdRefinement } from './xrd-refinement.ts'
import { xrf } from './xrf.ts'
import { zeta } from './zeta.ts'

/** The most important projects come last, because among equal order counts the newest is listed first. */
const projects: DemoProject[] = [
  cellViability,
  fatigue,
  flexuralImpact,
  maldiTof,
  rheology,
  karlFischer,
  ppms,
  ct,
  hall,
  tofSims,
  dma,
  saxs,
  lcMsMs,
  ebsd,
  solidNmr,
  tprTpd,
  fibTem,
  zeta,
  ionChromatography,
  gpc,
  epma,
  hardness,
  vsm,
  epr,
  illustration,
  dft,
  photoluminescence,
  xrf,
  elementalAnalysis,
  hplc,
  gcMs,
  dsc,
  electrochemistry,
  afm,
  contactAngle,
  xpsFitting,
  xrdRefinement,
  temOnsite,
  semOnsite,
  tensile,
  particleSize,
  uvVis,
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

export const demoProjects: DemoProject[] = projects.map((project) => {
  const related = relatedSlugs[project.slug]
  return related ? { ...project, content: { ...project.content, related } } : project
})
