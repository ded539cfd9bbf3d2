/** The kinds of drawings. `figureKinds` has what editors choose them by, `drawn-figure.tsx` draws them. */
export const figureKindNames = [
  'xrd',
  'refinement',
  'rings',
  'net',
  'lattice',
  'micrograph',
  'heights',
  'maps',
  'layers',
  'indent',
  'droplet',
  'xps',
  'fit',
  'raman',
  'ftir',
  'uv',
  'emission',
  'nmr',
  'derivative',
  'peaks',
  'chromatogram',
  'mass',
  'tga',
  'heatflow',
  'isotherm',
  'distribution',
  'stress',
  'loop',
  'voltammogram',
  'nyquist',
  'bands',
  'bars',
] as const
export type FigureKindName = (typeof figureKindNames)[number]

/** Data of a drawing from which src/ui/drawings makes an SVG: its kind and the numbers of that kind, small enough for a card. */
export type FigureData = { kind: FigureKindName; [key: string]: unknown }

export type PictureProps = {
  img: string
  figure: FigureData | null | undefined
  /** The alternative text; without a figure it also selects the drawing of the method. */
  name: string
  seed: number | string
  title?: string
  /** Below the first view: loaded lazily. */
  lazy?: boolean
}

export type FigureProps = Omit<PictureProps, 'img' | 'lazy'>
