import { useState } from 'react'
import { Button, ButtonLink } from '../inputs/button.tsx'
import { Card, CardLink } from '../layout/card.tsx'
import { CopyButton } from '../inputs/copy-button.tsx'
import { Countdown } from '../feedback/countdown.tsx'
import { DescriptionList } from '../layout/description-list.tsx'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { Dialog, Drawer } from '../feedback/dialog.tsx'
import { Menu } from '../feedback/menu.tsx'
import { Money, PriceFrom } from '../text/money.tsx'
import { LoadMore, Pagination } from '../tables/pagination.tsx'
import { QrCode } from '../text/qr-code.tsx'
import { Stat, StatGrid } from '../layout/stat.tsx'
import { EmptyState, ErrorState, NotFoundState, Skeleton } from '../feedback/states.tsx'
import { Steps } from '../layout/steps.tsx'
import { type Sort, Table } from '../tables/table.tsx'
import { LinkTabs, Tabs } from '../layout/tabs.tsx'
import { StageBadge, Tag } from '../text/tag.tsx'
import { Timeline } from '../layout/timeline.tsx'
import { toast } from '../feedback/toast.tsx'
import { BulkBar, Toolbar } from '../tables/toolbar.tsx'

const rows = [
  { no: 'A-001', name: 'X 射线衍射', fen: 8000, stage: '待付款' },
  { no: 'A-002', name: '扫描电镜（含能谱）', fen: 128050, stage: '测试中' },
]
const deadline = new Date('2026-11-21T06:00:00Z')

export function Showing() {
  return (
    <div className="stack">
      <Card
        title="按钮与标签"
        actions={
          <ButtonLink to="/project" size="s">
            更多
          </ButtonLink>
        }
      >
        <div className="cluster">
          {(['primary', 'cta', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
            <Button key={variant} variant={variant} icon="plus">
              {variant}
            </Button>
          ))}
          <Button variant="primary" busy>
            提交中
          </Button>
          <Button disabled>不可用</Button>
          <Button size="s">小</Button>
          <Button icon="trash" aria-label="删除" />
          <CopyButton text="示例路 1 号" />
          <Menu
            label="更多"
            items={[
              { label: '编辑', icon: 'edit', onClick: () => undefined },
              { label: '删除', danger: true, onClick: () => undefined },
            ]}
          />
          {(['neutral', 'info', 'work', 'ok', 'warn', 'danger'] as const).map((tone) => (
            <StageBadge key={tone} tone={tone}>
              {tone}
            </StageBadge>
          ))}
          <Tag>送样</Tag>
          <Tag onRemove={() => undefined}>粉末</Tag>
          <Money fen={128000} /> <PriceFrom fen={8000} unit="样" /> <PriceFrom fen={null} />
          <Countdown deadline={deadline} now={new Date(deadline.getTime() + 720_000)} />
        </div>
      </Card>
      <StatGrid>
        <Stat label="待付款" value={2} to="/member/unpaid" note="合计 ¥1,360.50" />
        <Stat label="待寄样" value={1} to="/member/order" tone="warn" />
        <Stat label="余额" value={<Money fen={128050} />} />
      </StatGrid>
      <Steps
        current={2}
        steps={['样品', '参数', '安全', '寄送', '协议', '确认'].map((label) => ({ label, to: '/' }))}
      />
      <LinkTabs
        label="订单状态"
        tabs={[
          { to: '/a', label: '全部', count: 12, current: true },
          { to: '/b', label: '待付款', count: 2 },
        ]}
      />
      <Tabs
        label="服务流程"
        tabs={[
          { id: 'a', label: '高校院所', content: '六个步骤' },
          { id: 'b', label: '企业客户', content: '五个步骤' },
        ]}
      />
      <TableExample />
      <Card title="订单信息">
        <DescriptionList
          items={[
            { term: '订单号', value: 'A-001' },
            { term: '联系人', value: '示例' },
            { term: '备注', value: '', wide: true },
          ]}
        />
        <Timeline
          label="进度"
          entries={[
            { key: '1', what: '样品已收到', who: '收样员', when: '2026-11-21 10:05', detail: '2 件，状态完好' },
          ]}
          next={{ what: '客户经理来电', promise: '还剩 1 小时 20 分' }}
        />
      </Card>
      <div
        style={{ display: 'grid', gap: 'var(--space-16)', gridTemplateColumns: 'repeat(auto-fit, minmax(15rem, 1fr))' }}
      >
        <Card as="article" linked>
          <h3>
            <CardLink to="/detail/1">X 射线衍射</CardLink>
          </h3>
          整张卡片可点
        </Card>
        <Card flush>
          <EmptyState title="还没有订单" action={{ label: '去下单', to: '/project' }}>
            下单后在这里看进度。
          </EmptyState>
        </Card>
        <Card flush>
          <ErrorState onRetry={() => undefined} hotline="400-000-0000" />
        </Card>
        <Card flush>
          <NotFoundState />
        </Card>
        <Card>
          <Skeleton />
        </Card>
        <Card>
          <QrCode text="https://example.com/verify/123" label="报告真伪查询二维码" />
        </Card>
      </div>
    </div>
  )
}

function TableExample() {
  const [selected, setSelected] = useState<Set<string>>(new Set(['A-001']))
  const [sort, setSort] = useState<Sort>({ key: 'fen', direction: 'descending' })
  return (
    <div>
      <Toolbar
        actions={
          <Button size="s" icon="download">
            导出
          </Button>
        }
      >
        <Tag onRemove={() => undefined}>本月</Tag>
      </Toolbar>
      <Table
        caption="订单"
        rows={rows}
        rowKey={(row) => row.no}
        selected={selected}
        onSelect={setSelected}
        sort={sort}
        onSort={setSort}
        columns={[
          { key: 'no', header: '订单号', render: (row) => row.no, rowHeader: true },
          { key: 'name', header: '项目', render: (row) => row.name },
          { key: 'stage', header: '状态', render: (row) => <StageBadge tone="info">{row.stage}</StageBadge> },
          { key: 'fen', header: '金额', align: 'end', sortable: true, render: (row) => <Money fen={row.fen} /> },
        ]}
      />
      <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
        <Button size="s">合并付款</Button>
      </BulkBar>
      <Pagination page={3} pageCount={12} href={(page) => `/list/news?page=${page}`} />
      <LoadMore onMore={() => undefined} />
    </div>
  )
}

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Card title="浮层">
      <div className="cluster">
        <Button onClick={() => setOpen('dialog')}>对话框</Button>
        <Button onClick={() => setOpen('drawer')}>抽屉</Button>
        <Button onClick={() => setOpen('confirm')}>确认</Button>
        <Button onClick={() => toast.success('已保存')}>成功提示</Button>
        <Button onClick={() => toast.error('网络异常，请稍后重试')}>错误提示</Button>
      </div>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="资料验证"
        footer={<Button onClick={close}>知道了</Button>}
      >
        对话框内容
      </Dialog>
      <Drawer open={open === 'drawer'} onClose={close} title="筛选">
        抽屉内容
      </Drawer>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        onConfirm={() => Promise.reject(new Error('订单状态已变化'))}
        title="取消订单"
        danger
        typed="A-001"
        reason={{ label: '取消原因', required: true }}
      />
    </Card>
  )
}
