import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { PageRefusal, type ServerApi, serverApi } from '../../platform/client/server-api.ts'
import { CaseGrid } from '../case-grid.tsx'
import { Banner } from './home/banner.tsx'
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

const linksIn = (node: ReactNode) =>
  [...renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>).matchAll(/<a [^>]*>/g)].map(([tag]) => ({
    href: /href="([^"]*)"/.exec(tag)?.[1],
    newTab: /target="_blank"/.test(tag) && /rel="noopener noreferrer"/.test(tag),
  }))

it('[H-02] a banner opens the project of its number, or with http the page elsewhere in a new tab, and nothing else', () => {
  const slide = (redirect: string) => ({ title: `去${redirect}`, description: '', img: '', figure: null, redirect })
  const slides = ['7', 'https://example.com/a', 'javascript:alert(1)', '//evil.example', ''].map(slide)
  expect(linksIn(<Banner slides={slides} />)).toEqual([
    { href: '/detail/7', newTab: false },
    { href: 'https://example.com/a', newTab: true },
  ])
})

it('[H-07] a case opens its external source in a new tab if it has one, otherwise our article', () => {
  const one = { title: '案例', sketch: '', img: '', figure: null, created: '2026-03-02' }
  const cases = [
    { ...one, rid: 3, source: '' },
    { ...one, rid: 4, source: 'https://example.com/paper' },
  ]
  expect(linksIn(<CaseGrid cases={cases} />)).toEqual([
    { href: '/article/3', newTab: false },
    { href: 'https://example.com/paper', newTab: true },
  ])
})
