import { Loaded, type LoadedProps } from '../feedback/loaded.tsx'
import { Paged } from './paged.tsx'
import type { PaginationProps } from './pagination.tsx'
import { Table, type TableProps } from './table.tsx'

/** The answer of a call for one page of a list. */
type ListPage<Row> = { list: Row[]; total: number; size: number }

export type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'hideCaption'> &
  Pick<PaginationProps, 'page' | 'href' | 'onPage'> &
  Pick<LoadedProps<ListPage<Row>>, 'of' | 'waiting'>

/** One page of a list as a table, with loading state, error state and pagination. */
export function PagedTable<Row>({ of, waiting, page, href, onPage, ...table }: PagedTableProps<Row>) {
  return (
    <Loaded of={of} waiting={waiting}>
      {(data) => (
        <Paged
          rows={data.list.length}
          page={page}
          pageCount={Math.ceil(data.total / data.size)}
          href={href}
          onPage={onPage}
        >
          <Table {...table} hideCaption rows={data.list} />
        </Paged>
      )}
    </Loaded>
  )
}
