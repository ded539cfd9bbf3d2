import { staffOrderDetail } from '../../../lab/orders/staff/staff-contract.ts'
import { DueIn, OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { samplesTitle } from '../../../lab/orders/rules.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'

const MOST_SAMPLES = 8

/** An order in short, beside the list. */
export function OrderPreview({ orderNo }: { orderNo: string }) {
  const order = useCall(staffOrderDetail, { orderNo })
  return (
    <div className="stack">
      <h2 className="num">{orderNo}</h2>
      <Loaded of={order}>
        {(data) => (
          <>
            <div className="cluster">
              <OrderStageBadge stage={data.stage}>{data.stageName}</OrderStageBadge>
              {data.next && (
                <span>
                  {data.next.who === 'customer' && '客户：'}
                  {data.next.what} {data.next.dueAt && <DueIn at={data.next.dueAt} />}
                </span>
              )}
            </div>
            <DescriptionList
              single
              items={[
                { term: '客户', value: [data.customer.name, data.customer.company].filter(Boolean).join('，') },
                ...(data.payer ? [{ term: '付款方', value: data.payer.name }] : []),
                {
                  term: '项目',
                  value: (
                    <ul role="list">
                      {data.lines.map((line) => (
                        <li key={line.id}>
                          {line.projectName}，{line.sampleCount} 个样品{line.urgent && '，加急'}
                        </li>
                      ))}
                    </ul>
                  ),
                },
                { term: '负责人', value: data.assigneeName || '未分派' },
                {
                  term: '费用',
                  value: <Money fen={data.finalFen ?? data.quoteFen ?? data.estimateFen ?? 0} />,
                },
                ...(data.callNote ? [{ term: '致电记录', value: data.callNote }] : []),
              ]}
            />
            <div>
              <h3>{samplesTitle(data)}</h3>
              <ul role="list">
                {data.samples.slice(0, MOST_SAMPLES).map((sample) => (
                  <li key={sample.sampleNo}>
                    <span className="num">{sample.sampleNo}</span> {sample.name}，{sample.stageName}
                  </li>
                ))}
              </ul>
              {data.samples.length > MOST_SAMPLES && <p>另有 {data.samples.length - MOST_SAMPLES} 个样品</p>}
            </div>
            <ButtonLink variant="primary" to={`/console/orders/${orderNo}`}>
              打开订单
            </ButtonLink>
          </>
        )}
      </Loaded>
    </div>
  )
}
