import { afm } from './microscopy/afm.ts'
import type { DemoProject } from './authoring.ts'
import { bet } from './surfaces/bet.ts'
import { cellViability } from './services/cell-viability.ts'
import { contactAngle } from './surfaces/contact-angle.ts'
import { ct } from './microscopy/ct.ts'
import { dft } from './services/dft.ts'
import { dma } from './thermal/dma.ts'
import { dsc } from './thermal/dsc.ts'
import { ebsd } from './microscopy/ebsd.ts'
import { electrochemistry } from './electrical-magnetic/electrochemistry.ts'
import { elementalAnalysis } from './composition/elemental-analysis.ts'
import { epma } from './microscopy/epma.ts'
import { epr } from './spectroscopy/epr.ts'
import { fatigue } from './mechanics/fatigue.ts'
import { fibTem } from './microscopy/fib-tem.ts'
import { flexuralImpact } from './mechanics/flexural-impact.ts'
import { ftir } from './spectroscopy/ftir.ts'
import { gcMs } from './composition/gc-ms.ts'
import { gpc } from './composition/gpc.ts'
import { hall } from './electrical-magnetic/hall.ts'
import { hardness } from './mechanics/hardness.ts'
import { hplc } from './composition/hplc.ts'
import { icp } from './composition/icp.ts'
import { illustration } from './services/illustration.ts'
import { ionChromatography } from './composition/ion-chromatography.ts'
import { karlFischer } from './composition/karl-fischer.ts'
import { lcMsMs } from './composition/lc-ms-ms.ts'
import { maldiTof } from './composition/maldi-tof.ts'
import { nmr } from './spectroscopy/nmr.ts'
import { particleSize } from './surfaces/particle-size.ts'
import { photoluminescence } from './spectroscopy/photoluminescence.ts'
import { ppms } from './electrical-magnetic/ppms.ts'
import { raman } from './spectroscopy/raman.ts'
import { relatedSlugs } from './related.ts'
import { rheology } from './thermal/rheology.ts'
import { saxs } from './diffraction/saxs.ts'
import { sem } from './microscopy/sem.ts'
import { semOnsite } from './microscopy/sem-onsite.ts'
import { solidNmr } from './spectroscopy/solid-nmr.ts'
import { tem } from './microscopy/tem.ts'
import { temOnsite } from './microscopy/tem-onsite.ts'
import { tensile } from './mechanics/tensile.ts'
import { tgDsc } from './thermal/tg-dsc.ts'
import { tofSims } from './spectroscopy/tof-sims.ts'
import { tprTpd } from './surfaces/tpr-tpd.ts'
import { uvVis } from './spectroscopy/uv-vis.ts'
import { vsm } from './electrical-magnetic/vsm.ts'
import { xps } from './spectroscopy/xps.ts'
import { xpsFitting } from './spectroscopy/xps-fitting.ts'
import { xrd } from './diffraction/xrd.ts'
import { xrdRefinement } from './diffraction/xrd-refinement.ts'
import { xrf } from './composition/xrf.ts'
import { zeta } from './surfaces/zeta.ts'

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
