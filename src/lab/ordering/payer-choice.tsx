import { groupNames } from '../../people/customers/rules.ts'
import type { OutputOf } from '../../platform/contract/call.ts'
import { formatFen } from '../../platform/money.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Card } from '../../ui/layout/card.tsx'
import { RadioGroup } from '../../ui/inputs/choice.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { Money } from '../../ui/text/money.tsx'
import { ErrorState } from '../../ui/feedback/states.tsx'
import { orderPayers } from './contract.ts'
import { useWizard } from './use-wizard.tsx'

type PayingGroup = OutputOf<typeof orderPayers>['groups'][number]

/** The group that the draft names as payer; undefined when the person pays. */
export function usePayer(): PayingGroup | undefined {
  const { data } = useWizard()
  const { data: found } = useCall(orderPayers, {}, { enabled: data.groupNo !== '' })
  return found?.groups.find(({ groupNo }) => groupNo === data.groupNo)
}

/** Asks who pays. Not shown to persons without a group. */
export function PayerChoice() {
  const { data, set } = useWizard()
  const asked = useCall(orderPayers, {})
  if (asked.error && !asked.data)
    return <ErrorState onRetry={() => void asked.refetch()}>{asked.error.message}</ErrorState>
  const groups = asked.data?.groups ?? []
  const isGone = asked.data !== undefined && data.groupNo !== '' && !groups.some((g) => g.groupNo === data.groupNo)
  const chosen = groups.find(({ groupNo }) => groupNo === data.groupNo)
  if (groups.length === 0 && !isGone) return null
  return (
    <Card title="谁来付款">
      <div className="stack">
        {isGone && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            您已不在之前选择的课题组，请重新选择付款方。
          </p>
        )}
        {chosen?.factorFirst && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            课题组「{chosen.name}」现在要求成员开启两步验证，请先到
            <SmartLink to="/member/information">我的资料</SmartLink>开启，或重新选择付款方。
          </p>
        )}
        <Field label="付款方" as="group" hint="由课题组付款的订单，课题组所有者和管理员可以看到订单、样品和结果">
          <RadioGroup
            value={data.groupNo}
            // Coupons belong to who pays.
            onValue={(groupNo) => set({ groupNo, couponIds: [] })}
            options={[
              { value: '', label: '自己' },
              ...groups.map((group) => ({
                value: group.groupNo,
                label: `课题组 ${group.name}（${leftText(group)}）`,
                disabled: group.factorFirst,
              })),
            ]}
          />
        </Field>
      </div>
    </Card>
  )
}

/** What applies when a group pays. */
export function GroupPays({ payer, totalFen }: { payer: PayingGroup; totalFen: number | null }) {
  const { customerGroup, leftFen, approvalAboveFen } = payer
  const isOver = totalFen !== null && leftFen !== null && totalFen > leftFen
  const waits = totalFen !== null && approvalAboveFen !== null && totalFen > approvalAboveFen
  return (
    <Card title="价格与付款">
      <div className="stack">
        <DescriptionList
          items={[
            { term: '付款方', value: `课题组「${payer.name}」` },
            { term: '价格', value: `按${groupNames[customerGroup]}价计算` },
            { term: '本月剩余额度', value: leftFen === null ? '不限' : <Money fen={leftFen} /> },
            ...(approvalAboveFen === null ? [] : [{ term: '无需审批的金额', value: <Money fen={approvalAboveFen} /> }]),
          ]}
        />
        <p>
          {customerGroup === 'enterprise'
            ? '提交后由客户经理报价；报价和合同由课题组所有者或管理员确认，由课题组预付。'
            : '先测后付：占用课题组的信用额度，检测完成后由课题组结算付款。'}
        </p>
        {waits && !isOver && <p role="status">本单超过您可自行下单的金额，提交后由课题组所有者或管理员审批。</p>}
        {isOver && (
          <p role="alert" style={{ color: 'var(--danger)' }}>
            本单超过您在该课题组的本月剩余额度，请减少项目，或联系课题组所有者调整额度。
          </p>
        )}
      </div>
    </Card>
  )
}

function leftText({ leftFen, factorFirst }: PayingGroup): string {
  if (factorFirst) return '需先在我的资料中开启两步验证'
  return leftFen === null ? '额度不限' : `本月剩余 ${formatFen(leftFen)}`
}
