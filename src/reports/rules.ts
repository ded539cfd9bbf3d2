import { defineLifecycle } from '../platform/lifecycle/lifecycle.ts'

/** A published report: it stands until a corrected one takes its place or it is withdrawn. Nothing brings it back. */
export const reportLifecycle = defineLifecycle({
  entity: 'report',
  table: 'reports',
  stages: { valid: '有效', replaced: '已替换', withdrawn: '已撤回' },
  transitions: {
    replace: { label: '替换', from: ['valid'], to: 'replaced', by: ['system'] },
    withdraw: { label: '撤回', from: ['valid'], to: 'withdrawn', by: ['staff'], reason: 'required' },
  },
})
export type ReportStage = keyof typeof reportLifecycle.stages

/** Without letters and digits that look alike, since people type codes from paper. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const codeLength = 12

/** `abcd-efgh-jkmn` or with blanks, as a person types it; undefined for what cannot be a code. */
export function normalCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '')
  return plain.length === codeLength && [...plain].every((letter) => codeAlphabet.includes(letter)) ? plain : undefined
}

export function spacedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

export type Preview = 'series' | 'image' | 'none'

export interface HandInFacts {
  lines: { id: number; projectName: string }[]
  records: { lineId: number; endedAt: Date | null }[]
  files: { sampleNo: string }[]
  /** Samples that were tested; refused or lost ones have no data. */
  sampleNos: string[]
}

/** What is missing before data can go to verification; empty when nothing is. */
export function missingForHandIn({ lines, records, files, sampleNos }: HandInFacts): string[] {
  const missing: string[] = []
  for (const line of lines) {
    const record = records.find((candidate) => candidate.lineId === line.id)
    if (!record) missing.push(`${line.projectName}：缺少检测记录`)
    else if (record.endedAt === null) missing.push(`${line.projectName}：未填写实验结束时间`)
  }
  if (files.length === 0) missing.push('尚未上传检测数据')
  else if (!files.some((file) => file.sampleNo === '')) {
    for (const sampleNo of sampleNos) {
      if (!files.some((file) => file.sampleNo === sampleNo)) missing.push(`样品 ${sampleNo}：尚未上传检测数据`)
    }
  }
  return missing
}

/** A record may be a little ahead of our clock, since instruments have their own. */
export const clockToleranceMinutes = 10
