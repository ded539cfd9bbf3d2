import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../contract/call.ts'
import type { TokenRecord } from './session.ts'

const call = defineCall({ name: 'probe', area: 'auth', summary: '', input: z.strictObject({}), output: z.object({}) })
const KEY = 'mingxi.session'
const seconds = () => Math.floor(Date.now() / 1000)

/** The local storage that all tabs of one browser share. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    key: () => null,
    length: 0,
  }
}

/** A tab has its own copy of the modules and shares storage and locks with the other tabs. */
async function tab() {
  vi.resetModules()
  const [transport, session, shell] = await Promise.all([
    import('./transport.ts'),
    import('./session.ts'),
    import('./shell-events.ts'),
  ])
  return { ...transport, ...session, ...shell }
}

function stored(): TokenRecord | null {
  return JSON.parse(localStorage.getItem(KEY) ?? 'null') as TokenRecord | null
}

function store(secondsLeft: number): void {
  localStorage.setItem(KEY, JSON.stringify({ access: 'A0', refresh: 'R0', expires: seconds() + secondsLeft }))
}

type Answer = { status?: number; body: object }
/** Rotates tokens like the server and accepts only the newest access token. */
function server(refreshAnswer?: () => Answer | Promise<Answer>) {
  const seen = { refreshes: 0, calls: [] as string[] }
  let round = 0
  const json = ({ status = 200, body }: Answer) => new Response(JSON.stringify(body), { status })
  const refuse = (status: number) => ({
    status,
    body: { code: 0, data: null, msg: '登录已失效', error: 'notSignedIn' },
  })
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
    if (url === '/api/open/refresh4token') {
      seen.refreshes += 1
      if (refreshAnswer) return json(await refreshAnswer())
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (JSON.parse(init.body).token !== `R${round}`) return json(refuse(401))
      round += 1
      return json({
        body: {
          code: 1,
          data: { token: `A${round}`, refresh_token: `R${round}`, expires_at: seconds() + 7200 },
          msg: '',
        },
      })
    }
    const token = init.headers.token ?? ''
    seen.calls.push(token)
    return json(token === `A${round}` ? { body: { code: 1, data: {}, msg: '' } } : refuse(401))
  })
  return { seen, refuse }
}

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  warn.mockClear()
})
afterEach(() => vi.unstubAllGlobals())

describe('[L-11] the token record', () => {
  it('is sent as it is while more than an hour is left', async () => {
    const { seen } = server()
    store(3700)
    const { send } = await tab()
    await send(call, {})
    expect(seen).toEqual({ refreshes: 0, calls: ['A0'] })
  })

  it('is renewed in the background under 3600 s: the call does not wait for it', async () => {
    let answer = (_: Answer) => {}
    const { seen } = server(() => new Promise<Answer>((resolve) => (answer = resolve)))
    store(3500)
    const { send } = await tab()
    await send(call, {})
    expect(seen).toEqual({ refreshes: 1, calls: ['A0'] })
    expect(stored()?.access).toBe('A0')
    answer({ body: { code: 1, data: { token: 'A1', refresh_token: 'R1', expires_at: 9_999_999_999 }, msg: '' } })
    await vi.waitFor(() => expect(stored()).toEqual({ access: 'A1', refresh: 'R1', expires: 9_999_999_999 }))
  })

  it('is renewed once when many calls in several tabs need it at the same time', async () => {
    const { seen } = server()
    store(-10)
    const tabs = await Promise.all([tab(), tab(), tab()])
    await Promise.all(tabs.flatMap(({ send }) => [send(call, {}), send(call, {})]))
    expect(seen).toEqual({ refreshes: 1, calls: Array(6).fill('A1') })
    expect(stored()).toMatchObject({ access: 'A1', refresh: 'R1' })
  })

  it('is renewed when the server refuses the token before it expires, and the call is sent again', async () => {
    const { seen } = server()
    localStorage.setItem(KEY, JSON.stringify({ access: 'old', refresh: 'R0', expires: seconds() + 7000 }))
    const { send } = await tab()
    expect(await send(call, {})).toEqual({})
    expect(seen).toEqual({ refreshes: 1, calls: ['old', 'A1'] })
  })

  it('[V7.2.4] ends when the person proves the identity that a call asks for, and the call is sent again with the next one', async () => {
    const { seen } = server()
    store(7000)
    const { send, onStepUp } = await tab()
    const real = fetch
    let proved = false
    vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body: string }) => {
      if (url === '/api/open/refresh4token' || proved) {
        // The server ended the first token with the proof.
        if (init.headers.token === 'A0') return real(url, { ...init, headers: { ...init.headers, token: 'ended' } })
        return real(url, init)
      }
      return new Response(JSON.stringify({ code: 0, data: null, msg: '', error: 'stepUpRequired' }), { status: 403 })
    })
    onStepUp(async () => (proved = true))
    expect(await send(call, {})).toEqual({})
    expect(seen).toEqual({ refreshes: 1, calls: ['ended', 'A1'] })
  })

  it.each([
    ['a refusal', () => ({ body: { code: 0, data: null, msg: '系统繁忙', error: 'busy' } })],
    ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('a refresh that fails with %s only logs a warning, and the call is still sent', async (_what, answer) => {
    const { seen } = server(answer)
    store(3500)
    const { send } = await tab()
    await send(call, {})
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
    expect(seen.calls).toEqual(['A0'])
    expect(stored()).toMatchObject({ access: 'A0', refresh: 'R0' })
  })

  it('is not restored by an answer that arrives after the sign-out', async () => {
    let answer = (_: Answer) => {}
    server(() => new Promise<Answer>((resolve) => (answer = resolve)))
    store(3500)
    const { send, clearSession } = await tab()
    await send(call, {})
    clearSession('customer')
    answer({ body: { code: 1, data: { token: 'A1', refresh_token: 'R1', expires_at: 9_999_999_999 }, msg: '' } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(stored()).toBeNull()
  })
})

describe('[L-12] a record that has expired', () => {
  it('and cannot be renewed is cleared, and the login dialog is requested', async () => {
    const { seen, refuse } = server(() => ({ ...refuse(401) }))
    store(-10)
    const { send, onSessionEnded } = await tab()
    const asked = vi.fn()
    onSessionEnded('customer', asked)
    await expect(send(call, {})).rejects.toMatchObject({ error: 'notSignedIn', message: '登录已失效，请重新登录' })
    expect([stored(), asked.mock.calls.length, seen.calls]).toEqual([null, 1, []])
  })

  it('does not sign out a person who signed in while the refusal was in transit', async () => {
    let answer = (_: Answer) => {}
    const { seen, refuse } = server(() => new Promise<Answer>((resolve) => (answer = resolve)))
    store(-10)
    const { send, onSessionEnded } = await tab()
    const asked = vi.fn()
    onSessionEnded('customer', asked)
    const sent = send(call, {})
    await vi.waitFor(() => expect(seen.refreshes).toBe(1))
    const next = { access: 'A0', refresh: 'R-of-the-next', expires: seconds() + 7000 }
    localStorage.setItem(KEY, JSON.stringify(next))
    answer(refuse(401))
    await sent
    expect([stored(), asked.mock.calls.length, seen.refreshes]).toEqual([next, 0, 1])
  })

  it('is kept when the server cannot be reached: a lost connection signs nobody out', async () => {
    server(() => Promise.reject(new TypeError('Failed to fetch')))
    store(-10)
    const { send } = await tab()
    await expect(send(call, {})).rejects.toMatchObject({ error: 'network' })
    expect(stored()).toMatchObject({ refresh: 'R0' })
  })

  it('that is malformed counts as signed out', async () => {
    server()
    const { readSession } = await tab()
    for (const text of ['', '{', '[]', '{"access":1,"refresh":"r","expires":2}', '{"access":"a"}', 'null']) {
      localStorage.setItem(KEY, text)
      expect(readSession('customer')).toBeUndefined()
    }
  })
})

describe('observers of the session', () => {
  const heard: boolean[] = []
  const page = () => {
    const target = new EventTarget()
    vi.stubGlobal('window', target)
    return target
  }
  beforeEach(() => void (heard.length = 0))
  const fromOtherTab = (oldValue: string | null, newValue: string | null) =>
    Object.assign(new Event('storage'), { key: KEY, oldValue, newValue })

  it('a suspended tab that missed a sign-out and the next sign-in learns that the person has left', async () => {
    const target = page()
    store(7000)
    const { watchSession } = await tab()
    const stop = watchSession('customer', (hasLeft) => heard.push(hasLeft))
    // Both changes are already in storage when the first event arrives.
    target.dispatchEvent(fromOtherTab('first', null))
    target.dispatchEvent(fromOtherTab(null, 'second'))
    expect(heard).toEqual([true, false])
    target.dispatchEvent(Object.assign(new Event('storage'), { key: 'another', newValue: null }))
    stop()
    target.dispatchEvent(fromOtherTab('second', null))
    expect(heard).toEqual([true, false])
  })

  it('a page restored from the history reports that the person left in the meantime, and nothing otherwise', async () => {
    const target = page()
    store(7000)
    const { watchSession } = await tab()
    watchSession('customer', (hasLeft) => heard.push(hasLeft))
    const show = () => target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    target.dispatchEvent(new Event('pagehide'))
    show()
    expect(heard).toEqual([])
    target.dispatchEvent(new Event('pagehide'))
    localStorage.removeItem(KEY)
    show()
    expect(heard).toEqual([true])
    // A page in the back/forward cache gets no storage events: by now a colleague has signed in.
    target.dispatchEvent(new Event('pagehide'))
    localStorage.setItem(KEY, JSON.stringify({ access: 'A5', refresh: 'R-of-a-colleague', expires: seconds() + 7000 }))
    show()
    expect(heard).toEqual([true, true])
  })
})
