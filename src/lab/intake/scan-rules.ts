import { waybillsAmong } from '../samples/parcels/waybill-rules.ts'
import { placeText } from '../samples/shelves/shelf-rules.ts'
import { isSlipNumber } from './slip-rules.ts'

/** What is said of a code that opens nothing at 扫码收样: what it is, when it can be told, and what can be scanned instead. */
export function unreadText(typed: string, isShelf: boolean): string {
  const text = placeText(typed)
  if (isShelf) return `“${text}”是架位。请先扫送样单、快递单或样品标签，再扫架位填入存放位置`
  if (waybillsAmong([text]).length > 0) return `“${text}”：没有样品填写过这个快递单号。请打开包裹，扫里面的送样单`
  return `“${text}”不是这里能识别的编号。请扫送样单、样品标签（以 MX 开头）或快递单（不少于 10 位）；编号也可以手工输入`
}

/** The same at 手机收样, which reads labels of samples alone. */
export function noSampleText(typed: string): string {
  const text = placeText(typed)
  return isSlipNumber(text)
    ? `“${text}”是送样单。这里请扫样品标签；整包登记请用“扫码收样”`
    : `“${text}”不是样品编号。请扫样品标签，编号以 MX 开头`
}
