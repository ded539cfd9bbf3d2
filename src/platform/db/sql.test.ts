import { describe, expect, it } from 'vitest'
import { anyId, anyText, identifier, joined, literals, onlyReads, sql } from './sql.ts'

describe('the sql tag', () => {
  it('turns values into parameters, so that each call site has one text', () => {
    const by = (id: number) => sql`select * from orders where id = ${id} and stage = ${'review'}`
    expect(by(1)).toMatchObject({ text: 'select * from orders where id = $1 and stage = $2', values: [1, 'review'] })
    expect(by(1).text).toBe(by(2).text)
  })

  it('continues the numbering of parameters in nested statements', () => {
    const owner = sql`customer_id = ${7} or payer_id = ${8}`
    expect(sql`select 1 where a = ${1} and (${owner}) limit ${20}`).toMatchObject({
      text: 'select 1 where a = $1 and (customer_id = $2 or payer_id = $3) limit $4',
      values: [1, 7, 8, 20],
    })
    expect(joined([sql`a = ${1}`, sql`b = ${2}`, sql`c`], ' and ')).toMatchObject({
      text: 'a = $1 and b = $2 and c',
      values: [1, 2],
    })
  })

  it('hides a list from the planner, which then keeps one plan for all lengths', () => {
    expect(sql`p.id = ${anyId([7, 8])}`).toMatchObject({
      text: 'p.id = any ((select $1::bigint[])::bigint[])',
      values: [[7, 8]],
    })
    expect(sql`owner = ${anyText(['a'])}`).toMatchObject({
      text: 'owner = any ((select $1::text[])::text[])',
      values: [['a']],
    })
  })

  it('never puts a value into the text', () => {
    expect(sql`select ${"'; drop table orders --"}`.text).toBe('select $1')
    expect(() => identifier('orders; drop')).toThrow()
  })
})

describe('literals', () => {
  it('are keys of our source code and nothing else', () => {
    expect(literals(['on_hold', 'done']).text).toBe("'on_hold', 'done'")
    for (const wrong of [["x' or true --"], ['$1'], ['a b'], ['']]) expect(() => literals(wrong)).toThrow('not a key')
    expect(() => literals([])).toThrow('not a key')
  })
})

describe('a statement that only reads', () => {
  it('[G-17] is told from one that writes or locks, whatever the comment in front says', () => {
    const reads = ['select 1', '/*lab/orders/store.updateList*/ select 1', 'with a as (select 1) select * from a']
    expect(reads.filter((text) => !onlyReads(text))).toEqual([])
    const others = [
      'insert into a values (1)',
      '/*x*/ with a as (delete from b returning 1) select * from a',
      'select 1 for update',
      'select 1 for no key update skip locked',
      'select 1 for key share',
      'select pg_advisory_xact_lock(1)',
      "select nextval('s')",
      '/* a */ /* b */ select 1',
    ]
    expect(others.filter(onlyReads)).toEqual([])
  })
})
