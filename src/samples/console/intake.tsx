import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/client/use-call.ts'
import { ApiError } from '../../platform/client/transport.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Card } from '../../ui/card.tsx'
import { sampleNoField, staffSampleFind } from '../contract.ts'
import css from './intake.module.css'
import { type Done, IntakeLog } from './intake-log.tsx'
import { ScannedSample } from './scanned-sample.tsx'

export const meta = () => [{ title: '扫码收样 · 明析科测后台' }]

export type Scanned = OutputOf<typeof staffSampleFind>

/** The scanner is a keyboard: its line ends with Enter. The cursor lives in one field and comes back to it after everything that is done. */
export default function Intake() {
  const scan = useRef<HTMLInputElement>(null)
  const [scanned, setScanned] = useState<Scanned>()
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [log, setLog] = useState<Done[]>([])
  const find = useAct(staffSampleFind, { quiet: true })
  useTypingGoesTo(scan)

  const look = async (text: string) => {
    const parsed = sampleNoField.safeParse(text)
    setScanned(undefined)
    setFault(undefined)
    try {
      if (!parsed.success) throw new Error(`“${text}”：${parsed.error.issues[0]?.message}`)
      setScanned(await find.submit({ sampleNo: parsed.data }))
    } catch (cause) {
      setFault(cause instanceof ApiError ? `${parsed.data ?? text}：${cause.message}` : (cause as Error).message)
    }
    if (scan.current) scan.current.value = ''
    scan.current?.focus()
  }
  const finish = (done: Done) => {
    setLog((before) => [done, ...before].slice(0, 50))
    setSaid(done.text)
    setScanned(undefined)
    scan.current?.focus()
  }

  return (
    <>
      <PageHeader title="扫码收样" sub="用扫码枪扫样品标签，或输入样品编号后回车。" />
      <form
        className={css.scan}
        onSubmit={(event) => {
          event.preventDefault()
          const text = scan.current?.value.trim() ?? ''
          if (text !== '' && !find.busy) void look(text)
        }}
      >
        <label htmlFor="scan" className="visually-hidden">
          样品编号
        </label>
        <input
          id="scan"
          ref={scan}
          className={css.field}
          placeholder="样品编号"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={40}
          aria-describedby={fault ? 'scan-fault' : undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is this field: a scanner types wherever the cursor is
          autoFocus
        />
        <Button type="submit" variant="primary" busy={find.busy}>
          查找
        </Button>
      </form>
      {fault && (
        <p id="scan-fault" role="alert" className={css.fault}>
          <Icon name="alert" />
          {fault}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div className={css.columns}>
        {scanned ? (
          <ScannedSample key={scanned.sample.sampleNo} scanned={scanned} onDone={finish} onScan={look} />
        ) : (
          <Card>
            <EmptyState title="等待扫码" icon="qr">
              每扫一个样品，这里显示它的订单、项目、危险性和保存条件，核对后登记重量、状况和存放位置。
            </EmptyState>
          </Card>
        )}
        <IntakeLog log={log} />
      </div>
    </>
  )
}

/** After a click somewhere beside the fields, the next scan still lands in the scan field. */
function useTypingGoesTo(field: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
      const at = document.activeElement
      if (at && at !== document.body && at.id !== 'main' && at.tagName !== 'H1') return
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
