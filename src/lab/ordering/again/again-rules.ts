import { type DraftSample, fitNumber, mostDraftSamples } from '../../samples/entry/draft-rules.ts'
import type { OrderedSample } from '../../samples/entry/entry-rules.ts'
import type { ServiceType } from '../../samples/service-rules.ts'

/** What of a sample describes the next one like it: not its number, stage, parcel or place. */
export type FormerSample = Omit<OrderedSample, 'planId'> & { lineId: number }

/** The rows that a line of the plan gets from the samples of an order, beside rows that are there already. */
export function rowsAgain(
  former: readonly FormerSample[],
  planId: number,
  there: readonly DraftSample[],
): { rows: DraftSample[]; renumbered: number; left: number } {
  const used = new Set(there.map(({ ownNo }) => fitNumber(ownNo)))
  let renumbered = 0
  const numberFor = (ownNo: string): string => {
    let number = ownNo
    for (let next = 1; used.has(fitNumber(number)); next += 1) number = String(next)
    used.add(fitNumber(number))
    if (number !== ownNo) renumbered += 1
    return number
  }
  const rows = former
    .slice(0, Math.max(0, mostDraftSamples - there.length))
    .map(({ lineId: _lineId, ...sample }) => ({ ...sample, planId, ownNo: numberFor(sample.ownNo) }))
  return { rows, renumbered, left: former.length - rows.length }
}

interface TakenLine {
  refused: string
  samples: number
  left: number
  renumbered: number
  dropped: readonly { label: string; text: string }[]
}

/** What the customer reads about one project of the order. */
export function takenWords(line: TakenLine, serviceType: ServiceType): string {
  if (line.refused !== '') return `未加入，${line.refused}`
  const dropped = line.dropped.map(({ label, text }) => (text ? `${label}（原为 ${text}）` : label))
  const what = serviceType === 3 ? '份数据的名称与说明' : '个样品的名称、成分、危险性、备注等'
  return [
    dropped.length === 0 ? '参数已沿用' : `参数已沿用，以下几项现在不能选用，没有沿用：${dropped.join('、')}`,
    line.samples === 0 ? '样品信息没有沿用，请重新填写' : `${line.samples} ${what}已填入下单草稿，提交前请核对`,
    ...(line.left > 0 ? [`另有 ${line.left} 个在草稿中放不下，请重新填写`] : []),
    ...(line.renumbered > 0 ? [`其中 ${line.renumbered} 个的自编号与方案中的其他样品重复，已换了编号`] : []),
  ].join('；')
}
