interface EditionFile {
  sampleNo: string
  name: string
  version: number
  orderVersion: number
}

/**
 * Of the files whose content is part of an edition, those that it shows: one of each name of a sample, the newest that was there before the
 * order was verified. The content of a former version may be that of another file, and it would be drawn a second time.
 */
export function filesOfEdition<T extends EditionFile>(files: readonly T[], orderVersion: number): T[] {
  // Editions of before the version was kept have version 0, like their files.
  const before = orderVersion === 0 ? files : files.filter((file) => file.orderVersion < orderVersion)
  const newest = new Map<string, number>()
  for (const file of before) newest.set(keyOf(file), Math.max(file.version, newest.get(keyOf(file)) ?? 0))
  return before.filter((file) => file.version === newest.get(keyOf(file)))
}

const keyOf = ({ sampleNo, name }: EditionFile) => `${sampleNo}/${name.toLowerCase()}`
