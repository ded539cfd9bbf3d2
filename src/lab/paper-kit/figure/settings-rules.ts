import { z } from 'zod'
import { idField } from '../../../platform/contract/fields.ts'

export const mostPanels = 4
export const mostCurves = 8
export const mostFiles = 8
export const lowestMm = 30
export const tallestMm = 300

const finite = (from: number, to: number) => z.number().min(from).max(to)
const limit = z.number().finite().nullable()
const line = (most: number) => z.string().max(most)

const figureCurve = z.strictObject({
  /** The id of the data file, and the place of the curve in it. */
  fileId: idField,
  at: z.number().int().min(0).max(99),
  /** In the legend. */
  name: line(60),
})

const figurePanel = z.strictObject({
  curves: z.array(figureCurve).max(mostCurves),
  xLabel: line(80),
  yLabel: line(80),
  xFrom: limit,
  xTo: limit,
  yFrom: limit,
  yTo: limit,
  reversed: z.boolean(),
  /** Each curve is raised by this share of the height above the one before, in percent. */
  offset: finite(0, 200),
  normalised: z.boolean(),
  /** Numbers at the vertical axis; intensities in arbitrary units have none. */
  yNumbers: z.boolean(),
  legend: z.enum(['left', 'right', 'none']),
})

/** Everything that makes a figure, so that the same settings draw the same figure again. */
export const figureSettings = z.strictObject({
  widthMm: finite(40, 250),
  heightMm: finite(lowestMm, tallestMm),
  columns: z.union([z.literal(1), z.literal(2)]),
  font: z.enum(['Arial', 'Helvetica']),
  fontPt: finite(6, 10),
  linePt: finite(0.25, 2),
  colours: z.enum(['safe', 'grey']),
  letters: z.enum(['lower', 'upper', 'bracketed', 'none']),
  panels: z.array(figurePanel).min(1).max(mostPanels),
})

export type FigureSettings = z.infer<typeof figureSettings>
export type FigurePanel = FigureSettings['panels'][number]

/** The settings in an address; undefined when they cannot be read, for example because part of the address was lost. */
export function settingsIn(text: string): FigureSettings | undefined {
  try {
    return figureSettings.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Widths of columns in millimetres, with the page of the publisher that names them. A journal may ask for others. */
export const columnWidths = [
  {
    publisher: 'ACS',
    single: 82.5,
    double: 178,
    source: 'https://pubs.acs.org/page/4authors/submission/graphics_prep.html',
  },
  {
    publisher: 'RSC',
    single: 83,
    double: 171,
    source: 'https://www.rsc.org/Publishing/ReSourCe/AuthorGuidelines/Illustrations/sect1.asp',
  },
  {
    publisher: 'Elsevier',
    single: 90,
    middle: 140,
    double: 190,
    source:
      'https://www.elsevier.com/about/policies-and-standards/author/artwork-and-media-instructions/artwork-sizing',
  },
  {
    publisher: 'Wiley',
    single: 80,
    double: 180,
    source: 'https://authorservices.wiley.com/asset/photos/electronic_artwork_guidelines.pdf',
  },
  {
    publisher: 'Nature',
    single: 89,
    middle: 120,
    double: 183,
    source: 'https://www.nature.com/nature/for-authors/final-submission',
  },
] as const satisfies readonly { publisher: string; single: number; middle?: number; double: number; source: string }[]
