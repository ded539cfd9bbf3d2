import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { defineCall } from '../contract/call.ts'
import { refusalShown } from './shell-events.ts'
import { ApiError, send } from './transport.ts'
import { showRefusal } from './use-call.ts'

const call = defineCall({
  name: 'probe',
  area: 'open',
  summary: '',
  input: z.strictObject({}),
  output: z.object({}),
})

afterEach(() => vi.unstubAllGlobals())

/** A request that ends only when its signal does. */
function neverAnswers() {
  return vi.fn(
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  )
}

describe('[C-07] the timeout of a request', () => {
  it('is 30 s, after which the person sees a message', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    vi.stubGlobal('fetch', neverAnswers())
    const sent = send(call, {})
    expect(timeout).toHaveBeenCalledWith(30_000)
    clock.abort(new DOMException('late', 'TimeoutError'))
    await expect(sent).rejects.toMatchObject({ error: 'network', message: '请求超时，请稍后重试' })
    timeout.mockRestore()
  })

  it('does not exist for multipart requests: files may be large and connections slow', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    const requests: FakeRequest[] = []
    class FakeRequest {
      getResponseHeader = () => null
      timeout = 0
      status = 200
      responseText = '{"code":1,"data":{},"msg":""}'
      upload = {}
      onload = () => {}
      open = vi.fn()
      setRequestHeader = vi.fn()
      send = vi.fn(() => requests.push(this))
    }
    vi.stubGlobal('XMLHttpRequest', FakeRequest)
    const sent = send(call, {}, { file: new File(['x'], 'x.txt') })
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    expect([requests[0]?.timeout, timeout.mock.calls.length]).toEqual([0, 0])
    requests[0]?.onload()
    expect(await sent).toEqual({})
    timeout.mockRestore()
  })
})

it('[Q-56] a number that the browser could not read is sent as text, which the server refuses, not as an empty field', async () => {
  const asked = vi.fn(
    async (_path: string, _init: { body: string }) => new Response(JSON.stringify({ code: 1, data: {} })),
  )
  vi.stubGlobal('fetch', asked)
  await send({ ...call, method: 'POST' }, { limitFen: Number.NaN, other: null } as never)
  expect(asked.mock.calls[0]?.[1].body).toBe('{"limitFen":"NaN","other":null}')
})

describe('[C-08] messages of failed calls', () => {
  const shown: string[] = []
  const hear = (event: Event) => shown.push((event as CustomEvent<{ message: string }>).detail.message)
  beforeEach(() => {
    shown.length = 0
    refusalShown.addEventListener('refusal', hear)
    return () => refusalShown.removeEventListener('refusal', hear)
  })
  const answer = (envelope: object) => vi.fn(async () => new Response(JSON.stringify(envelope)))
  const failing = async (options: Parameters<typeof send>[2] = {}, quiet = false) =>
    send(call, {}, options).catch((caught) => showRefusal(caught, quiet))

  it('a falsy code shows its msg, unless the caller is quiet', async () => {
    vi.stubGlobal('fetch', answer({ code: 0, data: null, msg: '库存不足', error: 'empty' }))
    await failing()
    await failing({}, true)
    expect(shown).toEqual(['库存不足'])
  })

  it('a broken connection shows a message', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))),
    )
    await failing()
    expect(shown).toEqual(['网络连接失败，请检查网络后重试'])
  })

  it('a cancelled request shows nothing', async () => {
    const controller = new AbortController()
    vi.stubGlobal('fetch', neverAnswers())
    const sent = failing({ signal: controller.signal })
    controller.abort()
    await sent
    expect(shown).toEqual([])
  })

  it('the end of a session shows no message, because the login dialog opens; a programming error is thrown', () => {
    showRefusal(new ApiError('登录已失效，请重新登录', 'notSignedIn', 401))
    expect(shown).toEqual([])
    expect(() => showRefusal(new TypeError('bug'))).toThrow('bug')
  })
})
