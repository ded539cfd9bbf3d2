import { defineIndex } from '../../platform/contract/index-list.ts'
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx'
import { DiscardDialog } from '../feedback/leave-guard.tsx'
import { Dialog, Drawer } from '../feedback/dialog.tsx'
import { FormDialog } from '../feedback/form-dialog.tsx'
import { ShownOnceDialog } from '../feedback/shown-once-dialog.tsx'
import { ColumnDialog } from '../index/column-dialog.tsx'
import { FilterChips } from '../index/filter-chips.tsx'
import { FilterDialog } from '../index/filter-dialog.tsx'
import { KeyPages } from '../index/key-pages.tsx'
import { useIndexAddress } from '../index/use-index-address.ts'
import MobileSheet from '../shell/mobile-sheet.tsx'
import { PrintLabel, PrintLayout } from '../shell/print-layout.tsx'
import { Button } from '../inputs/button.tsx'
import { Sample, State } from './sample.tsx'
import { longText, nothing, type rows } from './sample-texts.ts'

const index = defineIndex<(typeof rows)[number]>()({
  name: 'examples',
  label: '示例',
  action: 'order.read',
  key: (row) => row.no,
  sort: '-no',
  fields: {
    no: { label: '订单号', kind: 'text', value: (row) => row.no, sorts: true },
    stage: { label: '状态', kind: 'choice', value: (row) => row.stage, options: { a: '待付款', b: '测试中' } },
    total: { label: '金额', kind: 'fen', value: (row) => row.fen },
  },
  tabs: { all: { label: '全部' } },
})

/** The parts of a list of the console, and paper. */
export function IndexStates() {
  const state = useIndexAddress(index)
  const filtered = { ...state, query: { ...state.query, filters: { no: longText, stage: ['a'] } } }
  return (
    <>
      <Sample of={['index/filter-chips.tsx', 'index/key-pages.tsx']} title="列表的筛选与翻页">
        <State name="无筛选" wide>
          <FilterChips index={index} state={state} />
        </State>
        <State name="有筛选、长文字" wide>
          <FilterChips index={index} state={filtered} />
        </State>
        <State name="翻页" wide>
          <KeyPages data={{ next: 'b', previous: 'a' }} href={() => '?after=b'} label="翻页示例" />
        </State>
      </Sample>
    </>
  )
}

const dialogs = {
  dialog: () => (
    <Dialog open onClose={nothing} title="资料验证" footer={<Button variant="primary">知道了</Button>}>
      {longText}
    </Dialog>
  ),
  confirm: () => (
    <ConfirmDialog
      open
      onClose={nothing}
      onConfirm={() => Promise.resolve()}
      title="取消订单"
      danger
      typed="A-001"
      reason={{ label: '取消原因', required: true }}
    />
  ),
  form: () => (
    <FormDialog open onClose={nothing} title="新增优惠活动">
      {longText}
    </FormDialog>
  ),
  once: () => (
    <ShownOnceDialog title="请保存密钥" secret="mx_live_0" lost="只能重新新建。" onClose={nothing}>
      只显示这一次。
    </ShownOnceDialog>
  ),
  discard: () => <DiscardDialog open onClose={nothing} onConfirm={nothing} />,
  drawer: () => (
    <Drawer open onClose={nothing} title="筛选">
      抽屉内容
    </Drawer>
  ),
  columns: () => <ColumnDialog index={index} columns={['no', 'total']} onColumns={nothing} onClose={nothing} />,
  filter: () => <FilterDialog field={index.fields.stage} value={['a']} onSet={nothing} onClose={nothing} />,
  sheet: () => <MobileSheet pathname="/project" onClose={nothing} />,
}

export type DialogName = keyof typeof dialogs
export const dialogNames = Object.keys(dialogs) as DialogName[]
const files: Record<DialogName, string> = {
  dialog: 'feedback/dialog.tsx',
  confirm: 'feedback/confirm-dialog.tsx',
  form: 'feedback/form-dialog.tsx',
  once: 'feedback/shown-once-dialog.tsx',
  discard: 'feedback/leave-guard.tsx',
  drawer: 'feedback/dialog.tsx',
  columns: 'index/column-dialog.tsx',
  filter: 'index/filter-dialog.tsx',
  sheet: 'shell/mobile-sheet.tsx',
}

/** One dialog, open: only one can be modal at a time. */
export function DialogGallery({ name }: { name: DialogName }) {
  return (
    <main className="page" data-component={files[name]}>
      <h1>浮层</h1>
      {dialogs[name]()}
    </main>
  )
}

export function PrintGallery() {
  return (
    <div data-component="shell/print-layout.tsx">
      <PrintLayout title="标签" page="label">
        <PrintLabel>A-001</PrintLabel>
      </PrintLayout>
    </div>
  )
}
