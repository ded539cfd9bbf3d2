import { type RefObject, useEffect, useRef, useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { ApiError } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Card } from '../../../ui/card.tsx'
import { IncomingPickups } from '../../pickups/incoming-pickups.tsx'
import { sampleNoField } from '../../samples/contract.ts'
import { type FoundSample, staffSampleFind } from '../contract.ts'
import css from './intake.module.css'
import { type Done, IntakeLog } from './intake-log.tsx'
import { ScannedSample } from './scanned-sample.tsx'

export const meta = () => [{ title: '扫码收样 · 明析科测后台' }]

/** A scanner acts as a keyboard and ends its input with Enter. The focus returns to the scan field after every action. */
export default function Intake() {
  const scan = useRef<HTMLInputElement>(null)
  const [scanned, setScanned] = useState<FoundSample>()
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [log, setLog] = useState<Done[]>([])
  const find = useAct(staffSampleFind, { quiet: true })
  useScannerAt(scan, scanned)

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
      <IncomingPickups />
    </>
  )
}

/**
 * A scanner types into whatever has the focus. The scan field gets the focus at the start and whenever the shown sample changes
 * (in an effect, since an open dialog holds the focus until it is removed), and when somebody types outside any field.
 */
function useScannerAt(field: RefObject<HTMLInputElement | null>, scanned: FoundSample | undefined) {
  // oxlint-disable-next-line react/exhaustive-deps -- a change of the sample must return the focus
  useEffect(() => field.current?.focus(), [field, scanned])
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
