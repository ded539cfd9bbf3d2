import { useEffect } from 'react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { serverApi } from '../../../platform/client/server-api.ts'
import { OpenNow } from '../../../core/settings/opening-hours/open-now.tsx'
import { pageMeta, useSite } from '../../../core/settings/site.tsx'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { demandLimits } from '../rules.ts'
import css from './require.module.css'
import { RequireForm } from './require-form.tsx'
import { forgetDraft } from './use-require-draft.ts'

/** `?receipt=`: a form was sent. `?about=`: the search text of a page that found nothing. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const receipt = /^XQ\d{11,20}$/.exec(query.get('receipt') ?? '')?.[0]
  const about = (query.get('about') ?? '').trim().slice(0, demandLimits.title)
  return { receipt, about, answer: context.get(serverApi).formAnswer }
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof loader>) =>
  pageMeta(
    {
      title: loaderData?.receipt ? '需求已收到' : '发布需求',
      description: '目录里没有的测试，也可以问：告诉我们样品、目的与期限，客户经理 2 小时内来电，给出方案与报价。',
      path: '/require',
      noindex: Boolean(loaderData?.receipt || loaderData?.about),
    },
    matches,
  )

export default function Require() {
  const { receipt, about, answer } = useLoaderData<typeof loader>()
  return (
    <div className={`page ${css.page}`}>
      <PageHeader
        title={receipt ? '需求已收到' : '发布需求'}
        sub={receipt ? undefined : '目录里没有的测试，也可以问。写清三项就够，其余我们打电话问。'}
        crumbs={[{ label: '首页', to: '/' }, { label: '发布需求' }]}
      />
      <div className={css.columns}>
        {receipt ? <Receipt receiptNo={receipt} /> : <RequireForm about={about} answer={answer} />}
        <Aside />
      </div>
    </div>
  )
}

function Receipt({ receiptNo }: { receiptNo: string }) {
  const site = useSite()
  useEffect(forgetDraft, [])
  return (
    <Card>
      <div role="status" className={css.receipt}>
        <p className={css.label}>回执号</p>
        <p className={css.number}>
          {receiptNo} <CopyButton text={receiptNo}>复制回执号</CopyButton>
        </p>
        <p>
          客户经理会在 <strong>2 小时内</strong>致电您确认细节；非工作时间提交的，从下一个上班时间算起（
          {site?.settings.workingHours}）。
        </p>
        <p>来电或补充资料时，请报回执号。</p>
        <p className="cluster no-print">
          <ButtonLink to="/guide" variant="primary">
            先看送样指南
          </ButtonLink>
          <ButtonLink to="/project">继续看项目</ButtonLink>
          <ButtonLink to="/require">再提一个需求</ButtonLink>
        </p>
      </div>
    </Card>
  )
}

function Aside() {
  const settings = useSite()?.settings
  if (!settings) return null
  const { phone, email } = settings.localInfo
  return (
    <aside className={css.aside} aria-label="其他联系方式">
      <h2>也可以直接找我们</h2>
      <p>
        <OpenNow workingHours={settings.workingHours} exceptions={settings.hourExceptions} />
      </p>
      <p className={css.buttons}>
        <ButtonLink icon="phone" to={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          {phone}
        </ButtonLink>
        <ButtonLink icon="mail" to={`mailto:${email}?subject=${encodeURIComponent('测试需求')}`}>
          {email}
        </ButtonLink>
      </p>
      <h2>接下来会怎样</h2>
      <ol className={css.steps}>
        <li>提交后立刻得到回执号</li>
        <li>2 小时内客户经理来电，确认样品与目的</li>
        <li>给出方案、价格与周期，您满意再下单</li>
      </ol>
      <p>
        也许目录里就有：<SmartLink to="/search">搜索项目</SmartLink>，或看<SmartLink to="/project">全部项目</SmartLink>
        。
      </p>
    </aside>
  )
}
