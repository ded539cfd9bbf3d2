import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { AccountBadge } from '../account-badge.tsx'
import { customerIndex, type ListedCustomer, staffCustomerList } from '../list-contract.ts'

export const meta = () => [{ title: '客户 · 明析科测后台' }]

/** Every customer; the name leads to the page of the customer. */
export default function Customers() {
  const me = useStaff()
  return (
    <>
      <PageHeader
        title="客户"
        sub="手机号和邮箱已脱敏；需要联系时请打开客户的页面。"
        actions={
          me.may('customer.assign') && (
            <>
              <SmartLink to={`/console/customers?advisor=${encodeURIComponent(me.name)}`}>我的客户</SmartLink>
              <ButtonLink to="/console/imports" icon="import">
                导入
              </ButtonLink>
            </>
          )
        }
      />
      <IndexList index={customerIndex} call={staffCustomerList} looks={looks} />
    </>
  )
}

const looks: IndexListProps<ListedCustomer, keyof typeof customerIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: (row) =>
      row.name === '' ? (
        <SmartLink to={`/console/customers/${row.id}`}>未填写姓名</SmartLink>
      ) : (
        <SmartLink to={`/console/customers/${row.id}`}>{row.name}</SmartLink>
      ),
  },
  company: { line: 2 },
  phone: { line: 2, render: (row) => <span className="num">{row.phone || '—'}</span> },
  state: { line: 1, render: (row) => <AccountBadge state={row.state} /> },
}
