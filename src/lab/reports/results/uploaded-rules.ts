/** A result file as it was stored. */
export interface UploadedFile {
  name: string
  version: number
  /** Empty: of the whole order. */
  sampleNo: string
  /** The sample had been noted as one without data, which this file ended. */
  endedWithoutData: boolean
}

/** Names in one notice; more would not be read before it goes. */
const NAMED = 3

/** One notice for files that were sent together: the list on the page shows where each went, but not what it replaced. */
export function uploadedText(files: readonly UploadedFile[]): string | undefined {
  const [only, ...others] = files
  if (only === undefined) return undefined
  const ended = [...new Set(files.flatMap((file) => (file.endedWithoutData ? [file.sampleNo] : [])))]
  if (others.length === 0) {
    const version = only.version > 1 ? `（第 ${only.version} 版）` : ''
    return `${only.name}${version} → ${only.sampleNo || '整个订单'}${ended.length > 0 ? '，无数据说明已撤销' : ''}`
  }
  const renewed = files.flatMap(({ name, version }) => (version > 1 ? [`${name}（第 ${version} 版）`] : []))
  return [
    `已上传 ${files.length} 个文件`,
    ...(renewed.length > 0 ? [`成为新版本：${some(renewed)}`] : []),
    ...(ended.length > 0 ? [`无数据说明已撤销：${some(ended)}`] : []),
  ].join('；')
}

function some(names: readonly string[]): string {
  return names.length > NAMED ? `${names.slice(0, NAMED).join('、')} 等 ${names.length} 个` : names.join('、')
}
