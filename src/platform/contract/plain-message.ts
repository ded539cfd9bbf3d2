import type { z } from 'zod'

/** The message of a validation fault for which the schema has none: it names no types and says what to do. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return '缺少必填内容，请补全后重试'
  if (issue.code === 'invalid_value') return '选项不正确，请重新选择'
  if (issue.code === 'too_small') return `内容过少或过小，至少为${issue.minimum}`
  if (issue.code === 'too_big') return `内容过多或过大，最多为${issue.maximum}`
  return '内容格式不正确，请检查后重试'
}
