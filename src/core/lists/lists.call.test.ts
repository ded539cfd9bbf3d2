import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lists } from '../../app/indexes.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { staffSettlementList } from '../../billing/settlements/list-contract.ts'
import type { AnyIndex, IndexQuery } from '../../platform/contract/index-list.ts'
import { fieldsOf, firstTab, sortNames } from '../../platform/contract/index-list.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { conditionsOf, fieldsWithoutSql } from '../../platform/db/index-query.ts'
import { json, sql } from '../../platform/db/sql.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { actionRoles, type Role } from '../staff/rules.ts'
import { listKeys, listPage } from './listed-actions.ts'

let app: TestApp
let finance: TestPerson
const rows: Written[] = []

interface Written {
  no: string
  customer: string
  stage: string
  total: number
  due: string
  paid: string | null
}

/** The same numbers in every run, so that a failure can be repeated. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

beforeAll(async () => {
  app = await testApp()
  finance = await app.staff('finance')
  const random = randomNumbers(7)
  const people = [await app.customer(3), await app.customer(3), await app.customer(1)]
  const names = ['王一', '李_二', '赵%三']
  for (const [i, { id }] of people.entries())
    await app.db.run(sql`update customers set name = ${names[i]} where id = ${id}`)
  const start = app.clock.now().getTime()
  const stages = ['unpaid', 'confirming', 'paid', 'cancelled']
  const inserted = Array.from({ length: 137 }, (_, i) => {
    const stage = stages[random(4)] ?? 'unpaid'
    const who = random(3)
    // Many equal amounts and times, so that the order depends on the key.
    const due = new Date(start + random(6) * 86_400_000)
    const paid = stage === 'paid' ? new Date(start + random(4) * 3_600_000) : null
    const total = (random(9) + 1) * 1000
    const no = `JS2603020${String(i).padStart(4, '0')}`
    rows.push({
      no,
      customer: names[who] ?? '',
      stage,
      total,
      due: shanghaiTime(due),
      paid: paid && shanghaiTime(paid),
    })
    return {
      settlement_no: no,
      customer_id: people[who]?.id,
      stage,
      total_fen: total,
      due_at: due,
      paid_at: paid,
      n: i,
    }
  })
  await app.db.run(sql`
    insert into settlements (settlement_no, customer_id, payer_name, stage, total_fen, due_at, paid_at, created_at)
    select settlement_no, customer_id, '', stage, total_fen, due_at, paid_at, timestamptz '2026-03-01' + (n / 5) * interval '1.000001 second'
    from jsonb_to_recordset(${json(inserted)}::jsonb)
      as r (settlement_no text, customer_id bigint, stage text, total_fen bigint, due_at timestamptz, paid_at timestamptz, n int) order by n`)
})
afterAll(() => app.close())

const ctxFor = (action: string) => {
  const [role] = actionRoles[action as keyof typeof actionRoles]
  return app.staffCtx(1, role as Role) as Ctx<Staff>
}
const everything = (index: AnyIndex): IndexQuery => ({
  tab: Object.keys(index.tabs).find((tab) => !index.tabs[tab]?.filters) ?? firstTab(index),
  kw: '',
  filters: {},
  sort: index.sort,
})

/** Walks the whole list by its positions, forwards and then back. */
async function walked(query: Partial<IndexQuery>) {
  const read = (more: object) =>
    app.call(staffSettlementList, { tab: 'all', size: 10, ...query, ...more } as never, { as: finance })
  const forwards: string[] = []
  let page = await read({})
  for (;;) {
    forwards.push(...page.list.map((row) => row.settlementNo))
    if (page.next === null) break
    page = await read({ after: page.next })
  }
  const last = page
  const backwards: string[] = last.list.map((row) => row.settlementNo)
  while (page.previous !== null) {
    page = await read({ before: page.previous })
    // The first page is whole, and may repeat rows of the second.
    const more = page.list.map((row) => row.settlementNo).filter((no) => !backwards.includes(no))
    backwards.unshift(...more)
  }
  return { forwards, backwards, total: last.total, sums: last.sums }
}

describe('a list of the console', () => {
  it('counts, sums, sorts and pages as the data, whatever is chosen', async () => {
    const random = randomNumbers(11)
    const compare: Record<string, (row: Written) => string | number | null> = {
      no: (row) => row.no,
      total: (row) => row.total,
      due: (row) => row.due,
      paid: (row) => row.paid,
    }
    for (let round = 0; round < 16; round++) {
      const by = Object.keys(compare)[random(4)] ?? 'no'
      const down = random(2) === 1
      const stage = ['unpaid', 'paid', 'cancelled'].filter(() => random(2) === 1)
      const [fromFen, toFen] = [random(5) * 1000, 5000 + random(5) * 1000]
      const customer = ['', '李_', '%', '王'][random(4)] ?? ''
      const filters = {
        ...(stage.length > 0 ? { stage } : {}),
        ...(customer ? { customer } : {}),
        total: { fromFen, toFen },
      }
      const { forwards, backwards, total, sums } = await walked({ sort: down ? `-${by}` : by, filters })
      const value = compare[by] ?? (() => null)
      const wanted = rows
        .filter((row) => stage.length === 0 || stage.includes(row.stage))
        .filter((row) => row.total >= fromFen && row.total <= toFen && row.customer.includes(customer))
      const sign = down ? -1 : 1
      const sorted = wanted.toSorted((a, b) => {
        const [x, y] = [value(a), value(b)]
        if (x === y) return a.no < b.no ? -sign : sign
        if (x === null || y === null) return x === null ? 1 : -1
        return x < y ? -sign : sign
      })
      const nos = sorted.map((row) => row.no)
      expect([round, forwards]).toEqual([round, nos])
      expect([round, backwards]).toEqual([round, nos])
      expect([total, sums.total]).toEqual([nos.length, wanted.reduce((sum, row) => sum + row.total, 0)])
    }
  })

  it('takes a day to its end, and finds by search what a filter finds', async () => {
    const day = rows[0]?.due.slice(0, 10) ?? ''
    const { forwards } = await walked({ filters: { due: { from: day, to: day } } })
    expect(forwards.length).toBe(rows.filter((row) => row.due.startsWith(day)).length)
    const theirs = rows.filter((row) => row.customer === '赵%三')
    const searched = await walked({ kw: '赵%' })
    expect([searched.total, searched.sums.total]).toEqual([
      theirs.length,
      theirs.reduce((sum, row) => sum + row.total, 0),
    ])
    const paid = await app.call(staffSettlementList, { tab: 'paid', size: 10, kw: '赵%' } as never, { as: finance })
    const ofPaid = theirs.filter(({ stage }) => stage === 'paid')
    expect([paid.total, paid.sums.total]).toEqual([ofPaid.length, ofPaid.reduce((sum, row) => sum + row.total, 0)])
    expect(paid.counts).toMatchObject({ all: theirs.length, paid: ofPaid.length })
    expect((await walked({ kw: 'js26030200007' })).forwards).toEqual(['JS26030200007'])
    expect((await walked({ filters: { no: '_' } })).total).toBe(0)
  })

  it('refuses unknown fields, orders and options, a range from high to low and a position of another order', async () => {
    const refused = async (input: object) => (await app.refusal(staffSettlementList, input, { as: finance })).msg
    expect(await refused({ filters: { password: 'x' } })).toMatch(/[一-鿿]/)
    expect(await refused({ sort: 'customer' })).toBe('不能按此排序')
    expect(await refused({ sort: '-no; drop table settlements' })).toBe('不能按此排序')
    expect(await refused({ filters: { stage: ["x' or true --"] } })).toBe('状态的选项不存在')
    expect(await refused({ filters: { total: { fromFen: 5, toFen: 4 } } })).toBe('起始值不能大于结束值')
    const { next } = await app.call(staffSettlementList, { tab: 'all', size: 5 }, { as: finance })
    const other = { tab: 'all', size: 5, sort: 'total', after: next }
    expect(await refused(other)).toBe('分页位置无效，请回到第一页')
    for (const at of ['9'.repeat(30), "1' or true", null, 7]) {
      const after = Buffer.from(JSON.stringify(['-created', 1, at])).toString('base64url')
      expect([at, await refused({ tab: 'all', after })]).toEqual([at, '分页位置无效，请回到第一页'])
    }
  })

  it('has an expression for every field that can be filtered, sorted or summed, and each works', async () => {
    for (const { index, source, rows: read } of lists) {
      const ctx = ctxFor(index.action)
      expect([index.name, fieldsWithoutSql(index, source(ctx))]).toEqual([index.name, []])
      expect(
        Object.values(index.tabs).every((tab) => Object.keys(tab.filters ?? {}).every((f) => f in index.fields)),
      ).toBe(true)
      for (const sort of sortNames(index)) {
        const query = { ...everything(index), sort, size: 3 }
        const page = await listPage(ctx, { index, source, rows: read }, query)
        expect([index.name, sort, page.total]).toEqual([
          index.name,
          sort,
          (await listKeys(ctx, { index, source, rows: read }, query, 10_000)).length,
        ])
        if (page.next) await listPage(ctx, { index, source, rows: read }, { ...query, after: page.next })
      }
      for (const tab of Object.keys(index.tabs))
        await listPage(ctx, { index, source, rows: read }, { ...everything(index), tab })
      for (const [name, field] of fieldsOf(index).filter(([, each]) => !each.noFilter)) {
        const [option = ''] = Object.keys(field.options ?? {})
        const text = {
          text: '一',
          choice: option,
          fen: '1..500',
          count: '1..5',
          time: '2026-01-01..2026-02-01',
          day: '2026-01-01..',
        }
        const query = queryOfAddress(index, new URLSearchParams({ [name]: text[field.kind] }))
        expect([index.name, name, Object.keys(query.filters)]).toEqual([index.name, name, [name]])
        const { tab } = everything(index)
        await listPage(ctx, { index, source, rows: read }, { ...query, tab })
      }
      if (index.search) await listPage(ctx, { index, source, rows: read }, { ...everything(index), kw: "一'%_\\" })
    }
  })

  it('never writes a value of a request into the text of a statement', async () => {
    for (const { index, source } of lists) {
      const hostile = `'; drop table customers; --`
      const ctx = ctxFor(index.action)
      const texts = fieldsOf(index).filter(([, field]) => field.kind === 'text' && !field.noFilter)
      const filters = Object.fromEntries(texts.map(([name]) => [name, hostile]))
      const kw = index.search ? hostile : ''
      const { text } = await conditionsOf(index, source(ctx), { ...everything(index), filters, kw })
      expect([index.name, text.includes('drop')]).toEqual([index.name, false])
      const unknown = conditionsOf(index, source(ctx), { ...everything(index), filters: { constructor: 'x' } })
      await expect(unknown).rejects.toThrow('不能按此字段筛选')
    }
  })
})
