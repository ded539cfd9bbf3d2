import { type ReactNode, useMemo, useRef, useState } from 'react'
import { wholeList } from '../../platform/contract/index-address.ts'
import {
  type AnyIndex,
  fieldsOf,
  type Index,
  type IndexField,
  type IndexQuery,
  sortOf,
} from '../../platform/contract/index-list.ts'
import type { Call, OutputOf } from '../../platform/contract/call.ts'
import { send } from '../../platform/client/transport.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ColumnDialog, ownColumns } from '../../ui/index/column-dialog.tsx'
import type { IconName } from '../../ui/text/icon.tsx'
import { countText } from '../../ui/index/count-text.ts'
import { KeyPages } from '../../ui/index/key-pages.tsx'
import { FilterChips } from '../../ui/index/filter-chips.tsx'
import css from '../../ui/index/index.module.css'
import { type IndexState, useIndexAddress, useSorting } from '../../ui/index/use-index-address.ts'
import { type RowPreview, useRowKeys } from '../../ui/index/use-row-keys.ts'
import { type Selection, useSelection } from '../../ui/index/use-selection.ts'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Menu } from '../../ui/feedback/menu.tsx'
import { SearchBox } from '../../ui/inputs/search-box.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { type LinkTab, LinkTabs } from '../../ui/layout/tabs.tsx'
import { BulkBar } from '../../ui/tables/toolbar.tsx'
import { ExportButton, ExportDialog } from '../exports/export-button.tsx'
import { ViewMenu } from '../views/view-menu.tsx'
import { BulkRun, type BulkVerb } from './bulk-run.tsx'
import { EmptyList } from './empty-list.tsx'
import { Totals } from './list-totals.tsx'
import { PreviewPane, previewColumn, usePreview } from './preview-pane.tsx'
import { columnsOf, type Look, RowFields } from './row-fields.tsx'

interface PageData<Row> {
  list: Row[]
  ids: number[]
  total: number
  totalIsCapped: boolean
  size: number
  sums: Record<string, number>
  counts: Partial<Record<string, number>>
  cappedCounts: Partial<Record<string, boolean>>
  next: string | null
  previous: string | null
}

export interface IndexListProps<Row, F extends string, C extends Call = Call> {
  index: Index<Row> & { fields: Readonly<Record<F, IndexField<Row>>> }
  call: C
  looks?: Partial<Record<F, Look<Row>>>
  /** Columns of the page that are no fields, such as one with buttons. On a phone they stand in the first line, unless they name the second. */
  more?: readonly Column<Row>[]
  /** Tabs of the page before or after those of the index; false: the page shows all tabs itself. */
  tabs?: PageTabs | false
  bulk?: readonly BulkVerb<Row>[]
  /** Verbs that only open something for the chosen rows, such as a page for printing. */
  opens?: readonly BulkOpen<Row>[]
  /** Beside the list itself, calls that a bulk verb makes stale. */
  refreshes?: readonly Call[]
  empty?: ReactNode
  refetchSeconds?: number
  /** A row in short, beside the list: what a person needs to know before opening its page. Without it every field of the row is shown. */
  renderPreview?: (row: Row) => ReactNode
  /** What the page shows with the answer of the call, such as a dialog about a row. */
  renderBeside?: (data: OutputOf<C>) => ReactNode
}

export interface BulkOpen<Row> {
  label: string
  icon?: IconName
  /** More rows than this are refused with a text. */
  most: number
  open: (rows: Row[]) => void
}

export interface PageTabs {
  before?: readonly LinkTab[]
  after?: readonly LinkTab[]
}

/** A list of the console: tabs, search, filters, order, columns, views, export, selection and verbs for many rows. */
export function IndexList<Row, F extends string, C extends Call>(props: IndexListProps<Row, F, C>) {
  const { index } = props
  const state = useIndexAddress(index)
  const { columns, ...query } = state.query
  const refetch = props.refetchSeconds === undefined ? {} : { refetchSeconds: props.refetchSeconds }
  const list = useCall(props.call, query as never, refetch) as unknown as Parameters<
    typeof Loaded<PageData<Row>>
  >[0]['of']
  const selection = useSelection(wholeList(index, state.query), list.data ?? noRows, index.key)
  const sorting = useSorting(state)
  const shown = columns ?? ownColumns(index)
  const preview = usePreview(index.key, list.data?.list ?? noRows.list)
  const tableColumns = useColumns(props, shown, preview.keys)
  const body = useRef<HTMLDivElement>(null)
  useRowKeys(body, preview.keys)
  return (
    <div ref={body}>
      {props.tabs !== false && (
        <Tabs index={index} state={state} page={props.tabs ?? {}} counts={countsOf(list.data)} />
      )}
      <Tools index={index} state={state} columns={shown} total={list.data ?? noRows} />
      <Loaded of={list}>
        {(data) => (
          <div aria-busy={list.isFetching || undefined}>
            <Totals index={index} data={data} selection={selection} />
            <Table
              lines
              caption={index.label}
              hideCaption
              columns={tableColumns}
              rows={data.list}
              rowKey={index.key}
              rowName={index.key}
              {...sorting}
              selected={selection.keys}
              onSelect={selection.onSelect}
              empty={<EmptyList state={state} index={index} own={props.empty} data={data} />}
            />
            <KeyPages data={data} href={state.href} />
            {props.renderBeside?.(data as never)}
            {preview.row && (
              <PreviewPane name={index.key(preview.row)} onClose={() => preview.keys.show(undefined)}>
                {props.renderPreview?.(preview.row) ?? (
                  <RowFields index={index} row={preview.row} looks={props.looks ?? {}} />
                )}
              </PreviewPane>
            )}
          </div>
        )}
      </Loaded>
      <Bulk {...props} state={state} selection={selection} total={list.data ?? noRows} />
    </div>
  )
}

/** The same columns while rows are chosen, so that no cell of the list is rendered again for it. */
function useColumns<Row, F extends string, C extends Call>(
  { index, looks, more }: IndexListProps<Row, F, C>,
  shown: readonly string[],
  preview: RowPreview,
): Column<Row>[] {
  const names = shown.join()
  return useMemo(
    () => [
      ...columnsOf(index, names.split(','), looks ?? {}),
      // What can be done with a row can be done on a phone as well.
      ...(more ?? []).map((column) => ({ line: 1 as const, ...column })),
      previewColumn(index.key, preview),
    ],
    [index, looks, more, names, preview],
  )
}

const noRows = { list: [], ids: [], total: 0, totalIsCapped: false }

/** The counts of tabs as people read them. */
function countsOf(data: Pick<PageData<unknown>, 'counts' | 'cappedCounts'> | undefined): TabCounts {
  const { counts = {}, cappedCounts = {} } = data ?? {}
  return Object.fromEntries(
    Object.entries(counts).map(([tab, count]) => [tab, countText(count ?? 0, cappedCounts[tab])]),
  )
}

type TabCounts = Partial<Record<string, string>>

interface TabsProps {
  index: AnyIndex
  state: IndexState
  page: PageTabs
  counts: TabCounts
}

function Tabs({ index, state, page: { before = [], after = [] }, counts }: TabsProps) {
  const own = ownTabs(
    index,
    counts,
    (tab) => state.href({ tab, sort: sortOf(index, tab) }),
    (tab) => tab === state.query.tab,
  )
  if (own.length + before.length + after.length < 2) return null
  return <LinkTabs label={`${index.label}分类`} tabs={[...before, ...own, ...after]} />
}

/** The tabs of a page that shows something else than the list at the moment, with the counts of the list. */
export function TabsBeside({ index, call, before = [], after = [] }: PageTabs & { index: AnyIndex; call: Call }) {
  const counts = useTabCounts(call)
  const own = ownTabs(
    index,
    counts,
    (tab) => `?tab=${tab}`,
    () => false,
  )
  return <LinkTabs label={`${index.label}分类`} tabs={[...before, ...own, ...after]} />
}

/** How many rows each tab of a list has, without conditions. */
export function useTabCounts(call: Call): TabCounts {
  const one = { size: 1 }
  return countsOf(useCall(call, one as never).data as PageData<unknown> | undefined)
}

function ownTabs(
  index: AnyIndex,
  counts: TabCounts,
  to: (tab: string) => string,
  isCurrent: (tab: string) => boolean,
): LinkTab[] {
  return Object.keys(index.tabs).map((tab) => ({
    to: to(tab),
    label: index.tabs[tab]?.label,
    ...(counts[tab] === undefined ? {} : { count: counts[tab] }),
    current: isCurrent(tab),
  }))
}

type Total = Pick<PageData<unknown>, 'total' | 'totalIsCapped'>

interface ToolsProps {
  index: AnyIndex
  state: IndexState
  columns: readonly string[]
  total: Total
}

function Tools({ index, state, columns, total }: ToolsProps) {
  const [choosing, setChoosing] = useState(false)
  const { query, go } = state
  const key = query.sort.replace(/^-/, '')
  const sorts = fieldsOf(index).filter(([, field]) => field.sorts)
  const sortedBy = `${index.fields[key]?.label ?? ''}${query.sort === key ? ' ↑' : ' ↓'}`
  return (
    <div className={css.bar}>
      {index.search && (
        <div className={css.search}>
          <SearchBox
            key={query.kw}
            label={`搜索${index.label}`}
            placeholder={index.search}
            defaultValue={query.kw}
            onSearch={(kw) => go({ kw })}
            hotkey
          />
        </div>
      )}
      <FilterChips index={index} state={state} />
      <div className={css.tools}>
        <Menu
          name={`排序：${sortedBy}`}
          label={
            <>
              <span className={css.lead}>排序：</span>
              {sortedBy}
            </>
          }
          items={sorts.flatMap(([name, field]) => [
            { label: `${field.label} ↓`, current: query.sort === `-${name}`, onClick: () => go({ sort: `-${name}` }) },
            { label: `${field.label} ↑`, current: query.sort === name, onClick: () => go({ sort: name }) },
          ])}
        />
        <Button icon="menu" onClick={() => setChoosing(true)}>
          <span className={css.word}>列</span>
        </Button>
        <ViewMenu index={index} state={state} />
        <ExportButton index={index} state={state} total={total} />
      </div>
      {choosing && (
        <ColumnDialog
          index={index}
          columns={columns}
          onClose={() => setChoosing(false)}
          onColumns={(next) => {
            go({ columns: next })
            setChoosing(false)
          }}
        />
      )}
    </div>
  )
}

type BulkProps<Row, F extends string, C extends Call> = IndexListProps<Row, F, C> & {
  state: IndexState
  selection: Selection<Row>
  total: Total
}

function Bulk<Row, F extends string, C extends Call>(props: BulkProps<Row, F, C>) {
  const { index, call, bulk, opens, refreshes, state, selection, total } = props
  const [verb, setVerb] = useState<BulkVerb<Row>>()
  const [exporting, setExporting] = useState(false)
  const chosen = selection.all ? total : { total: selection.rows.length, totalIsCapped: false }
  const count = countText(chosen.total, chosen.totalIsCapped)
  const rows = () => (selection.all ? everyRow<Row>(call, state.query) : Promise.resolve(selection.rows))
  return (
    <>
      <BulkBar count={chosen.total === 0 ? 0 : count} onClear={selection.clear}>
        {bulk?.map((each) => (
          <Button key={each.label} size="s" onClick={() => setVerb(each)}>
            {each.label}
          </Button>
        ))}
        {opens?.map(({ label, icon, most, open }) => (
          <Button
            key={label}
            size="s"
            {...(icon ? { icon } : {})}
            onClick={() => {
              if (chosen.total > most) toast.info(`一次最多选择 ${most} 项`)
              else void rows().then(open, () => toast.error('所选的行没有读到，请重试'))
            }}
          >
            {label}
          </Button>
        ))}
        <Button size="s" icon="download" onClick={() => setExporting(true)}>
          导出所选
        </Button>
      </BulkBar>
      {exporting && (
        <ExportDialog
          index={index}
          address={wholeList(index, state.query)}
          total={chosen}
          {...(selection.all ? {} : { rowIds: selection.ids })}
          onClose={() => setExporting(false)}
        />
      )}
      {verb && (
        <BulkRun
          verb={verb}
          count={count}
          rows={rows}
          rowKey={index.key}
          refreshes={[call, ...(refreshes ?? [])]}
          onClose={(allDone) => {
            setVerb(undefined)
            if (allDone) selection.clear()
          }}
        />
      )}
    </>
  )
}

/** All rows that match now, read page by page before the first one is changed. */
async function everyRow<Row>(call: Call, { columns: _, ...query }: IndexState['query']): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | undefined
  do {
    const input: IndexQuery = { ...query, before: undefined, after, size: 100 }
    const page = (await send(call, input as never)) as PageData<Row>
    rows.push(...page.list)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}
