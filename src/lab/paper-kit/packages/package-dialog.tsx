import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { dataPackageLink, dataPackageList, dataPackageStart } from '../contract.ts'
import css from './package-dialog.module.css'
import { type Licence, licenceKeys, licences } from './crate-rules.ts'

const lookSeconds = 2

/** A package of an order for a data repository: it is made in the background and kept for a day. */
export function PackageButton({ orderNo }: { orderNo: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="s" onClick={() => setOpen(true)}>
        数据包
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="数据包">
        <Packages orderNo={orderNo} />
      </Dialog>
    </>
  )
}

function Packages({ orderNo }: { orderNo: string }) {
  const [licence, setLicence] = useState<Licence>('CC-BY-4.0')
  const [waits, setWaits] = useState(false)
  const { data, error, refetch, isFetching } = useCall(
    dataPackageList,
    { orderNo },
    { alwaysAsk: true, ...(waits ? { refetchSeconds: lookSeconds } : {}) },
  )
  const start = useAct(dataPackageStart, { refreshes: [dataPackageList] })
  const running = data?.packages.some(({ ready }) => !ready) ?? false
  if (running !== waits) setWaits(running)
  if (error && !data)
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton lines={3} />
  return (
    <div className="stack">
      <p className={css.note}>
        包含交付的原始文件、曲线的 CSV 与 JCAMP-DX、中英文说明、RO-Crate 元数据和 SHA-256 校验值，可上传到
        Zenodo、ScienceDB 等数据仓库。数据包保留 24 小时，可重新生成。
      </p>
      <Field label="许可" as="group" hint="公开数据后许可不能收回，请先与合作者商定。">
        <RadioGroup
          cards
          value={licence}
          onValue={setLicence}
          options={licenceKeys.map((value) => ({
            value,
            label: licences[value].name,
            note: licences[value].about,
          }))}
        />
      </Field>
      <p className={css.note}>
        许可全文：<SmartLink to={licences[licence].url}>{licences[licence].url}</SmartLink>
      </p>
      <div>
        <Button
          variant="primary"
          busy={start.busy}
          disabled={running}
          onClick={() => void start.run({ orderNo, licence })}
        >
          生成数据包
        </Button>
      </div>
      {data.packages.length > 0 && (
        <ul className={css.list} aria-label="已生成的数据包">
          {data.packages.map((each) => (
            <Package key={each.id} one={each} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Package({ one }: { one: OutputOf<typeof dataPackageList>['packages'][number] }) {
  const { busy, download } = useDownload(() => send(dataPackageLink, { id: one.id, browserKey: browserKey() }))
  const name = `${licences[one.licence].name}，${minuteText(one.createdAt)}`
  return (
    <li className={css.item}>
      <span>{name}</span>
      {one.ready ? (
        <Button size="s" icon="download" busy={busy} aria-label={`下载数据包 ${name}`} onClick={() => void download()}>
          下载
        </Button>
      ) : (
        <span className="cluster" role="status">
          <progress aria-label="生成进度" value={one.total ? one.done / one.total : undefined} max={1} />
          {`${one.done}/${one.total} 个文件`}
        </span>
      )}
    </li>
  )
}
