import { describe, expect, test } from 'vitest'
import {
  byProject,
  groupNo,
  isAbove,
  isActingRole,
  limitFault,
  limitsFrom,
  maskName,
  mayActAs,
  needsApproval,
  noLimits,
} from './rules.ts'

describe('the limits of a member', () => {
  const used = { monthFen: 6000, projects: { 7: 2000 } }

  test('of the month is reached by what was spent and the whole order together', () => {
    const limits = { ...noLimits, monthLimitFen: 10_000 }
    expect(limitFault(limits, used, { 7: 3000, 8: 1000 })).toBeUndefined()
    expect(limitFault(limits, used, { 7: 3000, 8: 1001 })).toEqual({ kind: 'month', leftFen: 4000 })
    expect(limitFault({ ...noLimits, monthLimitFen: 5000 }, used, { 7: 1 })).toEqual({ kind: 'month', leftFen: 0 })
    expect(limitFault({ ...noLimits, monthLimitFen: 0 }, { monthFen: 0, projects: {} }, { 7: 1 })).toMatchObject({
      kind: 'month',
    })
  })

  test('of a project counts that project only', () => {
    const limits = { ...noLimits, projectLimits: { 7: 5000, 9: 100 } }
    expect(limitFault(limits, used, { 7: 3000, 8: 99_999 })).toBeUndefined()
    expect(limitFault(limits, used, { 8: 1, 7: 3001 })).toEqual({ kind: 'project', rid: 7, leftFen: 3000 })
    expect(limitFault(limits, used, { 9: 101 })).toEqual({ kind: 'project', rid: 9, leftFen: 100 })
    expect(limitFault({ ...noLimits, projectLimits: { 7: 1000 } }, used, { 7: 1 })).toMatchObject({ leftFen: 0 })
  })

  test('are none unless they were set', () => {
    expect(limitFault(noLimits, used, { 7: 10 ** 12 })).toBeUndefined()
    const form = { monthLimitFen: null, projectLimits: [{ rid: 7, limitFen: 5 }], approvalAboveFen: 3 }
    expect(limitsFrom(form)).toEqual({ monthLimitFen: null, projectLimits: { 7: 5 }, approvalAboveFen: 3 })
  })

  test('let an order wait above the amount, not at it', () => {
    const limits = { ...noLimits, approvalAboveFen: 5000 }
    expect([5000, 5001].map((fen) => needsApproval(limits, fen))).toEqual([false, true])
    expect(needsApproval(noLimits, 10 ** 12)).toBe(false)
    expect(needsApproval({ ...noLimits, approvalAboveFen: 0 }, 1)).toBe(true)
  })
})

test('the lines of an order are summed by project', () => {
  const lines = [
    { rid: 7, amountFen: 100 },
    { rid: 8, amountFen: 30 },
    { rid: 7, amountFen: 5 },
  ]
  expect(byProject(lines)).toEqual({ 7: 105, 8: 30 })
})

test('owners stand above managers, and managers above members', () => {
  expect(isAbove('owner', 'manager') && isAbove('manager', 'member') && isAbove('owner', 'member')).toBe(true)
  expect(isAbove('manager', 'manager') || isAbove('member', 'manager') || isAbove('manager', 'owner')).toBe(false)
  expect([mayActAs('owner', 'owner'), mayActAs('owner', 'manager'), mayActAs('manager', 'manager')]).toEqual([
    true,
    true,
    true,
  ])
  expect(mayActAs('manager', 'owner')).toBe(false)
  expect([isActingRole('owner'), isActingRole('manager'), isActingRole('member')]).toEqual([true, true, false])
})

test('of a name the first letter is shown, and at most two stars', () => {
  expect(['', '王', '王明', '王小明', '欧阳小明'].map(maskName)).toEqual(['', '王*', '王*', '王**', '欧**'])
})

test('the number of a group has its day and five digits', () => {
  expect([7, 100_000].map((number) => groupNo('2026-03-02', number))).toEqual(['KT26030200007', 'KT26030200000'])
})
