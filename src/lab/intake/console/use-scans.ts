import { useState } from 'react'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { sampleNoField } from '../../samples/contract.ts'
import { staffSampleList } from '../../samples/list-contract.ts'
import { waybillsAmong } from '../../samples/parcels/waybill-rules.ts'
import { shelfList } from '../../samples/shelves/shelf-contract.ts'
import { placeText } from '../../samples/shelves/shelf-rules.ts'
import { type FoundSample, staffSampleFind } from '../contract.ts'
import { type Slip, staffSampleSlip } from '../slip-contract.ts'
import { unreadText } from '../scan-rules.ts'
import { isSlipNumber } from '../slip-rules.ts'
import { arrivedEntry, entriesOf, type SlipEntries } from './slip.tsx'

/** What is shown: a parcel or a sample, and the shelf whose label was scanned for it. */
interface Shown {
  opened?: { slip: Slip; entries: SlipEntries }
  scanned?: FoundSample
  shelf?: string | undefined
}

/**
 * What each scan means. A label of the open slip ticks its sample, and the label of a shelf says where the shown samples go; any other
 * scan replaces what is shown.
 */
export function useScans() {
  const [shown, open] = useState<Shown>({})
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const { opened, scanned } = shown

  const meant = async (text: string): Promise<void> => {
    const sampleNo = sampleNoField.safeParse(text)
    if (opened && sampleNo.data !== undefined && sampleNo.data in opened.entries) {
      open({ ...shown, opened: { ...opened, entries: { ...opened.entries, [sampleNo.data]: arrivedEntry } } })
      return setSaid(`${sampleNo.data} 已核对`)
    }
    if (isSlipNumber(text)) return open({ opened: await slipOf(text) })
    if (sampleNo.success) return open({ scanned: await send(staffSampleFind, { sampleNo: sampleNo.data }) })
    const shelf = await isShelf(text)
    if (shelf && (opened || scanned)) {
      open({ ...shown, shelf: placeText(text) })
      return setSaid(`存放位置 ${placeText(text)}`)
    }
    const [waybill] = waybillsAmong([text])
    const [first, ...others] = waybill === undefined ? [] : await ordersSentBy(waybill)
    // Another code of the parcel: what is open, with the weights typed into it, stays.
    if (first === undefined) return setFault(unreadText(text, shelf))
    open({ opened: await slipOf(first) })
    if (others.length > 0) setFault(`这个包裹里还有送样单 ${others.join('、')}，登记后请逐张扫描`)
  }
  const look = async (text: string) => {
    setFault(undefined)
    setBusy(true)
    try {
      await meant(text)
    } catch (cause) {
      // Without an answer nothing is known of the code, and the weights typed into what is open stay.
      if (!(cause instanceof ApiError && cause.error === 'network')) open({})
      setFault(cause instanceof ApiError ? `${placeText(text)}：${cause.message}` : (cause as Error).message)
    }
    setBusy(false)
  }
  return { ...shown, fault, said, busy, look, open, setSaid }
}

async function slipOf(orderNo: string): Promise<NonNullable<Shown['opened']>> {
  const slip = await send(staffSampleSlip, { orderNo })
  return { slip, entries: entriesOf(slip) }
}

async function isShelf(text: string): Promise<boolean> {
  const code = placeText(text)
  return code.length <= 20 && (await send(shelfList, { codes: [code], size: 1 })).list.length > 0
}

/** The orders whose samples travel under this number of a courier, on however many pages they are listed. */
async function ordersSentBy(waybill: string): Promise<string[]> {
  const orders = new Set<string>()
  let after: string | undefined
  do {
    const { list, next } = await send(staffSampleList, { kw: waybill, size: 100, ...(after && { after }) })
    for (const sample of list) if (sample.waybill === waybill) orders.add(sample.orderNo)
    after = next ?? undefined
  } while (after)
  return [...orders]
}
