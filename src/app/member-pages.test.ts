import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isGroupPage, memberPages } from './member-pages.ts'

it('[N-05] the member area has every page of the specification', () => {
  const children =
    `center prestore unsettled unpaid coupon information address sample order oquery promotion invite integral
    invoiceMg invoiceLs communityMg communityJn`.split(/\s+/)
  const paths = memberPages.map(({ path }) => path)
  expect(children.filter((child) => !paths.includes(child))).toEqual([])
  expect(memberPages.filter(({ file }) => !existsSync(join(import.meta.dirname, file)))).toEqual([])
})

it('personal pages are not shown while a person works for a group', () => {
  expect(isGroupPage('/member/prestore')).toBe(true)
  expect(isGroupPage('/member/information')).toBe(false)
  expect(isGroupPage('/member/address')).toBe(false)
})
