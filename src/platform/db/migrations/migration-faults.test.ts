import { describe, expect, it } from 'vitest'
import { faultOf, isLockRefused } from './migration-faults.ts'

const driverError = (code: string | undefined, text: string) => Object.assign(new Error(text), { code })

describe('a fault of a migration', () => {
  it.each([
    ['diskFull', '53100', 'could not extend file "base/5/16384"', '磁盘空间已满（0105_a.sql）'],
    ['diskFull', 'ENOSPC', 'ENOSPC: no space left on device, write', '请清理或扩容'],
    ['diskFull', undefined, 'could not write: No space left on device', '数据没有变化'],
    ['readOnly', '25006', 'cannot execute CREATE TABLE in a read-only transaction', '备库'],
    ['denied', '42501', 'must be owner of table orders', '所有者'],
    ['disconnected', '57P01', 'terminating connection due to administrator command', '会从这里继续'],
    ['disconnected', undefined, 'Connection terminated unexpectedly', '会从这里继续'],
    ['failed', '42703', 'column "x" does not exist', 'column "x" does not exist'],
  ] as const)('%s (%s) is one Chinese sentence that says what to do', (reason, code, text, says) => {
    const fault = faultOf('0105_a.sql', driverError(code, text))
    expect(fault.reason).toBe(reason)
    expect(fault.message).toContain(says)
    expect(fault.message).toContain('0105_a.sql')
    expect(fault.message).not.toContain('\n')
  })

  it('a lock that is not granted and a deadlock are tried again, other errors are not', () => {
    expect(['55P03', '40P01', '53100', '42703'].map((code) => isLockRefused(driverError(code, '')))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
