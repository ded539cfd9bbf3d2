// Assigns example measurements to the results of the demo projects.
import type { ExampleData } from '../../../src/shop/catalogue/examples/example-rules.ts'
import {
  epr,
  gcMs,
  gpc,
  hplc,
  hrms,
  impedance,
  ionChromatography,
  particleSize,
  tensile,
  toluene,
  voltammogram,
  vsm,
  zeta,
} from './example-measurements.ts'
import {
  bet,
  dsc,
  ftir,
  nmr,
  photoluminescence,
  raman,
  solidNmr,
  tga,
  tgHeatFlow,
  uvVis,
  xps,
  xpsFitting,
  xrd,
  xrdRefinement,
} from './example-spectra.ts'

const bySlug: Record<string, readonly ExampleData[]> = {
  xrd: [xrd],
  'xrd-refinement': [xrdRefinement],
  xps: [xps],
  'xps-fitting': [xpsFitting],
  raman: [raman],
  ftir: [ftir],
  'tg-dsc': [tga, tgHeatFlow],
  dsc: [dsc],
  'uv-vis': [uvVis],
  bet: [bet],
  nmr: [nmr],
  'solid-nmr': [solidNmr],
  photoluminescence: [photoluminescence],
  'gc-ms': [gcMs, toluene],
  hplc: [hrms, hplc],
  'ion-chromatography': [ionChromatography],
  gpc: [gpc],
  'particle-size': [particleSize],
  tensile: [tensile],
  vsm: [vsm],
  electrochemistry: [voltammogram, impedance],
  epr: [epr],
  zeta: [zeta],
}

/** Each example belongs to the result at its position. It is marked as 示意数据, because it is computed and not a measurement. */
export const demoExamples = Object.entries(bySlug).flatMap(([slug, list]) =>
  list.map((data, position) => ({
    slug,
    position,
    data: { ...data, note: `示意数据 · ${data.note}` },
  })),
)
