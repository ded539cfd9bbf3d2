import { plainFault } from '../../platform/faults/plain-fault.ts'
import { error, type Finding } from './finding.ts'

/** Runs the checks one after the other. A check that fails itself is a finding too, so that it does not hide the others. */
export async function examine<On extends { signal?: AbortSignal | undefined }>(
  checks: readonly { key: string; find: (on: On) => Promise<Finding[]> }[],
  on: On,
  take: (key: string, findings: Finding[]) => void,
): Promise<void> {
  for (const { key, find } of checks) {
    on.signal?.throwIfAborted()
    const found = await find(on).catch((fault: unknown) => [
      error(
        `检查 ${key}`,
        `没有完成：${plainFault(fault) ?? (fault instanceof Error ? fault.message : String(fault))}`,
        '处理其他问题后再运行一次',
      ),
    ])
    take(key, found)
  }
}
