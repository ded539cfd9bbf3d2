import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../contract/call.ts'
import { readActing, setActing } from './acting.ts'
import { refusalShown } from './shell-events.ts'
import { questionOf } from './use-call.ts'

const list = defineCall({
  name: 'test/list',
  area: 'open',
  forGroup: 'manager',
  reads: true,
  summary: '列表',
  input: z.object({ page: z.number() }),
  output: z.object({ account: z.string() }),
})
const [one, two] = [
  { groupNo: 'KT1', name: '甲组' },
  { groupNo: 'KT2', name: '乙组' },
]

/** The accounts that were asked for, and answers that the test gives. */
const asked: string[] = []
let answer: (account: string) => Promise<object>

beforeEach(() => {
  const kept = new Map<string, string>()
  asked.length = 0
  answer = async (account) => ({ code: 1, data: { account } })
  vi.stubGlobal('location', { pathname: '/member/order' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('fetch', async (_path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers.account ?? '')
    const body = await answer(headers.account ?? '')
    return { status: 200, headers: new Headers(), json: async () => body }
  })
})
afterEach(() => void vi.unstubAllGlobals())

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

describe('data of a call in a tab that switches accounts', () => {
  it('is asked for the account of its key, also when it is sent after the tab has switched', async () => {
    const queries = client()
    setActing(one)
    const question = questionOf(list, { page: 1 })
    setActing(two)
    expect(await queries.fetchQuery(question)).toEqual({ account: 'KT1' })
    expect(asked).toEqual(['KT1'])
    setActing(undefined)
    const own = questionOf(list, { page: 1 })
    setActing(one)
    expect(await queries.fetchQuery(own)).toEqual({ account: '' })
    expect(queries.getQueryData(question.queryKey)).toEqual({ account: 'KT1' })
    expect(queries.getQueryData(own.queryKey)).toEqual({ account: '' })
  })

  it('is shown while the next page of the same account loads, and never while another account loads', async () => {
    const queries = client()
    setActing(one)
    const observer = new QueryObserver(queries, questionOf(list, { page: 1 }) as object as { queryKey: unknown[] })
    const stop = observer.subscribe(() => undefined)
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ account: 'KT1' }))
    answer = () => new Promise(() => undefined)
    const shown = () => {
      observer.setOptions(questionOf(list, { page: 2 }) as object as { queryKey: unknown[] })
      return observer.getCurrentResult().data
    }
    expect(shown()).toEqual({ account: 'KT1' })
    setActing(two)
    expect(shown()).toBeUndefined()
    setActing(undefined)
    expect(shown()).toBeUndefined()
    stop()
  })

  it('a refusal for the account before does not end acting for the account now', async () => {
    setActing(one)
    answer = async () => ({ code: 0, msg: '无权', error: 'notInGroup' })
    const question = questionOf(list, { page: 1 })
    setActing(two)
    await expect(client().fetchQuery(question)).rejects.toMatchObject({ error: 'notInGroup' })
    expect(readActing()).toEqual(two)
    await expect(client().fetchQuery(questionOf(list, { page: 1 }))).rejects.toMatchObject({ error: 'notInGroup' })
    expect(readActing()).toBeUndefined()
  })

  it.each(['notInGroup', 'factorFirst'])('%s ends acting, and the person reads why', async (error) => {
    const heard: string[] = []
    const hear = (event: Event) => heard.push((event as CustomEvent<{ message: string }>).detail.message)
    refusalShown.addEventListener('refusal', hear, { once: true })
    setActing(one)
    answer = async () => ({ code: 0, msg: '请先开启两步验证', error })
    await expect(client().fetchQuery(questionOf(list, { page: 1 }))).rejects.toMatchObject({ error })
    expect(readActing()).toBeUndefined()
    expect(heard).toEqual(['请先开启两步验证'])
  })
})
