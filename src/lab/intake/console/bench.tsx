import { useEffect, useRef, useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CameraScan } from '../../../ui/scan/camera-scan.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { sampleNoField } from '../../samples/contract.ts'
import { keepShell } from '../bench/keep-shell.ts'
import { useWaiting } from '../bench/use-waiting.ts'
import type { BenchAct } from '../bench/waiting-rules.ts'
import { staffSampleFind } from '../contract.ts'
import { BenchSample, type Scanned } from './bench-sample.tsx'
import { SentList, WaitingList } from './bench-waiting.tsx'
import css from './bench.module.css'

export const meta = () => [{ title: '手机收样 · 明析科测后台' }]

export default function Bench() {
  const { id } = useStaff()
  const work = useWaiting(id)
  const [scanned, setScanned] = useState<Scanned>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    // Without it the page works, but needs the network to open.
    keepShell().catch(() => undefined)
  }, [])
  const look = async (text: string) => {
    setFault(undefined)
    setScanned(undefined)
    const parsed = sampleNoField.safeParse(text)
    if (!parsed.success) return setFault(`“${text}”：${parsed.error.issues[0]?.message}`)
    const sampleNo = parsed.data
    try {
      setScanned({ sampleNo, found: await send(staffSampleFind, { sampleNo }) })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (cause.error === 'network') setScanned({ sampleNo })
      else setFault(`${sampleNo}：${cause.message}`)
    }
  }
  const act = async (sampleNo: string, done: BenchAct) => {
    try {
      await work.add(sampleNo, done)
    } catch {
      toast.error('这台手机存不下这项操作，请腾出存储空间后重试')
      throw new Error('not kept')
    }
    if (done.kind !== 'photo') setScanned(undefined)
  }
  return (
    <div className="stack">
      <PageHeader title="手机收样" sub="扫样品标签，收样、移架、拍照；没有网络时先存在手机里，联网后自动发送。" />
      {!work.reached && (
        <p role="status" className={css.offline}>
          <Icon name="alert" />
          没有网络，操作先存在这台手机里
        </p>
      )}
      <Scan onText={(text) => void look(text)} fault={fault} />
      {scanned ? (
        <BenchSample key={scanned.sampleNo} scanned={scanned} onAct={(done) => act(scanned.sampleNo, done)} />
      ) : (
        <Card>
          <EmptyState title="等待扫码" icon="qr">
            用相机或扫码枪扫样品标签，也可以输入编号后回车。
          </EmptyState>
        </Card>
      )}
      <WaitingList waiting={work.waiting} onAgain={work.again} onDrop={work.drop} />
      <SentList sent={work.sent} />
    </div>
  )
}

function Scan({ onText, fault }: { onText: (text: string) => void; fault: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={css.scan}
      onSubmit={(event) => {
        event.preventDefault()
        const text = field.current?.value.trim() ?? ''
        if (field.current) field.current.value = ''
        if (text !== '') onText(text)
      }}
    >
      <label htmlFor="scan" className="visually-hidden">
        样品编号
      </label>
      <input
        id="scan"
        ref={field}
        className={css.field}
        placeholder="样品编号"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={40}
        aria-describedby={fault ? 'scan-fault' : undefined}
      />
      <span className="cluster">
        <Button type="submit" variant="primary">
          查找
        </Button>
        <CameraScan takes={(code) => sampleNoField.safeParse(code).success} onCode={onText}>
          相机扫码
        </CameraScan>
      </span>
      {fault && (
        <p id="scan-fault" role="alert" className={css.fault}>
          {fault}
        </p>
      )}
    </form>
  )
}
