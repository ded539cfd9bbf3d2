/** What of a test record decides whether its result can be compared with another. */
export interface TestedHow {
  instrumentId: number | null
  instrument: string
  method: string
  conditions: string
  environment: string
}

const compared = { method: '检测方法', conditions: '测试条件', environment: '环境条件' } as const

/**
 * What differs between records, in words; empty when all were measured on the same instrument under the same conditions. Letters, spaces and
 * full-width signs written otherwise are no difference.
 */
export function differences(records: readonly TestedHow[]): string[] {
  const instruments = new Set(records.map(instrumentOf)).size > 1 ? ['仪器'] : []
  const others = Object.entries(compared).flatMap(([key, label]) =>
    new Set(records.map((record) => plain(record[key as keyof typeof compared]))).size > 1 ? [label] : [],
  )
  return [...instruments, ...others]
}

/** `同一仪器、相同条件`, or what differs; empty for fewer than two records, which cannot differ. */
export function sameConditionsText(records: readonly TestedHow[]): string {
  if (records.length < 2) return ''
  const found = differences(records)
  return found.length === 0 ? '同一仪器、相同条件（依据检测记录）' : `检测记录不同：${found.join('、')}`
}

/** A registered instrument is the same when its number is; its name may have been edited between two tests. */
function instrumentOf({ instrumentId, instrument }: TestedHow): string {
  return instrumentId === null ? plain(instrument) : `#${instrumentId}`
}

function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}
