import { hazardLabels } from '../../shop/catalogue/requirements/hazard-rules.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { entryFormLabels, isReturned, type SampleEntry, storageLabels } from '../samples/entry/entry-rules.ts'
import { demandOf } from './demand-rules.ts'
import { useWizard } from './use-wizard.tsx'

/** Columns that data analysis does not need. */
const matterColumns: Column<SampleEntry>[] = [
  { key: 'composition', header: '主要成分', render: (sample) => sample.composition || '未填写' },
  { key: 'amount', header: '送样量', render: (sample) => sample.amount || '未填写' },
  {
    key: 'hazards',
    header: '危险性',
    render: (sample) => sample.hazards.map((hazard) => hazardLabels[hazard]).join('、') || '无',
  },
  { key: 'storage', header: '保存', render: (sample) => (sample.storage ? storageLabels[sample.storage] : '未选择') },
]

/** The samples of an order as they were entered, read again before it is placed. */
export function ReviewedSamples({ samples }: { samples: SampleEntry[] }) {
  const { lines } = useWizard()
  const matter = samples.some((sample) => sample.form !== 'data')
  return (
    <Card title={`样品（${samples.length} 个）`} actions={<SmartLink to="/experiment/step2">修改</SmartLink>}>
      <Table
        caption="样品"
        hideCaption
        rows={samples}
        rowKey={(sample) => `${sample.planId}-${sample.ownNo}`}
        columns={[
          { key: 'ownNo', header: '自编号', rowHeader: true, render: (sample) => sample.ownNo },
          { key: 'name', header: '样品名称', render: (sample) => sample.name || '未填写' },
          { key: 'form', header: '形态', render: (sample) => (sample.form ? entryFormLabels[sample.form] : '未选择') },
          ...(lines.length > 1
            ? [
                {
                  key: 'project',
                  header: '项目',
                  render: ({ planId }: SampleEntry) => lines.find(({ id }) => id === planId)?.name,
                },
              ]
            : []),
          ...(matter
            ? [
                ...matterColumns,
                {
                  key: 'return',
                  header: '退回',
                  render: (sample: SampleEntry) => (isReturned(sample, lines.map(demandOf)) ? '是' : '否'),
                },
              ]
            : []),
          ...(samples.some(({ remark }) => remark)
            ? [{ key: 'remark', header: '备注', render: ({ remark }: SampleEntry) => remark }]
            : []),
        ]}
      />
    </Card>
  )
}
