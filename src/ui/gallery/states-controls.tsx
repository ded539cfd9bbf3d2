import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Button, ButtonLink } from '../inputs/button.tsx'
import { CopyButton } from '../inputs/copy-button.tsx'
import { DayButton } from '../inputs/day-button.tsx'
import { Icon } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import { Menu } from '../feedback/menu.tsx'
import { LoadMore, Pagination } from '../tables/pagination.tsx'
import { SearchBox } from '../inputs/search-box.tsx'
import { Steps } from '../layout/steps.tsx'
import { LinkTabs, Tabs } from '../layout/tabs.tsx'
import { BulkBar, Toolbar } from '../tables/toolbar.tsx'
import { Sample, State } from './sample.tsx'
import { longText, nothing } from './sample-texts.ts'

const variants = ['primary', 'cta', 'secondary', 'quiet', 'danger'] as const
const looks = [
  { name: '常态', show: undefined },
  { name: '悬停', show: 'hover' },
  { name: '键盘焦点', show: 'focus' },
] as const

/** What is pressed and followed, in every state. */
export function ControlStates() {
  return (
    <>
      <Sample of={['inputs/button.tsx']} title="按钮">
        {looks.map(({ name, show }) => (
          <State key={name} name={name} show={show} wide>
            <div className="cluster">
              {variants.map((variant) => (
                <Button key={variant} variant={variant}>
                  {variant}
                </Button>
              ))}
              <ButtonLink to="/project">链接</ButtonLink>
            </div>
          </State>
        ))}
        <State name="不可用">
          <Button disabled>不可用</Button>
        </State>
        <State name="进行中">
          <Button variant="primary" busy>
            提交中
          </Button>
        </State>
        <State name="小">
          <Button size="s" icon="download">
            导出
          </Button>
        </State>
        <State name="只有图标">
          <Button icon="trash" aria-label="删除" />
        </State>
        <State name="长文字">
          <div style={{ width: '14rem' }}>
            <Button wide>{longText}</Button>
          </div>
        </State>
      </Sample>
      <Sample
        of={['text/link.tsx', 'inputs/copy-button.tsx', 'inputs/day-button.tsx', 'text/icon.tsx']}
        title="链接与小按钮"
      >
        {looks.map(({ name, show }) => (
          <State key={name} name={name} show={show}>
            <div className="cluster">
              <SmartLink to="/project">全部项目</SmartLink>
              <CopyButton text="A-001" />
              <DayButton value="2026-11-21" onValue={nothing} label={`日期 ${name}`}>
                11-21
              </DayButton>
              <Icon name="flask" />
            </div>
          </State>
        ))}
      </Sample>
      <MenuStates />
      <Sample of={['inputs/search-box.tsx']} title="搜索框">
        <State name="常态" wide>
          <SearchBox label="搜索（常态）" />
        </State>
        <State name="键盘焦点" show="focus" wide>
          <SearchBox label="搜索（焦点）" defaultValue="扫描电镜" />
        </State>
      </Sample>
      <PlaceStates />
    </>
  )
}

/** A menu opens by its own; there is no prop for it. */
function open(box: HTMLElement | null): void {
  const details = box?.querySelector('details')
  if (details) details.open = true
}

function MenuStates() {
  const items = [
    { label: '编辑', icon: 'edit', onClick: nothing },
    { label: '外观：深色', icon: 'moon', current: true, onClick: nothing },
    { label: '删除', danger: true, onClick: nothing },
  ] as const
  return (
    <Sample of={['feedback/menu.tsx']} title="菜单">
      <State name="常态">
        <Menu label="更多" items={items} />
      </State>
      <State name="悬停" show="hover">
        <Menu label="更多" items={items} />
      </State>
      <State name="键盘焦点" show="focus">
        <Menu label="更多" items={items} />
      </State>
      <State name="打开">
        <div ref={open} style={{ minHeight: '9rem', width: '12rem' }}>
          <Menu label="已打开" items={items} />
        </div>
      </State>
    </Sample>
  )
}

function PlaceStates() {
  return (
    <>
      <Sample of={['layout/tabs.tsx']} title="标签页">
        {looks.map(({ name, show }) => (
          <State key={name} name={name} show={show}>
            <LinkTabs
              label={`订单（${name}）`}
              tabs={[
                { to: '/a', label: '全部', count: 12, current: true },
                { to: '/b', label: '待付款', count: 2 },
                { to: '/c', label: '已完成', count: 0 },
              ]}
            />
          </State>
        ))}
        <State name="页内">
          <Tabs
            label="客户类型"
            tabs={[
              { id: 'x', label: '高校', content: '六步' },
              { id: 'y', label: '企业', content: '五步' },
            ]}
          />
        </State>
      </Sample>
      <Sample of={['layout/steps.tsx', 'layout/breadcrumb.tsx', 'tables/pagination.tsx']} title="位置与分页">
        <State name="步骤" wide>
          <Steps current={1} steps={['样品', '参数', '确认'].map((label) => ({ label, to: '/' }))} label="步骤示例" />
        </State>
        <State name="面包屑">
          <Breadcrumb items={[{ label: '首页', to: '/' }, { label: '项目', to: '/project' }, { label: longText }]} />
        </State>
        <State name="分页">
          <Pagination page={3} pageCount={12} href={(page) => `?page=${page}`} label="分页示例" />
        </State>
        <State name="加载更多、正在加载、已到底">
          <div className="cluster">
            <LoadMore onMore={nothing} />
            <LoadMore onMore={nothing} busy />
            <LoadMore onMore={nothing} done />
          </div>
        </State>
      </Sample>
      <Sample of={['tables/toolbar.tsx']} title="工具栏与批量操作">
        <State name="工具栏" wide>
          <Toolbar actions={<Button size="s">导出</Button>} label="工具栏示例">
            <Button size="s">本月</Button>
          </Toolbar>
        </State>
        <State name="已选" wide>
          <BulkBar count={3} onClear={nothing}>
            <Button size="s">合并付款</Button>
          </BulkBar>
        </State>
      </Sample>
    </>
  )
}
