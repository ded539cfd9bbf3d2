import { use } from 'react'
import { minuteText } from '../../../ui/text/day-text.ts'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded, RefusedToRole } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { EmptyState, NotFoundState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import type { ContentKind } from '../kinds/define-kind-rules.ts'
import { kindNames, kindOf, type KindName } from '../kinds/kind-rules.ts'
import { contentItemList, contentMove, type ItemLine } from '../revisions/revision-contract.ts'

export const meta = () => [{ title: '内容条目 · 明析科测后台' }]

const PAGE_SIZE = 20
const shows = { all: '全部', open: '待发布', archived: '已下线' } as const
type Show = keyof typeof shows

/** The items of one kind in the order of the public pages. */
export default function ItemListPage() {
  const { kind: given } = useParams()
  const name = kindNames.find((each) => each === given)
  const refused = use(RefusedToRole)
  const { may } = useStaff()
  if (!name) return <NotFoundState action={{ label: '回到内容管理', to: '/console/content' }} />
  if (!may(kindOf(name).action)) return refused
  const { home } = kindOf(name)
  if (home) return <Navigate to={home} replace />
  if (kindOf(name).single) return <Navigate to={`/console/content/${name}/1`} replace />
  return <ItemList key={name} name={name} kind={kindOf(name)} />
}

function ItemList({ name, kind }: { name: KindName; kind: ContentKind }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const show = (Object.keys(shows) as Show[]).find((each) => each === search.get('show')) ?? 'all'
  const kw = search.get('kw')?.slice(0, 60) ?? ''
  const page = Math.max(1, Number(search.get('page')) || 1)
  const list = useCall(contentItemList, { kind: name, show, kw, page, size: PAGE_SIZE })
  const move = useAct(contentMove, { refreshes: [contentItemList] })
  const href = (change: Record<string, string>) => {
    const entries = Object.entries({ show, kw, ...change }).filter(
      ([key, value]) => value && `${key}${value}` !== 'showall',
    )
    return entries.length > 0 ? `?${new URLSearchParams(entries)}` : `/console/content/${name}`
  }
  // Moving changes the order of all items, so it is offered only where all items are listed.
  const movable = kind.ordered && show === 'all' && kw === ''
  return (
    <>
      <PageHeader
        title={kind.label}
        sub={kind.hint}
        crumbs={[{ label: '内容管理', to: '/console/content' }, { label: kind.label }]}
        actions={
          !kind.fixed && (
            <ButtonLink to={`/console/content/${name}/new`} variant="primary" icon="plus">
              新增
            </ButtonLink>
          )
        }
      />
      <LinkTabs
        label="状态"
        tabs={(Object.keys(shows) as Show[])
          .filter((each) => each !== 'archived' || !kind.fixed)
          .map((each) => ({ to: href({ show: each, page: '' }), label: shows[each], current: each === show }))}
      />
      <div style={{ maxWidth: '24rem', marginBlock: 'var(--space-16)' }}>
        <SearchBox
          key={kw}
          label="搜索条目"
          placeholder="按名称查找"
          defaultValue={kw}
          onSearch={(text) => void navigate(href({ kw: text, page: '' }))}
        />
      </div>
      <Loaded of={list}>
        {(data) => (
          <>
            <Paged
              rows={data.list.length}
              page={page}
              pageCount={Math.ceil(data.total / PAGE_SIZE)}
              href={(to) => href({ page: String(to) })}
            >
              <Table
                caption={`${kind.label}列表`}
                hideCaption
                columns={columns(
                  name,
                  movable ? (id, direction) => void move.run({ kind: name, id, direction }) : undefined,
                )}
                rows={data.list}
                rowKey={(row) => String(row.id)}
                empty={
                  <EmptyState title={kw || show !== 'all' ? '没有符合条件的条目' : `还没有${kind.label}`} icon="file" />
                }
              />
            </Paged>
          </>
        )}
      </Loaded>
    </>
  )
}

function columns(
  name: KindName,
  move: ((id: number, direction: 'up' | 'down') => void) | undefined,
): Column<ItemLine>[] {
  const shown: Column<ItemLine>[] = [
    {
      key: 'title',
      header: '名称',
      rowHeader: true,
      render: (row) => <SmartLink to={`/console/content/${name}/${row.id}`}>{row.title}</SmartLink>,
    },
    { key: 'state', header: '状态', width: '11rem', render: (row) => <ItemState row={row} /> },
    {
      key: 'changed',
      header: '最近修改',
      width: '15rem',
      render: (row) => (row.changedAt ? `${minuteText(row.changedAt)} ${row.changedBy}` : '—'),
    },
  ]
  if (!move) return shown
  return [
    ...shown,
    {
      key: 'order',
      header: '顺序',
      width: '7rem',
      align: 'end',
      render: (row) =>
        row.published && (
          <span className="cluster">
            <Button size="s" icon="chevron-up" aria-label={`上移：${row.title}`} onClick={() => move(row.id, 'up')} />
            <Button
              size="s"
              icon="chevron-down"
              aria-label={`下移：${row.title}`}
              onClick={() => move(row.id, 'down')}
            />
          </span>
        ),
    },
  ]
}

function ItemState({ row: { published, open, publishAt } }: { row: ItemLine }) {
  return (
    <span className="cluster">
      {published ? (
        <StageBadge tone="ok">已发布</StageBadge>
      ) : (
        <StageBadge tone="neutral">{open ? '未发布' : '已下线'}</StageBadge>
      )}
      {open === 'draft' && <StageBadge tone="warn">有草稿</StageBadge>}
      {open === 'scheduled' && <StageBadge tone="info">定于 {minuteText(publishAt ?? '')} 发布</StageBadge>}
    </span>
  )
}
