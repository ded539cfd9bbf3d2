import { useEffect, useRef, useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { CameraScan } from '../../../ui/scan/camera-scan.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { Icon } from '../../../ui/text/icon.tsx'
import { sampleNoField } from '../../samples/contract.ts'
import { keepShell } from '../bench/keep-shell.ts'
import { useWaiting } from '../bench/use-waiting.ts'
import type { BenchAct } from '../bench/waiting-rules.ts'
import { staffSampleFind } from '../contract.ts'
import { noSampleText } from '../scan-rules.ts'
import { BenchSample, type Scanned } from './bench-sample.tsx'
import { ScanForm } from './scan-form.tsx'
import { SentList, WaitingList } from './bench-waiting.tsx'
import css from './bench.module.css'

export const meta = () => [{ title: '手机收样 · 明析科测后台' }]

export default function Bench() {
  const { id } = useStaff()
  const field = useRef<HTMLInputElement>(null)
  const work = useWaiting(id)
  const [scanned, setScanned] = useState<Scanned>()
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    // Without it the page works, but needs the network to open.
    keepShell().catch(() => undefined)
    field.current?.focus()
  }, [])
  const looks = useRef(0)
  const look = async (text: string) => {
    looks.current += 1
    const own = looks.current
    if (field.current) field.current.value = ''
    setFault(undefined)
    setScanned(undefined)
    const parsed = sampleNoField.safeParse(text)
    if (!parsed.success) return setFault(noSampleText(text))
    const sampleNo = parsed.data
    try {
      const found = await send(staffSampleFind, { sampleNo })
      // On a slow network the next sample may be scanned before this answer.
      if (own === looks.current) setScanned({ sampleNo, found })
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (own !== looks.current) return
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
    <div className={cx('stack', css.page)}>
      <PageHeader title="手机收样" sub="扫样品标签，收样、移架、拍照；没有网络时先存在手机里，联网后自动发送。" />
      {!work.reached && (
        <p role="status" className={css.offline}>
          <Icon name="alert" />
          没有网络，操作先存在这台手机里
        </p>
      )}
      <div>
        <ScanForm label="样品编号" field={field} fault={fault} onText={(text) => void look(text)}>
          <CameraScan takes={(code) => sampleNoField.safeParse(code).success} onCode={(code) => void look(code)}>
            相机扫码
          </CameraScan>
        </ScanForm>
      </div>
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
