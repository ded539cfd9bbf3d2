import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followCode, type Phase } from './wechat-poll.ts'

type Answer = { status: string } & Record<string, unknown>

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const envelope = (data: object) => Response.json({ code: 1, data, msg: '' })

/** A server whose codes last so many seconds and which answers polls as told; `silent` never answers. */
function server(expireSeconds: number, poll: () => Answer | 'silent' | 'broken') {
  const polls: number[] = []
  const start = Date.now()
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    if (url.startsWith('/api/open/wx/ticket'))
      return Promise.resolve(
        envelope({ ticket: 'T', expire_seconds: expireSeconds, qr_code_url: 'https://w.example/q' }),
      )
    polls.push(Math.round((Date.now() - start) / 10) * 10)
    const answer = poll()
    if (answer === 'broken') return Promise.reject(new TypeError('Failed to fetch'))
    if (answer !== 'silent') return Promise.resolve(envelope(answer))
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  return polls
}

function follow() {
  const shown: Phase['name'][] = []
  const seen = { tokens: [] as unknown[], binds: [] as string[] }
  const gone = new AbortController()
  const end = followCode(gone.signal, ({ name }) => shown.push(name), {
    onTokens: async (tokens) => void seen.tokens.push(tokens),
    onBind: (token) => void seen.binds.push(token),
  })
  return { shown, seen, gone, end }
}

beforeEach(() => {
  vi.useFakeTimers()
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  // Node's own AbortSignal.timeout runs on a clock that tests cannot move.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController()
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms)
    return late.signal
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('[L-07] polls once a second, waits one second for each answer, and does not show failures', async () => {
  const answers: (Answer | 'silent' | 'broken')[] = [{ status: 'waiting' }, 'silent', 'broken', 'silent']
  const polls = server(120, () => answers.shift() ?? { status: 'waiting' })
  const { shown, gone, end } = follow()
  await vi.advanceTimersByTimeAsync(6500)
  expect(polls).toEqual([1000, 2000, 3000, 4000, 5000, 6000])
  expect(shown).toEqual(['waiting'])
  gone.abort()
  await end
  await vi.advanceTimersByTimeAsync(5000)
  expect(polls).toHaveLength(6)
})

test('[L-07] ends after expire_seconds, also when the server never answers', async () => {
  const polls = server(3, () => 'broken')
  const { shown, end } = follow()
  await vi.advanceTimersByTimeAsync(3100)
  await end
  expect([shown, polls]).toEqual([
    ['waiting', 'expired'],
    [1000, 2000],
  ])
})

test('[L-07] shows the scan, keeps polling after the code has expired, and hands the tokens over once', async () => {
  const answers: Answer[] = [
    { status: 'scanned' },
    { status: 'scanned' },
    { status: 'done', token: 'A', refreshToken: 'R', expires: 9 },
  ]
  const polls = server(2, () => answers.shift() ?? { status: 'expired' })
  const { shown, seen, end } = follow()
  await vi.advanceTimersByTimeAsync(9000)
  await end
  expect(seen).toEqual({ tokens: [{ token: 'A', refreshToken: 'R', expires: 9 }], binds: [] })
  expect([polls.length, shown.at(-1)]).toEqual([3, 'scanned'])
})

test('[L-07] does not poll while the page is hidden, and polls at once when it is shown again', async () => {
  const polls = server(120, () => ({ status: 'bind', bindToken: 'B' }))
  page.visibilityState = 'hidden'
  const { seen, end } = follow()
  await vi.advanceTimersByTimeAsync(5000)
  expect(polls).toEqual([])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  await end
  expect([polls, seen.binds]).toEqual([[5000], ['B']])
})

test('[L-07] says so and offers no retry where WeChat is not configured; offers one after a failure', async () => {
  for (const error of ['wechatClosed', 'wechatFailed']) {
    vi.stubGlobal('fetch', async () => Response.json({ code: 0, data: null, msg: '说明', error }))
    const phases: Phase[] = []
    await followCode(new AbortController().signal, (phase) => phases.push(phase), {
      onTokens: async () => {},
      onBind: () => {},
    })
    expect(phases).toEqual([{ name: 'failed', message: '说明', closed: error === 'wechatClosed' }])
  }
})
