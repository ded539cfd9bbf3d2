import { useState } from 'react'
import { DownloadButton } from '../../core/files/download-button.tsx'
import { OneFileInput } from '../../core/files/one-file-input.tsx'
import { useStaff } from '../../core/staff/me.tsx'
import type { OutputOf } from '../../platform/contract/call.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../ui/inputs/input.tsx'
import { PagedTable } from '../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import type { Address } from '../../ui/tables/use-address.ts'
import { instrumentDetail, instrumentDiary, instrumentNote, instrumentWithdrawNote } from './contract.ts'
import { instrumentList } from './list-contract.ts'
import { type DiaryKind, diaryKinds } from './rules.ts'
import { minuteText, shortDay } from '../../ui/text/day-text.ts'

const refreshes = [instrumentDiary, instrumentDetail, instrumentList]

interface Props {
  instrumentId: number
  kind: DiaryKind
}

/** Calibrations with their certificates, or services. */
export function DiaryList({ instrumentId, kind, address: { page, href } }: Props & { address: Address }) {
  const { may } = useStaff()
  const [adding, setAdding] = useState(false)
  const [withdrawing, setWithdrawing] = useState<Entry>()
  const list = useCall(instrumentDiary, { id: instrumentId, kind, page, size: 20 })
  const label = diaryKinds[kind]
  return (
    <>
      {may('instrument.move') && (
        <div className="cluster">
          <Button icon="plus" onClick={() => setAdding(true)}>
            登记{label}
          </Button>
        </div>
      )}
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption={`${label}记录`}
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title={`没有${label}记录`} icon="book" />}
        columns={[
          {
            key: 'on',
            header: '日期',
            rowHeader: true,
            render: (row) => <span className="num">{shortDay(row.happenedOn)}</span>,
          },
          { key: 'note', header: '内容', render: (row) => <Note row={row} /> },
          ...(kind === 'calibration'
            ? [
                {
                  key: 'due',
                  header: '有效期至',
                  render: (row: Entry) => <span className="num">{row.nextDue}</span>,
                },
                { key: 'certificate', header: '证书', render: (row: Entry) => <Certificate row={row} /> },
              ]
            : []),
          { key: 'staff', header: '登记人', render: (row) => row.staffName },
          {
            key: 'do',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) => {
              if (row.withdrawn) return '已撤销'
              if (!may('instrument.move')) return ''
              return (
                <Button
                  size="s"
                  variant="quiet"
                  aria-label={`撤销${label}记录 ${shortDay(row.happenedOn)}`}
                  onClick={() => setWithdrawing(row)}
                >
                  撤销
                </Button>
              )
            },
          },
        ]}
      />
      {withdrawing && <WithdrawDialog entry={withdrawing} kind={kind} onClose={() => setWithdrawing(undefined)} />}
      {adding && <NoteDialog instrumentId={instrumentId} kind={kind} onClose={() => setAdding(false)} />}
    </>
  )
}

type Entry = OutputOf<typeof instrumentDiary>['list'][number]

function Note({ row: { note, withdrawn } }: { row: Entry }) {
  if (!withdrawn) return note
  return (
    <span className="stack" style={{ gap: 'var(--space-4)' }}>
      <s>{note}</s>
      <span>
        {withdrawn.staffName}于 {minuteText(withdrawn.at)} 撤销：{withdrawn.reason}
      </span>
    </span>
  )
}

function WithdrawDialog({
  entry: { id, happenedOn, note },
  kind,
  onClose,
}: {
  entry: Entry
  kind: DiaryKind
  onClose: () => void
}) {
  const withdraw = useAct(instrumentWithdrawNote, { refreshes })
  const label = diaryKinds[kind]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`撤销 ${shortDay(happenedOn)} 的${label}记录`}
      confirmLabel="撤销记录"
      danger
      reason={{ label: '原因', required: true, maxLength: 200 }}
      onConfirm={async ({ reason }) => {
        await withdraw.submit({ entryId: id, reason })
        toast.success(`${label}记录已撤销`)
      }}
    >
      <p>{note}</p>
      <p>
        记录和证书保留可查，注明撤销人和原因；不能恢复，可以重新登记。
        {kind === 'calibration' && '校准有效期改按其余记录中最近一次校准计算。'}
      </p>
    </ConfirmDialog>
  )
}

function Certificate({ row: { certificateNo, certificateFileId } }: { row: Entry }) {
  return (
    <span className="cluster">
      {certificateNo || (certificateFileId === null ? '—' : '')}
      {certificateFileId !== null && (
        <DownloadButton as="staff" fileId={certificateFileId} name={certificateNo} label="下载证书" />
      )}
    </span>
  )
}

function NoteDialog({ instrumentId, kind, onClose }: Props & { onClose: () => void }) {
  const note = useAct(instrumentNote, { refreshes })
  const [sending, setSending] = useState(false)
  const label = diaryKinds[kind]
  const form = useZodForm({
    schema: instrumentNote.input,
    initial: {
      id: instrumentId,
      kind,
      happenedOn: '',
      note: '',
      certificateNo: '',
      certificateFileId: null as number | null,
    },
    onSubmit: async (input) => {
      await note.submit(input)
      toast.success(`${label}已登记`)
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={`登记${label}`}>
      <Form form={form} aria-label={`登记${label}`}>
        <FormRow>
          <Field label={`${label}日期`} of={form.at('happenedOn')} required>
            <TextInput type="date" />
          </Field>
          {kind === 'calibration' && (
            <Field label="有效期至" of={form.at('nextDue')} required>
              <TextInput type="date" />
            </Field>
          )}
        </FormRow>
        <Field label="内容" of={form.at('note')} required>
          <TextArea rows={3} maxLength={500} />
        </Field>
        {kind === 'calibration' && (
          <>
            <Field label="证书编号" of={form.at('certificateNo')}>
              <TextInput maxLength={60} />
            </Field>
            <Field label="证书文件" as="group">
              <OneFileInput
                label="证书文件"
                as="staff"
                purpose="certificate"
                accept=".pdf,image/*"
                formats="PDF 或图片"
                onFile={(id) => form.set('certificateFileId', id)}
                onBusy={setSending}
              />
            </Field>
          </>
        )}
        <FormActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="primary" busy={form.busy || sending}>
            登记
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
