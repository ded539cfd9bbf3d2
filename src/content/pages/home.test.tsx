import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageRefusal, type ServerApi, serverApi } from '../../platform/client/server-api.ts'
import { loader } from './home.tsx'

const load = (call: ServerApi['call']) => {
  const context = new RouterContextProvider()
  context.set(serverApi, { call, publicUrl: '' })
  return loader({ context } as unknown as Parameters<typeof loader>[0])
}

it('[H-12] one home call loads the page', async () => {
  const paths: string[] = []
  const { data, init } = await load((async (call: { path: string }) => {
    paths.push(call.path)
    return { bannerArr: [] }
  }) as unknown as ServerApi['call'])
  expect(paths).toEqual(['/api/open/web/index'])
  expect(JSON.parse(data.home ?? '')).toEqual({ bannerArr: [], thanksArr: [], thanksTotal: 0 })
  expect(init?.status ?? 200).toBe(200)
})

it('[H-12] hands its refusal to the page, with a status that no cache keeps', async () => {
  const { data, init } = await load(() => Promise.reject(new PageRefusal('系统繁忙', 200)))
  expect(data).toEqual({ refused: '系统繁忙' })
  expect(init?.status).toBe(503)
})

it('lets a fault that is no refusal reach the error page', async () => {
  await expect(load(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
})
