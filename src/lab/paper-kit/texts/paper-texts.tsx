import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { fileName } from '../../../ui/chart/save-figure.ts'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { reportPaper } from '../contract.ts'
import css from './paper-texts.module.css'

type Paper = OutputOf<typeof reportPaper>

/** Methods paragraph, acknowledgement and tables of results, to be copied into a manuscript. */
export function PaperTextsButton({ orderNo }: { orderNo: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        方法段落
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="方法段落与结果表" size="l">
        <Texts orderNo={orderNo} />
      </Dialog>
    </>
  )
}

function Texts({ orderNo }: { orderNo: string }) {
  const { data, error, refetch, isFetching } = useCall(reportPaper, { orderNo })
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton lines={4} />
  return (
    <Tabs
      label="语言与结果表"
      tabs={[
        { id: 'zh', label: '中文', content: <Text text={data.zh} lang="zh-CN" /> },
        { id: 'en', label: '英文', content: <Text text={data.en} lang="en" /> },
        { id: 'tables', label: '结果表', count: data.tables.length, content: <Tables tables={data.tables} /> },
      ]}
    />
  )
}

function Text({ text: { methods, acknowledgement, missing }, lang }: { text: Paper['zh']; lang: string }) {
  return (
    <div className={css.texts}>
      <Block title="方法段落" text={methods} lang={lang} />
      <Block title="致谢" text={acknowledgement} lang={lang} />
      {missing.length > 0 && (
        <section aria-label="记录中没有的内容">
          <h3 className={css.title}>记录中没有：</h3>
          <ul className={css.missing}>
            {missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </section>
      )}
      <p className={css.note}>内容只取自检测记录，未作补充或推断。投稿前请核对，并补充上面没有的内容。</p>
    </div>
  )
}

function Block({ title, text, lang }: { title: string; text: string; lang: string }) {
  return (
    <section aria-label={title}>
      <div className="cluster">
        <h3 className={css.title}>{title}</h3>
        {text !== '' && <CopyButton text={text}>{`复制${title}`}</CopyButton>}
      </div>
      <p className={css.text} lang={text === '' ? undefined : lang}>
        {text || '检测记录的内容不足，不能写成句子。'}
      </p>
    </section>
  )
}

function Tables({ tables }: { tables: Paper['tables'] }) {
  if (tables.length === 0)
    return (
      <EmptyState title="没有结果数值" icon="file">
        这份订单的结果在数据文件中，检测记录没有填写数值。
      </EmptyState>
    )
  return (
    <div className={css.texts}>
      {tables.map((table, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- two tests may have one name
        <section key={i} aria-label={table.title}>
          <h3 className={css.title}>{table.title}</h3>
          <div className="cluster">
            <RichCopy table={table} />
            <CopyButton text={table.latex}>复制 LaTeX</CopyButton>
            <Button
              size="s"
              variant="quiet"
              icon="download"
              onClick={() => saveAs(`${fileName(table.title)}.csv`, table.csv, 'text/csv')}
            >
              CSV
            </Button>
          </div>
          <pre className={css.code}>
            <code>{table.latex}</code>
          </pre>
        </section>
      ))}
    </div>
  )
}

/** Word takes the table from the clipboard as a table; other programs take tab-separated text. */
function RichCopy({ table: { html, text } }: { table: Paper['tables'][number] }) {
  const [said, setSaid] = useState<string>()
  const copy = async () => {
    try {
      const item = new ClipboardItem({
        'text/html': new Blob([html], { type: 'text/html' }),
        'text/plain': new Blob([text], { type: 'text/plain' }),
      })
      await navigator.clipboard.write([item])
      setSaid('已复制')
    } catch {
      setSaid('浏览器不允许复制表格，请下载 CSV')
    }
    setTimeout(() => setSaid(undefined), 3000)
  }
  return (
    <Button size="s" variant="quiet" icon="copy" onClick={() => void copy()}>
      <span aria-live="polite">{said ?? '复制表格（Word）'}</span>
    </Button>
  )
}
