import { SmartLink } from '../../ui/text/link.tsx'
import type { Description } from '../../ui/layout/description-list.tsx'
import type { FoundSample } from './contract.ts'
import { minuteText } from '../../ui/text/day-text.ts'

/** What staff need to know of a sample in their hands. */
export function sampleFacts(scanned: FoundSample): readonly Description[] {
  const { sample } = scanned
  return [
    { term: '客户编号', value: sample.ownNo },
    {
      term: '名称',
      value: `${sample.name}（${[sample.formName, sample.composition, sample.amount].filter(Boolean).join('，')}）`,
    },
    { term: '项目', value: scanned.projectName },
    { term: '保存条件', value: <strong>{sample.storageName}</strong> },
    {
      term: '订单',
      value: (
        <>
          <SmartLink to={`/console/orders/${sample.orderNo}`}>{sample.orderNo}</SmartLink> {scanned.orderStageName}
        </>
      ),
    },
    { term: '订单进度', value: <strong>{`已收 ${scanned.received}/${scanned.total}`}</strong> },
    { term: '快递', value: sample.waybill ? `${sample.courier} ${sample.waybill}` : '' },
    { term: '退回', value: sample.returnWanted ? '需要退回' : '不需要' },
    ...(sample.returnedAt
      ? [
          {
            term: '寄回',
            value: `${minuteText(sample.returnedAt)}，${sample.returnCourier} ${sample.returnWaybill}`,
            wide: true,
          },
        ]
      : []),
    ...(sample.remark ? [{ term: '备注', value: sample.remark, wide: true }] : []),
    ...(sample.receivedAt
      ? [
          {
            term: '已收样',
            value: [
              minuteText(sample.receivedAt),
              sample.shelf,
              sample.condition,
              sample.weightMg === null ? '' : `实测 ${sample.weightMg} mg`,
            ]
              .filter(Boolean)
              .join('，'),
            wide: true,
          },
        ]
      : []),
  ]
}
