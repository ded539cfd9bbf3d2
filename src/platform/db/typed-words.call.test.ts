import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from './sql.ts'
import { containsTyped } from './typed-words.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const grams = async (words: string) => (await app.db.one<{ all: string[] }>(sql`select grams(${words}) as all`)).all
const wanted = async (typed: string) =>
  (await app.db.one<{ all: string[] }>(sql`select wanted_grams(${typed}) as all`)).all

describe('the text that staff search', () => {
  it('is split into its characters and all its pairs, and what was typed into its pairs or its one character', async () => {
    expect((await grams('x射线衍')).sort()).toEqual(['x', '射', '线', '衍', 'x射', '射线', '线衍'].sort())
    expect((await grams('mx|01')).sort()).toEqual(['m', 'x', '|', '0', '1', 'mx', 'x|', '|0', '01'].sort())
    expect([await grams('线'), await grams('')]).toEqual([['线'], []])
    expect((await wanted('x射线')).sort()).toEqual(['x射', '射线'].sort())
    expect((await wanted('x射线衍')).sort()).toEqual(['x射', '射线', '线衍'].sort())
    expect([await wanted('射线'), await wanted('线'), await wanted('')]).toEqual([['射线'], ['线'], []])
  })

  it('is found by each of its parts in any case, width and spacing', async () => {
    const text = 'MX26010001234|X 射线衍射（XRD）\\1|𠮷田'
    const characters = [...text]
    const typed = characters.flatMap((_, start) => [1, 2, 3, 6].map((n) => characters.slice(start, start + n).join('')))
    for (const part of [...typed, 'x射线', 'ｘｒｄ', '( XRD )', '\\1', '𠮷']) {
      const { found } = await app.db.one<{ found: boolean }>(
        sql`select ${containsTyped(sql`folded(${text})`, part)} as found`,
      )
      expect([part, found]).toEqual([part, true])
    }
    for (const part of ['线射', '%', '1235', 'xr d1']) {
      const { found } = await app.db.one<{ found: boolean }>(
        sql`select ${containsTyped(sql`folded(${text})`, part)} as found`,
      )
      expect([part, found]).toEqual([part, false])
    }
  })

  it('is folded and split without a search path, as a restored dump does it', async () => {
    const { all } = await app.db.tx(async (tx) => {
      await tx.run(sql`set local search_path = ''`)
      return tx.one<{ all: string[] }>(sql`select public.wanted_grams(public.folded('X 射')) as all`)
    })
    expect(all).toEqual(['x射'])
  })
})
