import type { Readable } from 'node:stream'
import type { Ctx } from '../http/ctx.ts'
import { clamdScan, type ScanVerdict } from './clamd.ts'

/** Whether a scanner is configured. */
export function scans({ config }: Pick<Ctx, 'config'>): boolean {
  return config.CLAMD_ADDRESS !== undefined
}

/**
 * Scans stored bytes for viruses, or answers clean when no scanner is configured. It throws when the scanner does not answer: a file is never
 * taken as clean because the scanner is down.
 */
export async function scanFile({ config }: Pick<Ctx, 'config'>, open: () => Promise<Readable>): Promise<ScanVerdict> {
  const address = config.CLAMD_ADDRESS
  return address ? clamdScan(address, await open()) : { kind: 'clean' }
}
