import type { ReactNode } from 'react'
import { Card } from '../layout/card.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { QrCode } from '../text/qr-code.tsx'
import { ConsoleShell } from '../shell/console-shell.tsx'
import { MemberShell } from '../shell/member-shell.tsx'
import { SiteFooter } from '../shell/site-footer.tsx'
import { SiteHeader } from '../shell/site-header.tsx'
import { SiteSidebar } from '../shell/site-sidebar.tsx'
import { WizardShell } from '../shell/wizard-shell.tsx'
import { ToastHost } from '../feedback/toast.tsx'
import { Forms } from './forms.tsx'
import { Overlays, Showing } from './showing.tsx'
import { Science } from './science.tsx'
import { ControlStates } from './states-controls.tsx'
import { DisplayStates, TitleState } from './states-display.tsx'
import { type DialogName, DialogGallery, dialogNames, IndexStates, PrintGallery } from './states-index.tsx'
import { InputStates } from './states-inputs.tsx'
import { ScienceStates } from './states-science.tsx'
import { TokensGallery } from './tokens-page.tsx'

/** All components on one page, for screenshots, axe and review. Texts are examples for the components, not product data. */
export function KitGallery() {
  return (
    <Site>
      <PageHeader
        title="组件总览"
        sub="原生元素之上的一套小组件"
        crumbs={[{ label: '首页', to: '/' }, { label: '组件总览' }]}
      />
      <div className="stack" style={{ '--gap': 'var(--space-24)' } as object}>
        <Showing />
        <Forms />
        <Overlays />
        <Science />
      </div>
    </Site>
  )
}

function Site({ children, bare }: { children: ReactNode; bare?: boolean }) {
  return (
    <div
      id="top"
      data-component="shell/site-header.tsx shell/site-footer.tsx shell/site-sidebar.tsx shell/brand-mark.tsx feedback/toast.tsx"
    >
      <a href="#main" className="skip-link">
        跳到主要内容
      </a>
      <SiteHeader siteName="明析科测" cartNum={3} onLogin={() => undefined} />
      <main id="main" tabIndex={-1} className={bare ? undefined : 'page'}>
        {children}
      </main>
      <SiteFooter
        siteName="明析科测"
        address="示例省示例市示例路 1 号"
        phone="400-000-0000"
        email="service@example.com"
        icpNumber="示例 ICP 备 00000000 号"
        year={2026}
      />
      <SiteSidebar
        phone="400-000-0000"
        qr={<QrCode text="https://example.com" label="公众号二维码" />}
        qrText="扫码关注"
      />
      <ToastHost />
    </div>
  )
}

export function MemberGallery() {
  return (
    <Site bare>
      <div data-component="shell/member-shell.tsx">
        <MemberShell counts={{ '/member/unpaid': 2 }}>
          <PageHeader title="待付款" sub="选择账单合并支付" />
          <Card title="账单">内容</Card>
        </MemberShell>
      </div>
    </Site>
  )
}

const steps = ['样品信息', '检测参数', '安全信息', '寄送方式', '协议', '确认'].map((label) => ({
  label,
  to: '/experiment/step1',
}))

export function WizardGallery() {
  return (
    <Site bare>
      <div data-component="shell/wizard-shell.tsx inputs/form.tsx">
        <WizardShell
          steps={steps}
          current={2}
          totalFen={128000}
          totalNote="测试后付款"
          onSave={() => undefined}
          savedText="草稿已保存 14:05"
          back={{ to: '/experiment/step2' }}
          next={{ onClick: () => undefined }}
        >
          <PageHeader title="安全信息" />
          <Forms />
        </WizardShell>
      </div>
    </Site>
  )
}

export function ConsoleGallery() {
  return (
    <div data-component="shell/console-shell.tsx shell/console-nav.tsx">
      <ConsoleShell
        siteName="明析科测"
        staffName="示例员工"
        roleName="客户经理"
        theme="system"
        onLogout={() => undefined}
        nav={[
          { items: [{ to: '/console', label: '今日', icon: 'home' }] },
          {
            head: '业务',
            items: [
              {
                to: '/console/orders',
                label: '订单',
                icon: 'file',
                waiting: { count: 12, label: '待审核订单', to: '/console/orders?tab=review' },
              },
              { to: '/console/samples', label: '样品', icon: 'tube' },
            ],
          },
        ]}
      >
        <PageHeader title="订单" />
        <Showing />
      </ConsoleShell>
    </div>
  )
}

/** Every component in every state, for the pictures that are compared. */
export function StatesGallery() {
  return (
    <main className="page stack" style={{ '--gap': 'var(--space-24)', paddingBlock: 'var(--space-24)' } as object}>
      <TitleState />
      <ControlStates />
      <InputStates />
      <DisplayStates />
      <IndexStates />
      <ScienceStates />
    </main>
  )
}

/** The pages of the gallery, by the fragment of their address. */
export const views: Record<string, () => ReactNode> = {
  kit: KitGallery,
  tokens: TokensGallery,
  states: StatesGallery,
  member: MemberGallery,
  wizard: WizardGallery,
  console: ConsoleGallery,
  print: PrintGallery,
  ...Object.fromEntries(dialogNames.map((name: DialogName) => [name, () => <DialogGallery name={name} />])),
}
