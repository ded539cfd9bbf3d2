import { type RefObject, useEffect, useRef, useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { IncomingPickups } from '../../pickups/staff/incoming-pickups.tsx'
import { staffOrderList } from '../../orders/lists/list-contract.ts'
import type { FoundSample } from '../contract.ts'
import type { Slip } from '../slip-contract.ts'
import css from './intake.module.css'
import { type Done, IntakeLog } from './intake-log.tsx'
import { ScanForm } from './scan-form.tsx'
import { ScannedSample } from './scanned-sample.tsx'
import { SlipCard } from './slip.tsx'
import { useScans } from './use-scans.ts'

export const meta = () => [{ title: '扫码收样 · 明析科测后台' }]

/** A scanner acts as a keyboard and ends its input with Enter. The focus returns to the scan field after every action. */
export default function Intake() {
  const scan = useRef<HTMLInputElement>(null)
  const work = useRef<HTMLDivElement>(null)
  const [log, setLog] = useState<Done[]>([])
  const { scanned, opened, shelf, fault, said, busy, open, setSaid, ...scans } = useScans()
  useScannerAt(scan, scanned ?? opened?.slip)
  const look = async (text: string) => {
    await scans.look(text)
    if (scan.current) scan.current.value = ''
    scan.current?.focus()
  }
  const finish = (done: Done) => {
    setLog((before) => [done, ...before].slice(0, 50))
    setSaid(done.text)
    open({})
  }

  return (
    <>
      <PageHeader
        title="扫码收样"
        sub="扫送样单或快递单登记整包样品，或扫样品标签逐个登记；也可以输入编号后回车。"
        actions={<AwaitedOrders />}
      />
      <ScanForm
        label="送样单、样品编号或快递单号"
        field={scan}
        fault={fault}
        busy={busy}
        onText={(text) => void look(text)}
        onEmpty={() => work.current?.querySelector('form')?.requestSubmit()}
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <div ref={work} className={opened ? css.whole : css.columns}>
        {opened ? (
          <SlipCard
            key={opened.slip.orderNo}
            {...opened}
            scannedShelf={shelf}
            onEntries={(entries) => open({ opened: { ...opened, entries }, shelf })}
            onDone={finish}
            onScan={(text) => void look(text)}
          />
        ) : scanned ? (
          <ScannedSample
            key={scanned.sample.sampleNo}
            scanned={scanned}
            scannedShelf={shelf}
            onDone={finish}
            onScan={(text) => void look(text)}
          />
        ) : (
          <Card>
            <EmptyState title="等待扫码" icon="qr">
              扫送样单或包裹上的快递单，这里列出整包样品，标出异常后一次登记；扫样品标签，核对后登记它的重量、状况和存放位置。再扫架位标签填入存放位置，按回车登记。
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
function useScannerAt(field: RefObject<HTMLInputElement | null>, scanned: FoundSample | Slip | undefined) {
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

/** The orders whose samples have not arrived, as many as the menu counts. */
function AwaitedOrders() {
  const orders = useCall(staffOrderList, { filters: { queue: ['receive'] }, size: 1 }, { refetchSeconds: 60 })
  if (!orders.data) return null
  return (
    <ButtonLink to="/console/orders?queue=receive&sort=created" icon="file">
      待收样 {orders.data.total} 单
    </ButtonLink>
  )
}
