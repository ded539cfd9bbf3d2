import type { OnProgress, Progress } from '../../platform/backup/format.ts'

const EVERY_MS = 2000

/** Writes a line with rates every two seconds. */
export function progressLines(write: (text: string) => void): OnProgress {
  const started = Date.now()
  let told = started
  return (progress) => {
    if (Date.now() - told < EVERY_MS) return
    told = Date.now()
    write(`${progressLine(progress, (told - started) / 1000)}\n`)
  }
}

function progressLine({ stage, rows, files, bytes }: Progress, seconds: number): string {
  const rate = `${size(bytes / seconds)}/秒`
  const parts = [`${rows.toLocaleString('en')} 行`]
  if (stage === 'files') parts.push(`${files.toLocaleString('en')} 个文件`)
  return `  ${parts.join('，')}，${size(bytes)}（${rate}），${Math.round(seconds)} 秒`
}

export function size(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`
  return `${Math.ceil(bytes / 1e3)} KB`
}

export function seconds(from: Date, to: Date): string {
  const total = (to.getTime() - from.getTime()) / 1000
  return total >= 90 ? `${(total / 60).toFixed(1)} 分钟` : `${total.toFixed(1)} 秒`
}
