import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { PhotoCodesButton } from '../../../ui/scan/photo-codes-button.tsx'
import { courierOf, waybillsAmong } from './waybill-rules.ts'

export interface FoundWaybill {
  waybill: string
  /** Undefined when the number does not tell. */
  courier: string | undefined
}

/** Fills a waybill in from a photo of it; with several codes the person says which one it is. The form is never sent by itself. */
export function WaybillPhoto({ onFound }: { onFound: (found: FoundWaybill) => void }) {
  const [several, setSeveral] = useState<string[]>([])
  const [said, setSaid] = useState('')
  const take = (waybill: string) => {
    const courier = courierOf(waybill)
    setSeveral([])
    setSaid(courier ? `已填入 ${courier} ${waybill}，请核对后保存` : `已填入 ${waybill}，请选择快递公司并核对`)
    onFound({ waybill, courier })
  }
  const found = (codes: string[] | undefined) => {
    const waybills = waybillsAmong(codes ?? [])
    const [only] = waybills
    setSeveral([])
    if (!codes) return setSaid('照片无法识别，请换一张照片，或手动填写')
    if (only === undefined) return setSaid('没有找到快递单号，请对准面单上的条形码再拍一张，或手动填写')
    if (waybills.length === 1) return take(only)
    setSeveral(waybills)
    setSaid('照片里有多个号码，请选择快递单号：')
  }
  return (
    <div className="stack">
      <div className="cluster">
        <PhotoCodesButton onCodes={found}>拍面单识别单号</PhotoCodesButton>
        <span role="status">{said}</span>
      </div>
      {several.length > 0 && (
        <div className="cluster">
          {several.map((waybill) => (
            <Button key={waybill} size="s" onClick={() => take(waybill)}>
              {[courierOf(waybill), waybill].filter(Boolean).join(' ')}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
