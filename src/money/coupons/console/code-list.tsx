import { useState } from 'react'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { Address } from '../../../ui/tables/use-address.ts'
import { type CampaignItem, staffCodeAdd, staffCodeBatch, staffCodes, staffCodesExport } from '../staff-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

/** Shared codes, and batches of single codes with their file. */
export function CodeList({ campaign, address: { page, href } }: { campaign: CampaignItem; address: Address }) {
  const { may } = useStaff()
  const [adding, setAdding] = useState<'shared' | 'batch'>()
  const list = useCall(staffCodes, { campaignId: campaign.id, page, size: 20 })
  const file = useAct(staffCodesExport, {})
  const download = async (batch: number) => {
    const { fileName, csv } = await file.submit({ campaignId: campaign.id, batch })
    saveAs(fileName, csv, 'text/csv;charset=utf-8')
  }
  const mayEdit = may('coupon.edit')
  return (
    <>
      {mayEdit && campaign.running && (
        <div className="cluster">
          <Button onClick={() => setAdding('shared')}>新建通用码</Button>
          <Button onClick={() => setAdding('batch')}>生成一次性码</Button>
        </div>
      )}
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="兑换码"
        columns={[
          {
            key: 'code',
            header: '兑换码',
            rowHeader: true,
            render: (row) =>
              row.batch === null ? (
                <span className="cluster">
                  <span className="num">{row.code}</span>
                  <CopyButton text={row.code}>复制</CopyButton>
                </span>
              ) : (
                `第 ${row.batch} 批一次性码，${row.codes} 个`
              ),
          },
          {
            key: 'uses',
            header: '已兑换',
            align: 'end',
            render: (row) => (
              <span className="num">
                {row.uses} / {row.batch === null ? (row.useLimit ?? '不限') : row.codes}
              </span>
            ),
          },
          { key: 'at', header: '生成时间', render: (row) => <span className="num">{minuteText(row.createdAt)}</span> },
          {
            key: 'do',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) =>
              mayEdit &&
              row.batch !== null && (
                <Button size="s" icon="download" busy={file.busy} onClick={() => void download(row.batch ?? 0)}>
                  导出 CSV
                </Button>
              ),
          },
        ]}
        rowKey={(row) => row.code || `batch-${row.batch}`}
        empty={<EmptyState title="还没有兑换码" icon="qr" />}
      />
      {adding === 'shared' && <SharedDialog campaignId={campaign.id} onClose={() => setAdding(undefined)} />}
      {adding === 'batch' && <BatchDialog campaignId={campaign.id} onClose={() => setAdding(undefined)} />}
    </>
  )
}

interface DialogProps {
  campaignId: number
  onClose: () => void
}

function SharedDialog({ campaignId, onClose }: DialogProps) {
  const add = useAct(staffCodeAdd, { refreshes: [staffCodes] })
  const form = useZodForm({
    schema: staffCodeAdd.input,
    initial: { campaignId, code: '', useLimit: null },
    onSubmit: async (input) => {
      const { code } = await add.submit(input)
      toast.success(`兑换码 ${code} 已生效`)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="新建通用兑换码">
      <Form form={form} aria-label="新建通用兑换码">
        <Field label="兑换码" of={form.at('code')} required hint="6 至 20 位字母或数字，每位客户可兑换一次">
          <TextInput maxLength={40} autoComplete="off" />
        </Field>
        <Field label="可兑换次数" of={form.at('useLimit')} hint="不填即不限，仍受活动发放总量约束">
          <NumberInput unit="次" />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            新建
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function BatchDialog({ campaignId, onClose }: DialogProps) {
  const add = useAct(staffCodeBatch, { refreshes: [staffCodes] })
  const form = useZodForm({
    schema: staffCodeBatch.input,
    initial: { campaignId, count: 100 },
    onSubmit: async (input) => {
      const { batch, count } = await add.submit(input)
      toast.success(`第 ${batch} 批 ${count} 个兑换码已生成，可导出 CSV`)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title="生成一次性兑换码">
      <Form form={form} aria-label="生成一次性兑换码">
        <Field label="数量" of={form.at('count')} required hint="每个码只能兑换一次，一批最多 5000 个">
          <NumberInput unit="个" />
        </Field>
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            生成
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
