import { beforeEach, describe, expect, it } from 'vitest'
import { toast, toastStore } from './toast-store.ts'

describe('toasts', () => {
  beforeEach(() => toast.clear())

  it('tell their listeners, keep errors at least 8 seconds, and go when dismissed', () => {
    let heard = 0
    const stop = toastStore.subscribe(() => heard++)
    const id = toast.error('网络异常')
    expect(heard).toBe(1)
    expect(toastStore.snapshot()[0]).toMatchObject({ kind: 'error', text: '网络异常' })
    expect(toastStore.snapshot()[0]!.showMs).toBeGreaterThanOrEqual(8000)
    toast.dismiss(id)
    expect(toastStore.snapshot()).toEqual([])
    stop()
    toast.info('x')
    expect(heard).toBe(2)
  })

  it('the same sentence again is one notice, and no more than four stand at once', () => {
    for (let i = 0; i < 3; i++) toast.error('网络异常')
    expect(toastStore.snapshot()).toHaveLength(1)
    for (let i = 0; i < 9; i++) toast.info(`第 ${i} 条`)
    expect(toastStore.snapshot()).toHaveLength(4)
  })
})
