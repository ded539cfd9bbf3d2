import { useState } from 'react'
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { loadCall } from '../../../platform/client/server-api.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { FileInput } from '../../../ui/inputs/file-input.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { reportVerify } from '../contract.ts'
import css from './verify.module.css'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const code = params.code ?? new URL(request.url).searchParams.get('code') ?? ''
  const found = code === '' ? null : await loadCall(context, reportVerify, { code: code.slice(0, 60) })
  return data({ asked: code.slice(0, 60), found }, { status: found?.state === 'unknown' ? 404 : 200 })
}

export const meta = () => [{ title: '验证检测报告 · 明析科测' }, { name: 'robots', content: 'noindex' }]

const outcomes: Record<string, { tone: Tone; title: string; text: string }> = {
  valid: {
    tone: 'ok',
    title: '报告有效',
    text: '该报告由我们出具，目前有效。请核对订单号，并用下方工具核对数据文件。',
  },
  replaced: {
    tone: 'warn',
    title: '报告已被替换',
    text: '该报告曾由我们出具，之后已被更正后的新版本替换，请向委托方索取最新版本。',
  },
  retesting: {
    tone: 'warn',
    title: '复测中',
    text: '该报告由我们出具，所涉样品正在复测，结果可能更正。复测完成前请勿作为最终依据。',
  },
  correcting: {
    tone: 'warn',
    title: '更正中',
    text: '该报告由我们出具，正在更正，更正后会出具新版本。更正完成前请勿作为最终依据。',
  },
  disputed: {
    tone: 'warn',
    title: '异议处理中',
    text: '该报告由我们出具，委托方对结果提出了异议，正在处理。处理完毕前请勿作为最终依据。',
  },
  withdrawn: { tone: 'danger', title: '报告已撤回', text: '该报告已被撤回，不应再作为依据。' },
  unknown: {
    tone: 'danger',
    title: '没有找到这份报告',
    text: '请检查验证码是否输入正确。若确认无误，该报告不是由我们出具。',
  },
}

/** Public page: checks whether a report is valid, and whether a data file belongs to it. */
export default function Verify() {
  const { asked, found } = useLoaderData<typeof loader>()
  const outcome = found && outcomes[found.state]
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title="验证检测报告"
        sub="输入报告上的验证码，核对报告是否由我们出具、是否仍然有效。"
        crumbs={[{ label: '首页', to: '/' }, { label: '验证检测报告' }]}
      />
      <form method="get" action="/verify" className={css.form}>
        <Field label="验证码">
          <TextInput
            name="code"
            defaultValue={asked}
            autoComplete="off"
            placeholder="XXXX-XXXX-XXXX"
            maxLength={60}
            required
            key={asked}
          />
        </Field>
        <Button type="submit" variant="primary">
          验证
        </Button>
      </form>
      {found && outcome && (
        <Card title={<StageBadge tone={outcome.tone}>{outcome.title}</StageBadge>}>
          <p role="status" className={css.text}>
            {outcome.text}
          </p>
          {found.state !== 'unknown' && (
            <DescriptionList
              items={[
                { term: '验证码', value: <span className="num">{found.code}</span> },
                { term: '订单号', value: <span className="num">{found.orderNo}</span> },
                { term: '检测项目', value: found.title },
                { term: '版本', value: `第 ${found.edition} 版` },
                { term: '出具时间', value: <span className="num">{found.publishedAt}</span> },
                ...(found.current
                  ? [{ term: '现行版本', value: `第 ${found.current.edition} 版（${found.current.publishedAt}）` }]
                  : []),
                ...(found.changeNote ? [{ term: '与上一版的变化', value: found.changeNote, wide: true }] : []),
                { term: '数据文件', value: `${found.checksums.length} 个` },
              ]}
            />
          )}
        </Card>
      )}
      {found && found.checksums.length > 0 && <FileCheck checksums={found.checksums} />}
    </div>
  )
}

/** The file is not sent: only its checksum is computed in the browser and compared. */
function FileCheck({ checksums }: { checksums: string[] }) {
  const [results, setResults] = useState<{ name: string; matches: boolean }[]>([])
  const check = async (files: File[]) => {
    for (const file of files) {
      const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
      const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      setResults((before) => [{ name: file.name, matches: checksums.includes(hex) }, ...before])
    }
  }
  return (
    <Card title="核对数据文件">
      <p className={css.text}>
        选择您手中的数据文件，核对它与报告所列的是否完全一致。文件不会上传，只在本机计算校验值。
      </p>
      <FileInput onFiles={(files) => void check(files)} multiple aria-label="选择要核对的文件" />
      <ul className={css.results} aria-live="polite">
        {results.map((result, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same file may be checked twice
          <li key={`${results.length - i}`}>
            <StageBadge tone={result.matches ? 'ok' : 'danger'}>{result.matches ? '一致' : '不一致'}</StageBadge>{' '}
            {result.name}
          </li>
        ))}
      </ul>
    </Card>
  )
}
