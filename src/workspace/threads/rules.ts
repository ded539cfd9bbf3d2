/** Who wrote a message: somebody for the customer, or the laboratory. */
export const threadSides = { customer: '客户', staff: '实验室' } as const
export type ThreadSide = keyof typeof threadSides

export const threadStates = { waiting: '未回复', answered: '已处理' } as const
export type ThreadState = keyof typeof threadStates

export const mostWords = 2000
export const mostFiles = 5
/** Messages of one answer; older ones follow on request. */
export const messagesAtOnce = 30

/** A message must not leave without a file that its writer chose: null, or what to do first. */
export function unsentFiles(files: readonly { name: string; error?: string | undefined }[]): string | null {
  const failed = files.filter(({ error }) => error).map(({ name }) => name)
  return failed.length === 0 ? null : `${failed.join('、')} 没有上传成功，请重试或移除后再发送`
}

/** How many messages one person may write. */
export const writeLimits = { perTenMinutes: 20, perDay: 200 }

/** A message that is read sooner needs no notice. */
export const tellAfterMinutes = 10

/** Whether one person may write another message after these. */
export function mayWriteMore({ inTenMinutes, inDay }: { inTenMinutes: number; inDay: number }): boolean {
  return inTenMinutes < writeLimits.perTenMinutes && inDay < writeLimits.perDay
}

/** One line of a message, for lists and notices. */
export function excerpt(text: string, fileCount: number, most = 60): string {
  const [line] = [text.replace(/\s+/g, ' ').trim() || `［${fileCount} 个文件］`]
  const letters = [...line]
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : line
}
