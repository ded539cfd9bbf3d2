import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
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
