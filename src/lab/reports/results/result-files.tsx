import { lazy, type ReactNode, Suspense, useState } from 'react'
import { fileLink, staffFileLink } from '../../../core/files/contract.ts'
import { browserKey, DownloadButton, type FileReader } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag, type Tone } from '../../../ui/text/tag.tsx'
import type { reportList } from '../contract.ts'
import css from './result-files.module.css'
import { ImagePreview } from '../../../core/files/image-preview.tsx'
import { SeriesPreview } from '../compared-curves/series-preview.tsx'
import { sameDataText } from './same-data-rules.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

// Loaded when somebody opens a PDF.
const PdfPreview = lazy(async () => ({ default: (await import('../documents/pdf-preview.tsx')).PdfPreview }))

type Delivery = OutputOf<typeof reportList>
export type ResultFile = Delivery['files'][number]

/** Result files by sample, each with checksum, download and curve. Replaced files come last, so that they are not mistaken for the data. */
export function ResultFiles({
  files,
  as,
  projectNames,
  renderActions,
  openFirst = false,
}: {
  files: ResultFile[]
  as: FileReader
  /** Opens the first curve or image at once. */
  openFirst?: boolean
  /** The projects, which name the axes of files without axis names. */
  projectNames: readonly string[]
  renderActions?: (file: ResultFile) => ReactNode
}) {
  const first = openFirst ? files.find((file) => !file.replaced && file.preview !== 'none') : undefined
  const groups = [...new Set(files.map((file) => file.sampleNo))]
  return (
    <div className={css.groups}>
      {groups.map((sampleNo) => {
        const ofSample = files.filter((file) => file.sampleNo === sampleNo)
        const sorted = [...ofSample.filter((file) => !file.replaced), ...ofSample.filter((file) => file.replaced)]
        return (
          <section key={sampleNo} aria-label={sampleNo || '整个订单'}>
            <h3 className={css.sample}>{sampleNo ? `${sampleNo}　${ofSample[0]?.sampleName ?? ''}` : '整个订单'}</h3>
            <ul className={css.list}>
              {sorted.map((file) => (
                <FileRow
                  key={file.id}
                  file={file}
                  as={as}
                  projectNames={projectNames}
                  renderActions={renderActions}
                  opened={file === first}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function FileRow({
  file,
  as,
  projectNames,
  renderActions,
  opened,
}: {
  file: ResultFile
  opened: boolean
  as: FileReader
  projectNames: readonly string[]
  renderActions?: ((file: ResultFile) => ReactNode) | undefined
}) {
  const [open, setOpen] = useState(opened)
  const shown = { image: '图片', pdf: ' PDF', series: '谱图', none: '' }[file.preview]
  return (
    <li className={cx(css.file, file.replaced && css.replaced)}>
      <div className={css.head}>
        <span className={css.name}>{file.name}</span>
        {file.round > 1 && <Tag tone="info">{roundName(file.round)}</Tag>}
        {file.replaced ? <Tag>已替换</Tag> : file.version > 1 && <Tag tone="info">{`第 ${file.version} 版`}</Tag>}
        <span className="cluster">
          {file.preview !== 'none' && (
            <Button
              size="s"
              aria-expanded={open}
              aria-label={`${open ? '收起' : '查看'}${shown} ${file.name}`}
              onClick={() => setOpen(!open)}
            >
              {`${open ? '收起' : '查看'}${shown}`}
            </Button>
          )}
          <DownloadButton fileId={file.id} name={file.name} as={as} />
          {renderActions?.(file)}
        </span>
      </div>
      <p className={css.facts}>
        <span className="num">{fileSizeText(file.size)}</span>
        <span className="num">{minuteText(file.createdAt)}</span>
        {file.note && <span>{file.note}</span>}
        <span className={css.hash}>SHA-256 {file.sha256.slice(0, 16)}…</span>
        <CopyButton size="s" text={file.sha256}>
          复制校验值
        </CopyButton>
      </p>
      {file.foreignReason && (
        <p className={css.doubt}>文件名含其他订单的编号，请核对。上传人说明：{file.foreignReason}</p>
      )}
      {file.sameAs && <p className={css.doubt}>{sameDataText(file.sameAs)}</p>}
      {open && file.preview === 'series' && (
        <SeriesPreview fileId={file.id} name={file.name} as={as} projectNames={projectNames} />
      )}
      {open && file.preview === 'pdf' && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <PdfPreview ask={() => linkTo(file.id, as)} name={file.name} />
        </Suspense>
      )}
      {open && file.preview === 'image' && <ImagePreview fileId={file.id} name={file.name} as={as} />}
    </li>
  )
}

/** The first measurement has no label; later ones are named as retests. */
function roundName(round: number): string {
  return `第 ${round - 1} 次复测`
}

/** The test records: instrument, conditions, times, operator. Records that a retest replaced are marked. */
export function TestRecords({ records }: { records: Delivery['records'] }) {
  return (
    <div className={css.records}>
      {records.map((record) => (
        <section
          key={record.id}
          aria-label={record.projectName}
          className={cx('stack', record.replaced && css.replaced)}
        >
          <h3 className={css.sample}>
            {record.projectName}
            {record.round > 1 && <Tag tone="info">{roundName(record.round)}</Tag>}
            {record.replaced && <Tag>已替换</Tag>}
          </h3>
          <DescriptionList
            items={[
              { term: '仪器', value: record.instrument },
              { term: '检测人', value: record.operatorName },
              {
                term: '实验时间',
                value: `${minuteText(record.startedAt)} 至 ${minuteText(record.endedAt) ?? '进行中'}`,
              },
              { term: '环境条件', value: record.environment || '—' },
              ...(record.method ? [{ term: '检测方法', value: record.method, wide: true }] : []),
              { term: '测试条件', value: record.conditions, wide: true },
              { term: '样品', value: record.sampleNos.join('、') || '—', wide: true },
              ...(record.controlReason ? [{ term: '失控仍检测的原因', value: record.controlReason, wide: true }] : []),
              ...(record.remark ? [{ term: '备注', value: record.remark, wide: true }] : []),
            ]}
          />
          {record.measured.length > 0 && <Values record={record} />}
        </section>
      ))}
    </div>
  )
}

/** The values of a record, as the report prints them. */
function Values({ record }: { record: Delivery['records'][number] }) {
  return (
    <Table
      caption={`${record.projectName} 的结果数值`}
      hideCaption
      rows={record.measured}
      rowKey={(row) => `${row.sampleNo} ${row.name}`}
      columns={[
        { key: 'sample', header: '样品', render: (row) => row.sampleNo || '全部样品' },
        { key: 'name', header: '结果项', rowHeader: true, render: (row) => row.name },
        {
          key: 'value',
          header: '结果',
          align: 'end',
          render: (row) => <span className="num">{[row.value, row.unit].filter(Boolean).join(' ')}</span>,
        },
        { key: 'uncertainty', header: '不确定度', align: 'end', render: (row) => row.uncertainty || '未评定' },
        { key: 'remark', header: '备注', render: (row) => row.remark || '—' },
      ]}
    />
  )
}

const reportTones: Record<string, Tone> = {
  valid: 'ok',
  retesting: 'warn',
  correcting: 'warn',
  disputed: 'warn',
  withdrawn: 'danger',
}

/** The editions of the report, each with its verification code. */
export function ReportList({ reports, as }: { reports: Delivery['reports']; as: FileReader }) {
  const [opened, setOpened] = useState<string>()
  return (
    <ul className={css.list}>
      {reports.map((report) => (
        <li key={report.code} className={cx(css.file, report.stage !== 'valid' && css.replaced)}>
          <div className={css.head}>
            <span className={css.name}>检测报告 第 {report.edition} 版</span>
            <Tag tone={reportTones[report.state] ?? 'neutral'}>{report.stageName}</Tag>
            {report.pdfFileId !== null && (
              <>
                <Button
                  size="s"
                  aria-expanded={opened === report.code}
                  aria-label={`${opened === report.code ? '收起' : '查看'} 检测报告 第 ${report.edition} 版`}
                  onClick={() => setOpened(opened === report.code ? undefined : report.code)}
                >
                  {opened === report.code ? '收起' : '查看'}
                </Button>
                <DownloadButton
                  fileId={report.pdfFileId}
                  name={`检测报告 第 ${report.edition} 版`}
                  as={as}
                  label="下载 PDF"
                />
              </>
            )}
          </div>
          <p className={css.facts}>
            <span className="num">{minuteText(report.publishedAt)}</span>
            <span>
              验证码 <a href={`/verify/${report.code}`}>{report.code}</a>
            </span>
            <CopyButton size="s" text={report.code}>
              复制验证码
            </CopyButton>
          </p>
          {report.withdrawnReason && <p className={css.note}>撤回原因：{report.withdrawnReason}</p>}
          {report.changeNote && <p className={css.note}>与上一版的变化：{report.changeNote}</p>}
          {opened === report.code && report.pdfFileId !== null && (
            <Suspense fallback={<Skeleton lines={3} />}>
              <ReportPdf fileId={report.pdfFileId} edition={report.edition} as={as} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The samples without data, each with the reason that the laboratory gave. Nothing when every sample has data. */
export function WithoutDataList({ entries }: { entries: Delivery['withoutData'] }) {
  if (entries.length === 0) return null
  return (
    <Card title="无数据的样品">
      <ul style={{ paddingInlineStart: 'var(--space-16)' }}>
        {entries.map(({ sampleNo, reason }) => (
          <li key={sampleNo}>
            <span className="num">{sampleNo}</span>：{reason}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReportPdf({ fileId, edition, as }: { fileId: number; edition: number; as: FileReader }) {
  return <PdfPreview ask={() => linkTo(fileId, as)} name={`检测报告 第 ${edition} 版`} />
}

function linkTo(id: number, as: FileReader) {
  return send(as === 'staff' ? staffFileLink : fileLink, { id, browserKey: browserKey() })
}
