import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import css from '../library.module.css'
import { mostShareDays, sharedPath } from '../rules.ts'
import { collectionDetail, collectionList, collectionShare, collectionUnshare } from './collection-contract.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

interface Props {
  id: number
  share: { token: string; expiresAt: string } | null
}

/** The link by which others see the figure, and its end. */
export function CollectionShare({ id, share }: Props) {
  const [days, setDays] = useState('30')
  const refreshes = [collectionDetail, collectionList]
  const make = useAct(collectionShare, { refreshes, onDone: () => toast.success('已生成分享链接') })
  const stop = useAct(collectionUnshare, { refreshes, onDone: () => toast.success('已停止分享') })
  const count = Number(days)
  const wrong =
    Number.isInteger(count) && count >= 1 && count <= mostShareDays ? undefined : `请填写 1 到 ${mostShareDays} 的整数`
  const address = share ? window.location.origin + sharedPath(share.token) : ''
  return (
    <section aria-label="分享" className="stack">
      <h2>分享</h2>
      <p>打开链接的人无需登录，能看到图、图例、名称和说明，看不到姓名、订单号和备注。</p>
      {share && (
        <div className="stack">
          <TextInput readOnly value={address} aria-label="分享链接" />
          <span className="cluster">
            <span className={css.quiet}>{`${minuteText(share.expiresAt)} 失效`}</span>
            <CopyButton text={address}>复制链接</CopyButton>
            <Button size="s" variant="quiet" icon="close" busy={stop.busy} onClick={() => void stop.run({ id })}>
              停止分享
            </Button>
          </span>
        </div>
      )}
      <form
        className={css.controls}
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) void make.run({ id, days: count })
        }}
      >
        <Field label="有效天数" error={wrong}>
          <TextInput inputMode="numeric" value={days} onValue={setDays} maxLength={3} />
        </Field>
        <Button type="submit" icon="share" busy={make.busy}>
          {share ? '换新链接' : '生成链接'}
        </Button>
      </form>
    </section>
  )
}
