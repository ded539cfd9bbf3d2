import { expect, it } from 'vitest'
import { actionAreas } from '../../core/staff/roles/action-rules.ts'
import { lifecycles } from '../lifecycles.ts'

/** Transitions whose labels describe the course of a record; their buttons have these words. */
const otherButtons: Readonly<Record<string, string>> = {
  'order.acceptRetest': '同意复测',
  'order.offerRetest': '复测',
  'order.reduceDisputed': '减免费用',
  'order.dismissDispute': '驳回异议',
  'sample.send': '寄样运单',
  'sample.takeBackSend': '撤回',
  'transfer.match': '核销',
  'received.assign': '用于结算单',
}

it('[Q-52] a permission that moves a record is called what the button is called', () => {
  const names = new Map(actionAreas.flatMap(({ actions }) => Object.entries(actions)))
  const moves = lifecycles.flatMap(({ entity, transitions }) =>
    Object.entries(transitions).map(([verb, { label }]) => ({ action: `${entity}.${verb}`, label })),
  )
  const permitted = moves.filter(({ action }) => names.has(action))
  expect(permitted.length).toBeGreaterThan(40)
  const others = permitted.flatMap(({ action, label }) => {
    const name = names.get(action) ?? ''
    return name.includes(otherButtons[action] ?? label) ? [] : [`${action} ${name}: ${label}`]
  })
  expect(others).toEqual([])
})
