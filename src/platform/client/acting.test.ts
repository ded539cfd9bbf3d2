import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { accountFor, setActing } from './acting.ts'

const forGroup = { forGroup: 'manager' }

/** A tab that works for a group and shows this page. */
function tabAt(pathname: string): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  setActing({ groupNo: 'KZ1', name: '课题组' })
}

describe('the account of a call in a tab that works for a group', () => {
  it.each(['/member', '/member/center', '/experiment/contract'])('is the group at %s', (pathname) => {
    tabAt(pathname)
    expect(accountFor(forGroup)).toBe('KZ1')
  })

  it.each(['/', '/experiment/step4', '/experiment/contracts', '/membership'])('is the person at %s', (pathname) => {
    tabAt(pathname)
    expect(accountFor(forGroup)).toBeUndefined()
  })

  it('is the person for a call that does not work for groups', () => {
    tabAt('/member/center')
    expect(accountFor({})).toBeUndefined()
  })
})
