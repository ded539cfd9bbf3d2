import { useState } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { PersonalData } from '../../privacy/personal-data.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { NameAndNotices, PasswordForm, SessionList, SignInList } from '../account-settings.tsx'
import { ContactDialog } from '../contact-dialog.tsx'
import { userInfo } from '../../../people/customers/person-contract.ts'
import { ProfileForm } from '../profile-form.tsx'
import { type ContactKind, groupNames, maskPhone } from '../../../people/customers/rules.ts'
import { OwnFeed } from '../../../lab/calendar-feeds/own-feed.tsx'
import { SecondFactorCard } from '../second-factor-card.tsx'
import { WechatBinding } from '../wechat-binding.tsx'

export const meta = () => [{ title: '我的资料 · 明析科测' }]

export default function InformationPage() {
  const [changing, setChanging] = useState<ContactKind>()
  const { data, error, refetch, isFetching } = useCall(userInfo, {})
  if (!data) {
    return (
      <div className="stack">
        <PageHeader title="我的资料" />
        {error ? (
          <ErrorState onRetry={() => void refetch()} busy={isFetching}>
            {error.message}
          </ErrorState>
        ) : (
          <Skeleton lines={8} height={40} />
        )}
      </div>
    )
  }
  const { userInfo: me, advisor } = data
  return (
    <div className="stack">
      <PageHeader
        title="我的资料"
        badge={
          me.profileComplete ? <StageBadge tone="ok">已认证</StageBadge> : <StageBadge tone="warn">待完善</StageBadge>
        }
      />
      <Card
        title="账户"
        actions={
          <span className="cluster">
            <Button size="s" onClick={() => setChanging('phone')}>
              更换手机号
            </Button>
            <Button size="s" onClick={() => setChanging('email')}>
              更换邮箱
            </Button>
          </span>
        }
      >
        <DescriptionList
          items={[
            { term: '登录手机号', value: <span className="num">{me.account}</span> },
            { term: '客户类别', value: me.profileComplete ? groupNames[me.group] : '完善资料后确定' },
            {
              term: '客户经理',
              value: advisor ? (
                <>
                  {advisor.name} {advisor.phone && <a href={`tel:${advisor.phone}`}>{advisor.phone}</a>}
                </>
              ) : (
                '暂未分配'
              ),
            },
            { term: '微信登录', value: <WechatBinding bound={me.wechatBound} phone={maskPhone(me.account)} /> },
          ]}
        />
      </Card>
      <Card title="资料认证">
        <ProfileForm key={`${me.profileComplete} ${me.email}`} me={me} onSaved={() => toast.success('资料已保存')} />
      </Card>
      <Card title="昵称与通知">
        <NameAndNotices me={me} />
      </Card>
      <Card title="修改密码">
        <PasswordForm account={me.account} />
      </Card>
      <SecondFactorCard />
      <Card title="登录设备">
        <SessionList />
      </Card>
      <Card title="最近登录">
        <SignInList />
      </Card>
      <OwnFeed />
      <PersonalData phone={maskPhone(me.account)} />
      {changing && <ContactDialog kind={changing} onClose={() => setChanging(undefined)} />}
    </div>
  )
}
