import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { SignInBadge } from '../../../core/sign-ins/sign-in-badge.tsx'
import { signInMethods } from '../../../platform/contract/sign-in-words.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { type SignInEntry, signInIndex, staffSignInList } from '../list-contract.ts'
import { actorKinds } from '../rules.ts'
import css from './audit.module.css'

export const meta = () => [{ title: '登录日志 · 明析科测后台' }]

/** Sign-ins of staff and customers, those that failed too. */
export default function SignIns() {
  return (
    <>
      <PageHeader
        title="登录日志"
        sub="员工与客户的登录，包括失败的尝试；保留 400 天"
        crumbs={[{ label: '操作日志', to: '/console/audit' }, { label: '登录日志' }]}
      />
      <IndexList
        index={signInIndex}
        call={staffSignInList}
        looks={looks}
        empty={
          <EmptyState title="没有登录日志" icon="history">
            此后的每次登录都会列在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const looks: IndexListProps<SignInEntry, keyof typeof signInIndex.fields>['looks'] = {
  at: { line: 2, render: (row) => <span className="num">{row.at}</span> },
  who: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <span className={css.who}>
        {row.who || '（空）'}
        {!row.known && <Tag tone="warn">无此账号</Tag>}
      </span>
    ),
  },
  kind: { render: (row) => actorKinds[row.kind] },
  outcome: {
    line: 1,
    render: (row) => <SignInBadge outcome={row.outcome} />,
  },
  method: { render: (row) => signInMethods[row.method] },
  ip: { line: 2, render: (row) => <span className="num">{row.ip || '—'}</span> },
}
