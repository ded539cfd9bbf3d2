/** What a picture shows. Only a drawing is called 示意图; a photograph is never. */
export const pictureKinds = {
  instrument: '仪器照片',
  before: '测试前的样品',
  after: '测试后的样品',
  micrograph: '显微照片',
  spectrum: '实测谱图',
  drawing: '示意图',
} as const
export type PictureKind = keyof typeof pictureKinds
export const pictureKindKeys = Object.keys(pictureKinds) as [PictureKind, ...PictureKind[]]

export const creditLimits = { credit: 100, licence: 60 } as const

/** What the library knows of a picture beside its file. */
export interface PictureNote {
  kind: PictureKind | ''
  alt: string
  /** Who made it, or where it is from. */
  credit: string
  licence: string
}

/** Suggested in the console; any other text is allowed. */
export const commonLicences = ['本实验室所有', '经授权使用', 'CC BY 4.0', 'CC BY-SA 4.0', 'CC0 1.0'] as const

/** The text of a known licence that others wrote; undefined for everything else. */
export function licenceLink(licence: string): string | undefined {
  const [, parts, version] = /^CC (BY(?:-(?:SA|ND|NC|NC-SA|NC-ND))?) ([234]\.0)$/.exec(licence) ?? []
  if (parts !== undefined) return `https://creativecommons.org/licenses/${parts.toLowerCase()}/${version}/`
  return licence === 'CC0 1.0' ? 'https://creativecommons.org/publicdomain/zero/1.0/' : undefined
}

/** Whether something is written under the picture. */
export function hasCaption(note: PictureNote | null): note is PictureNote {
  return note !== null && (note.kind !== '' || note.credit !== '' || note.licence !== '')
}
