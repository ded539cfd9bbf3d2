import { describe, expect, it } from 'vitest'
import { actionAreas, everyAction } from './action-rules.ts'
import { actionsOfRole, alwaysHeld, completed, limitsOf, secondPersonNotes } from './role-rules.ts'
import { builtIn, mayAct, type Role, roles } from '../rules.ts'

describe('actions of roles', () => {
  it('every action of the product has one name in one area', () => {
    const named = actionAreas.flatMap(({ actions }) => Object.keys(actions))
    const todo = 'name each action of core/staff/rules.ts once in core/staff/roles/action-rules.ts'
    expect(named.toSorted(), todo).toEqual([...everyAction].toSorted())
    const texts = actionAreas.flatMap(({ label, actions }) => Object.values(actions).map((text) => `${label} ${text}`))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('a custom role has what the console needs, and the reading of what it changes', () => {
    expect(completed(['order.approve'])).toEqual(expect.arrayContaining([...alwaysHeld, 'order.read', 'order.approve']))
    expect(completed(['order.approve', 'order.approve'])).toHaveLength(alwaysHeld.length + 2)
    expect(completed([])).toEqual(expect.arrayContaining([...alwaysHeld]))
  })

  it('the actions of a custom role replace those of the built-in one', () => {
    const person = { role: 'finance', actions: ['console.enter', 'invoice.read'] }
    expect(mayAct(person, 'invoice.read')).toBe(true)
    expect(mayAct(person, 'refund.make')).toBe(false)
    expect(mayAct(builtIn('finance'), 'refund.make')).toBe(true)
    expect(mayAct({ role: 'finance', actions: ['no.such'] }, 'no.such')).toBe(false)
  })

  it('a role built from the actions of a built-in one may do exactly the same', () => {
    for (const role of Object.keys(roles) as Role[]) {
      const actions = actionsOfRole(role)
      for (const action of everyAction)
        expect([role, action, mayAct({ role, actions }, action)]).toEqual([role, action, mayAct(builtIn(role), action)])
    }
  })

  it('says which rights one person cannot use for the same matter, and which limits a role can use', () => {
    expect(secondPersonNotes(['refund.make', 'refund.confirm'])).toHaveLength(1)
    expect(secondPersonNotes(['refund.make'])).toEqual([])
    expect(limitsOf(actionsOfRole('lab'))).toEqual([])
    expect(limitsOf(['refund.confirm', 'coupon.issue'])).toEqual(['refund', 'coupon'])
  })
})
