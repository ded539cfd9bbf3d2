import { useSearchParams } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { setting } from '../../../core/settings/contract.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageTitle } from '../../../ui/layout/page-header.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Steps } from '../../../ui/layout/steps.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { orderDetail } from '../../orders/contract.ts'
import { OrderPickups } from '../../pickups/order-pickups.tsx'
import { mayRequest } from '../../pickups/rules.ts'
import type { ServiceType } from '../../samples/service-rules.ts'
import { stepLabels } from '../step-state.ts'
import css from './step6.module.css'

/** Several orders placed one after another are told apart by their tabs. */
export const meta = ({ location }: { location: { search: string } }) => {
  const orderNo = new URLSearchParams(location.search).get('orderNo')
  return [{ title: `${['提交成功', orderNo].filter(Boolean).join(' ')} · 明析科测` }]
}

export default function Step6() {
  const [query] = useSearchParams()
  const orderNo = query.get('orderNo') ?? ''
  return (
    <div className="page" style={{ paddingBlock: 'var(--space-24) var(--space-64)' }}>
      <div className="stack">
        {orderNo ? (
          <Placed orderNo={orderNo} wantsPickup={query.get('pickup') !== null} />
        ) : (
          <>
            <PageTitle className="visually-hidden">没有刚提交的订单</PageTitle>
            <EmptyState title="没有刚提交的订单" action={{ label: '查看我的订单', to: '/member/order' }} />
          </>
        )}
      </div>
    </div>
  )
}

function Placed({ orderNo, wantsPickup }: { orderNo: string; wantsPickup: boolean }) {
  const { data, error, refetch } = useCall(orderDetail, { orderNo })
  const settings = useCall(setting, {})
  if (error && !data) return <ErrorState onRetry={() => void refetch()}>{error.message}</ErrorState>
  if (!data) return <Skeleton lines={4} height={64} />
  const lab = settings.data?.labAddress
  const returns = data.samples.some(({ returnWanted }) => returnWanted)
  const address = lab ? [lab.receiver, lab.phone, lab.address, lab.postcode].filter(Boolean).join(' ') : ''
  return (
    <>
      <Steps
        steps={stepLabels(data.serviceType).map((label, i) => ({ label, done: i < 5 }))}
        current={5}
        label="下单步骤"
      />
      <div>
        <PageTitle>{data.stage === 'quoting' ? '报价申请已提交' : '订单已提交'}</PageTitle>
        <p className={css.number}>
          订单号 <strong className="num">{data.orderNo}</strong> <CopyButton text={data.orderNo}>复制</CopyButton>{' '}
          <StageBadge tone="info">{data.stageName}</StageBadge>
        </p>
      </div>
      <Card title="接下来">
        <ol className={css.steps}>
          {data.cluster && <li>由课题组「{data.cluster.name}」付款</li>}
          {stepsAfter(data, wantsPickup, returns).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        <div className="cluster" style={{ marginTop: 'var(--space-16)' }}>
          {data.stage === 'prepay' && (
            <ButtonLink variant="cta" to="/member/unpaid">
              去预付 {data.amountFen !== null && <Money fen={data.amountFen} />}
            </ButtonLink>
          )}
          <ButtonLink variant={data.stage === 'prepay' ? 'secondary' : 'primary'} to={`/member/order/${data.orderNo}`}>
            查看订单
          </ButtonLink>
          <ButtonLink to="/project">继续选项目</ButtonLink>
        </div>
      </Card>
      <OrderPickups order={data} wanted={wantsPickup} refreshes={[orderDetail]} />
      {wantsPickup && !mayRequest(data) && (
        <Card title="上门取样">
          <p>确认报价、签订合同或预付之后，在订单页面选择取样的日期与时段。</p>
        </Card>
      )}
      {data.serviceType === 1 && address && (
        <Card title="寄样地址" actions={<CopyButton text={`${address}（订单 ${data.orderNo}）`}>复制地址</CopyButton>}>
          <DescriptionList
            single
            items={[
              { term: '收件人', value: lab?.receiver },
              { term: '电话', value: lab?.phone },
              { term: '地址', value: lab && `${lab.address} ${lab.postcode}`.trim() },
            ]}
          />
        </Card>
      )}
      {data.serviceType === 1 && (
        <Card
          title="样品标签"
          actions={
            <div className="cluster">
              <Button
                size="s"
                icon="printer"
                onClick={() => window.open(`/experiment/labels/${data.orderNo}`, '_blank', 'noopener')}
              >
                打印标签
              </Button>
              <Button
                size="s"
                icon="printer"
                onClick={() => window.open(`/experiment/packing/${data.orderNo}`, '_blank', 'noopener')}
              >
                打印送样单
              </Button>
            </div>
          }
        >
          <ul role="list" className={css.labels}>
            {data.samples.map((sample) => (
              <li key={sample.id} className={css.label}>
                <QrCode text={sample.sampleNo} label={`样品编号 ${sample.sampleNo} 的二维码`} size={72} />
                <div>
                  <strong className="num">{sample.sampleNo}</strong>
                  <p>
                    {sample.ownNo} {sample.name}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function stepsAfter(
  { group, stage, serviceType }: { group: string; stage: string; serviceType: ServiceType },
  wantsPickup: boolean,
  returns: boolean,
): string[] {
  const bring = {
    1: wantsPickup
      ? '打印标签贴在每个样品上，按预约的日期与时段交给上门的取样员'
      : '打印标签贴在每个样品上，连同送样单一起寄到下面的地址，并在“我的样品”中填写快递单号',
    2: '按预约时间到场或接入云视频',
    3: '数据还没上传的，在订单详情页上传',
  }[serviceType]
  const after = [
    serviceType === 3
      ? '收到数据后客户经理 2 小时内致电'
      : serviceType === 2
        ? '到场登记后客户经理与您确认'
        : '收到样品后短信通知，客户经理 2 小时内致电',
    '实验完成后 2 小时内交付数据，短信、邮件和站内信通知',
  ]
  if (stage === 'group_review') return ['课题组所有者或管理员审批，同意后通知您', '客户经理审核订单', bring, ...after]
  if (stage === 'quoting') {
    const signed =
      group === 'enterprise'
        ? '确认报价后签订合同并全额预付'
        : group === 'individual'
          ? '确认报价后完成预付'
          : '确认报价'
    return ['客户经理核定方案并报价，报价后会通知您', signed, bring, ...after]
  }
  if (stage === 'prepay') return ['完成预付', bring, ...after]
  if (stage === 'awaiting_sample') return ['优惠券已抵扣全部费用，无需预付', bring, ...after]
  return [
    '客户经理审核订单，通过后通知您',
    bring,
    ...after,
    ...(serviceType === 1 && returns ? ['付清费用后 48 小时内寄回样品'] : []),
  ]
}
