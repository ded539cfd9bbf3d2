import { describe, expect, test } from 'vitest'
import { consolePages } from '../console-pages.ts'
import { memberPages } from '../member-pages.ts'
import { aheadPages, questionsOf } from './ahead-pages.ts'

const known = new Set([
  ...consolePages.flatMap(({ pages }) => pages.map(({ path }) => `/console/${path}`)),
  ...memberPages.map(({ path }) => `/member/${path}`),
  '/experiment/plan',
])

describe('what is read before a page is opened', () => {
  test.for(Object.keys(aheadPages))('%s is a page, and its questions only read', async (path) => {
    const pages = [...known].map((page) => page.replace(/:\w+$/, ':'))
    expect(pages).toContain(path)
    const questions = await questionsOf(new URL(path.replace(':', 'MX26111601775'), 'http://localhost'))
    expect(questions.length).toBeGreaterThan(0)
    for (const [call, input] of questions) {
      expect(call.reads === true || call.method === 'GET', call.path).toBe(true)
      expect(call.input.safeParse(input).error, call.path).toBeUndefined()
    }
  })

  test('the conditions of a list are part of its question, and a page without an entry asks nothing', async () => {
    const [question] = await questionsOf(new URL('http://localhost/console/orders?kw=xrd&columns=no'))
    expect(question?.[1]).toMatchObject({ kw: 'xrd' })
    expect(question?.[1]).not.toHaveProperty('columns')
    expect(await questionsOf(new URL('http://localhost/console/orders/labels'))).toEqual([])
    expect(await questionsOf(new URL('http://localhost/console/releases'))).toEqual([])
    expect(await questionsOf(new URL('http://localhost/member/sample?stage=kept'))).toEqual([])
  })
})
