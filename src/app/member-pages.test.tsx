import { existsSync, globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { articleTypeLabels } from '../shop/articles/rules.ts'
import { MemberShell } from '../ui/shell/member-shell.tsx'
import { siteNav } from '../ui/shell/site-nav.ts'
import { groupMemberPages, isGroupPage, memberPages, openMemberPages } from './member-pages.ts'

const children =
  'center prestore unsettled unpaid coupon information address sample order oquery promotion invite integral invoiceMg invoiceLs communityMg communityJn'

test('[N-05] /member has every child of the specification, and each has its page', () => {
  expect(children.split(' ').filter((path) => !openMemberPages.has(`/member/${path}`))).toEqual([])
  expect(memberPages.filter(({ file }) => !existsSync(resolve(import.meta.dirname, file)))).toEqual([])
})

test('pages of a group are found with their parameters; other pages are the own ones of a person', () => {
  for (const path of ['/member/center', '/member/order/MX26030200001'])
    expect([path, isGroupPage(path)]).toEqual([path, true])
  expect([...groupMemberPages].every((path) => isGroupPage(path))).toBe(true)
  for (const path of ['/member/information', '/member/communityMg', '/member/order/a/b', '/member', '/experiment/plan'])
    expect([path, isGroupPage(path)]).toEqual([path, false])
})

test('[Q-236] an entry of the menu is called what the page is called that it opens', () => {
  const menu = renderToStaticMarkup(
    <MemoryRouter>
      <MemberShell open={openMemberPages}>x</MemberShell>
    </MemoryRouter>,
  )
  for (const { path, file } of memberPages.filter((page) => openMemberPages.has(`/member/${page.path}`))) {
    // Read, because importing all pages takes as long as all other tests of this folder.
    const title = /title: '(.*) · 明析科测'/.exec(readFileSync(resolve(import.meta.dirname, file), 'utf8'))?.[1]
    // Some pages take it from elsewhere.
    if (title === undefined) continue
    const label = new RegExp(`href="/member/${path}"[^>]*>([^<]*)`).exec(menu)?.[1]
    expect([path, label]).toEqual([path, title])
  }
  expect(siteNav([]).find(({ to }) => to === '/list/news')?.label).toBe(articleTypeLabels.news)
})

test('[Q-299] every page at which an obstacle to closing an account is settled exists', () => {
  const sources = globSync('src/**/held-data.ts').map((file) => readFileSync(file, 'utf8'))
  const pages = sources.flatMap((text) => [...text.matchAll(/ to: '([^'?]+)/g)].map(([, to = '']) => to))
  expect(pages.length).toBeGreaterThan(10)
  const others = ['/experiment/contract', '/experiment/demand']
  expect(pages.filter((to) => !openMemberPages.has(to) && !others.includes(to))).toEqual([])
  const counted = sources.flatMap((text) => text.match(/obstacles:/g) ?? []).length
  expect(pages.length).toBeGreaterThanOrEqual(counted)
})
