import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { curlOf, exampleOf, type InputSchema } from '../../core/api-keys/example-rules.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { CopyButton } from '../../ui/inputs/copy-button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select, TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/states.tsx'
import css from './try-call.module.css'

interface Operation {
  summary: string
  parameters?: { name: string }[]
  requestBody: { content: Record<string, { schema: InputSchema }> }
}

interface Offered {
  path: string
  summary: string
  idempotent: boolean
  example: string
}

/** The calls of keys, from the same document that programs read. */
async function offeredCalls(): Promise<Offered[]> {
  const answer = await fetch('/api/docs/keys.json')
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`)
  const { paths } = (await answer.json()) as { paths: Record<string, { post?: Operation }> }
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post
      ? [
          {
            path,
            summary: post.summary,
            idempotent: post.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false,
            example: JSON.stringify(exampleOf(post.requestBody.content['application/json']?.schema ?? {}), null, 2),
          },
        ]
      : [],
  )
}

/** Makes a call with a key that the person pastes. It is a real call: what it writes, is written. */
export function TryCall() {
  const calls = useQuery({ queryKey: ['key-calls'], queryFn: offeredCalls, staleTime: Infinity })
  return (
    <Card title="试一试">
      {calls.data ? (
        <TryForm calls={calls.data} />
      ) : calls.error ? (
        <ErrorState onRetry={() => void calls.refetch()} busy={calls.isFetching}>
          接口说明没有读到，请重试
        </ErrorState>
      ) : (
        <Skeleton lines={3} />
      )}
    </Card>
  )
}

interface Answer {
  status: number
  milliseconds: number
  text: string
}

function TryForm({ calls }: { calls: readonly Offered[] }) {
  const [path, setPath] = useState('/api/auth/order/history')
  const call = calls.find((each) => each.path === path) ?? calls[0]
  const [key, setKey] = useState('')
  const [body, setBody] = useState(call?.example ?? '{}')
  const [answer, setAnswer] = useState<Answer>()
  const [busy, setBusy] = useState(false)
  if (!call) return null
  const fault = faultOf(body)
  const send = async () => {
    setBusy(true)
    setAnswer(await answerOf(call, key.trim(), body))
    setBusy(false)
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && !fault && key.trim() !== '') void send()
      }}
    >
      <p>用您的密钥真实调用本站接口：写入类接口会真的写入。密钥只在本页使用，不会保存。</p>
      <Field label="接口">
        <Select
          value={call.path}
          options={calls.map((each) => ({ value: each.path, label: `${each.summary}（${each.path}）` }))}
          onValue={(next) => {
            setPath(next)
            setBody(calls.find((each) => each.path === next)?.example ?? '{}')
            setAnswer(undefined)
          }}
        />
      </Field>
      <Field label="密钥" required>
        <TextInput value={key} onValue={setKey} placeholder="mx_live_…" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="参数（JSON）" {...(fault ? { error: fault } : {})}>
        <TextArea className={css.code} rows={6} value={body} onValue={setBody} spellCheck={false} />
      </Field>
      <div className="cluster">
        <Button type="submit" variant="primary" busy={busy}>
          发送
        </Button>
        <CopyButton
          text={curlOf(window.location.origin + call.path, key.trim() || 'mx_live_…', compact(body), call.idempotent)}
        >
          复制 curl 命令
        </CopyButton>
      </div>
      {answer && (
        <section aria-label="返回" role="status">
          <p>
            HTTP {answer.status}，{answer.milliseconds} 毫秒
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls must be reached by the keyboard */}
          <pre className={css.answer} tabIndex={0}>
            {answer.text}
          </pre>
        </section>
      )}
    </form>
  )
}

async function answerOf({ path, idempotent }: Offered, key: string, body: string): Promise<Answer> {
  const begun = performance.now()
  const time = () => Math.round(performance.now() - begun)
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotent ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      body,
    })
    const text = await response.text()
    return { status: response.status, milliseconds: time(), text: pretty(text) }
  } catch {
    return { status: 0, milliseconds: time(), text: '没有连上服务器，请检查网络后重试' }
  }
}

function faultOf(body: string): string | undefined {
  try {
    JSON.parse(body)
    return undefined
  } catch {
    return '不是有效的 JSON，请检查引号、逗号与括号'
  }
}

function pretty(text: string): string {
  return faultOf(text) === undefined ? JSON.stringify(JSON.parse(text), null, 2) : text
}

function compact(text: string): string {
  return faultOf(text) === undefined ? JSON.stringify(JSON.parse(text)) : text
}
