import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import {
  collectionDetail,
  collectionEdit,
  collectionList,
  collectionRemove,
} from '../collections/collection-contract.ts'
import { CollectionShare } from '../collections/collection-share.tsx'
import { CurveNotes } from '../collections/curve-notes.tsx'
import { OverlayFigure } from '../collections/overlay-figure.tsx'
import type { OverlayView } from '../collections/overlay-rules.ts'

export const meta = () => [{ title: '谱图集 · 明析科测' }]

type Collection = OutputOf<typeof collectionDetail>

export default function CollectionPage() {
  const { collection = '' } = useParams()
  const found = useCall(collectionDetail, { id: Number(collection) || 0 })
  // A new version is another form, so that what is typed never belongs to the version before.
  return <Loaded of={found}>{(data) => <Detail key={`${data.id} ${data.version}`} collection={data} />}</Loaded>
}

function Detail({ collection }: { collection: Collection }) {
  const { id, version, gone } = collection
  const [name, setName] = useState(collection.name)
  const [remark, setRemark] = useState(collection.remark)
  const [view, setView] = useState<OverlayView>(collection.view)
  const [labels, setLabels] = useState(() => new Map(collection.curves.map(({ curve, label }) => [curve.id, label])))
  const curves = collection.curves
    .filter(({ curve }) => labels.has(curve.id))
    .map((each) => ({ ...each, label: labels.get(each.curve.id) || each.label }))
  const edit = useAct(collectionEdit, {
    refreshes: [collectionDetail, collectionList],
    onDone: () => toast.success('已保存'),
  })
  const save = () => {
    const kept = curves.map(({ curve, label }) => ({ id: curve.id, label }))
    void edit.run({ id, version, name, remark, curves: kept, view })
  }
  const without = (curveId: number) => {
    setView({ ...view, difference: null })
    setLabels(new Map([...labels].filter(([each]) => each !== curveId)))
  }
  return (
    <div className="stack">
      <PageHeader
        title={collection.name}
        crumbs={[
          { label: '谱图库', to: '/member/library' },
          { label: '谱图集', to: '/member/library?tab=collections' },
        ]}
        actions={<Remove id={id} name={collection.name} />}
      />
      {gone.length > 0 && (
        <p role="note">{`以下曲线已被更新的数据替代或不再可读，不再绘出，保存后移出：${gone.join('、')}`}</p>
      )}
      <OverlayFigure title={name} curves={curves} view={view} onView={setView} />
      <Table
        caption="曲线"
        columns={columnsOf({
          only: curves.length === 1,
          labels,
          onLabel: (curveId, label) => setLabels(new Map(labels).set(curveId, label)),
          onRemove: without,
        })}
        rows={curves}
        rowKey={({ curve }) => String(curve.id)}
      />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field label="名称">
          <TextInput value={name} onValue={setName} maxLength={60} />
        </Field>
        <Field label="说明" hint="打开分享链接的人会看到">
          <TextArea rows={2} value={remark} onValue={setRemark} maxLength={500} />
        </Field>
        <div>
          <Button type="submit" variant="primary" busy={edit.busy} disabled={name.trim() === '' || curves.length === 0}>
            保存修改
          </Button>
        </div>
      </form>
      <CollectionShare id={id} share={collection.share} />
      <CurveNotes curves={curves} refreshes={[collectionDetail]} />
    </div>
  )
}

interface Editing {
  only: boolean
  labels: ReadonlyMap<number, string>
  onLabel: (curveId: number, label: string) => void
  onRemove: (curveId: number) => void
}

function columnsOf({ only, labels, onLabel, onRemove }: Editing): Column<Collection['curves'][number]>[] {
  return [
    {
      key: 'label',
      header: '图例',
      rowHeader: true,
      cardLabel: '',
      render: ({ curve, label }) => (
        <TextInput
          aria-label={`图例，${label}`}
          value={labels.get(curve.id) ?? ''}
          onValue={(value) => onLabel(curve.id, value)}
          maxLength={60}
        />
      ),
    },
    { key: 'sample', header: '样品', render: ({ curve }) => curve.sampleName || '整个订单' },
    { key: 'method', header: '方法', render: ({ curve }) => curve.method },
    {
      key: 'order',
      header: '订单',
      render: ({ curve }) => <SmartLink to={`/member/order/${curve.orderNo}`}>{curve.orderNo}</SmartLink>,
    },
    {
      key: 'remove',
      header: '操作',
      render: ({ curve, label }) => (
        <Button
          size="s"
          variant="quiet"
          icon="close"
          disabled={only}
          aria-label={`移出 ${label}`}
          onClick={() => onRemove(curve.id)}
        >
          移出
        </Button>
      ),
    },
  ]
}

function Remove({ id, name }: { id: number; name: string }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const remove = useAct(collectionRemove, { refreshes: [collectionList] })
  return (
    <>
      <Button icon="close" onClick={() => setOpen(true)}>
        删除谱图集
      </Button>
      <ConfirmDialog
        open={open}
        title={`删除谱图集「${name}」`}
        confirmLabel="删除"
        danger
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await remove.submit({ id })
          void navigate('/member/library?tab=collections')
        }}
      >
        分享链接随之失效；曲线和备注仍在谱图库中。
      </ConfirmDialog>
    </>
  )
}
