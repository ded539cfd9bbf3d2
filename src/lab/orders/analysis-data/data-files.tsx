import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { PartUploads } from '../../../core/files/parts/part-uploads.tsx'
import type { Call } from '../../../platform/contract/call.ts'
import { send } from '../../../platform/client/transport.ts'
import { callKey, useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { orderDataBegin, orderDataDel, orderDataList } from './data-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

type Props = {
  /** Empty for the order that is being filled in. */
  orderNo: string
  refreshes?: readonly Call[]
}

const NONE: readonly Call[] = []

/** Uploads and lists data files. They can be removed until the laboratory has registered them. */
export function DataFiles({ orderNo, refreshes = NONE }: Props) {
  const list = useCall(orderDataList, { orderNo })
  const remove = useAct(orderDataDel, { refreshes: [orderDataList, ...refreshes] })
  const queries = useQueryClient()
  const onChanged = useCallback(() => {
    for (const call of [orderDataList, ...refreshes]) void queries.invalidateQueries({ queryKey: callKey(call) })
  }, [queries, refreshes])
  return (
    <Loaded of={list}>
      {({ files, uploads, addable, removable }) => (
        <div className="stack">
          <PartUploads
            as="customer"
            target={`data:${orderNo}`}
            label="选择数据文件"
            uploads={uploads}
            begin={(start) => send(orderDataBegin, { orderNo, ...start })}
            onChanged={onChanged}
            open={addable}
          />
          {files.length > 0 ? (
            <Table
              caption="已上传的数据文件"
              rows={files}
              rowKey={(file) => String(file.id)}
              columns={[
                { key: 'name', header: '文件', rowHeader: true, render: (file) => file.name },
                {
                  key: 'size',
                  header: '大小',
                  align: 'end',
                  render: (file) => <span className="num">{fileSizeText(file.size)}</span>,
                },
                {
                  key: 'sha256',
                  header: 'SHA-256',
                  render: (file) => (
                    <span className="cluster">
                      <code title={file.sha256}>{file.sha256.slice(0, 8)}…</code>
                      <CopyButton text={file.sha256} aria-label={`复制 ${file.name} 的校验值`}>
                        复制
                      </CopyButton>
                    </span>
                  ),
                },
                {
                  key: 'at',
                  header: '收到时间',
                  render: (file) => <span className="num">{minuteText(file.at)}</span>,
                },
                {
                  key: 'do',
                  header: '操作',
                  render: (file) => (
                    <span className="cluster">
                      <DownloadButton fileId={file.id} name={file.name} as="customer" />
                      {removable && (
                        <Button
                          size="s"
                          variant="quiet"
                          aria-label={`删除 ${file.name}`}
                          busy={remove.busy}
                          onClick={() => void remove.run({ orderNo, fileId: file.id })}
                        >
                          删除
                        </Button>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          ) : (
            <p>还没有收到数据文件。</p>
          )}
        </div>
      )}
    </Loaded>
  )
}
